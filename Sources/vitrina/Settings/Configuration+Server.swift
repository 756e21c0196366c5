import Core
import Web

extension Configuration {
    /// Every setting as the server tells of it, secrets without their values.
    var serverSettings: [ServerSetting] {
        Setting.allCases.map { setting in
            let entry = entries.first { $0.setting == setting }
            let origin = entry?.origin ?? .standard
            return ServerSetting(
                name: setting.rawValue,
                help: setting.help,
                value: entry?.text,
                isSecret: setting.isSecret,
                origin: origin.name,
                isStandard: origin == .standard,
                variable: setting.environmentName,
                flag: setting.isFlagOfServe ? setting.flagName : nil,
                isForCommands: setting.isForCommands
            )
        }
    }
}

extension Setting {
    /// Whether `vitrina serve` takes it as a flag.
    fileprivate var isFlagOfServe: Bool {
        [.data, .postgres, .host, .port, .publicURL].contains(self)
    }

    /// Whether it says where the commands work, which is nothing to a server.
    fileprivate var isForCommands: Bool { self == .server || self == .token }
}
