import Apps
import ArgumentParser
import Web

extension Mall: AppCommands {
    func commands(in section: ResourceSection) -> [any ParsableCommand.Type] {
        switch section {
        case .content: [Home.self]
        case .people: [Users.self]
        case .loyalty, .system, .app: []
        }
    }

    func commands(of resource: Resource) -> [any ParsableCommand.Type] {
        switch resource.subject {
        case PointsEntries.resource.subject: [Points.Give.self, Points.Take.self, Points.Verify.self]
        case Guests.resource.subject: [GuestCancel.self]
        case _: []
        }
    }
}
