import Core
import Web

extension Configuration {
    /// The server configuration for the admin API, without the values of secrets.
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
    /// True if the setting is a flag of `vitrina serve`.
    fileprivate var isFlagOfServe: Bool {
        [.data, .postgres, .host, .port, .tlsCertificate, .tlsKey, .publicURL].contains(self)
    }

    /// True if the setting is for the target of commands, which does not concern a server.
    fileprivate var isForCommands: Bool { self == .server || self == .token }
}
