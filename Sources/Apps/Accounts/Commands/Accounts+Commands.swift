import Apps
import ArgumentParser
import Web

extension Accounts: AppCommands {
    func commands(in section: ResourceSection) -> [any ParsableCommand.Type] {
        switch section {
        case .people: [AccountsCommand.self]
        case .content, .loyalty, .system, .app: []
        }
    }
}
