import Apps
import ArgumentParser
import Web

extension Stories: AppCommands {
    func commands(in section: ResourceSection) -> [any ParsableCommand.Type] {
        switch section {
        case .content: [StoriesCommand.self]
        case .loyalty, .people, .system, .app: []
        }
    }
}
