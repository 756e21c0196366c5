import Apps
import ArgumentParser
import Web

extension Mall: AppCommands {
    func commands(in section: ResourceSection) -> [any ParsableCommand.Type] {
        switch section {
        case .content: [Home.self]
        case .loyalty: [Points.self, Guests.self]
        case .people: [Users.self]
        case .system: []
        }
    }
}
