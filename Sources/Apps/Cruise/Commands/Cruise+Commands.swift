import Apps
import ArgumentParser
import Core
import Web

extension Cruise: AppCommands {
    func commands(in section: ResourceSection) -> [any ParsableCommand.Type] {
        switch section {
        case .content: [CruiseCommand.self]
        case .people, .loyalty, .system, .app: []
        }
    }
}
