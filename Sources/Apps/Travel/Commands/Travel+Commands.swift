import Apps
import ArgumentParser
import Core
import Web

extension Travel: AppCommands {
    func commands(in section: ResourceSection) -> [any ParsableCommand.Type] {
        switch section {
        case .content: [TimetableCommand.self]
        case .people, .loyalty, .system, .app: []
        }
    }
}
