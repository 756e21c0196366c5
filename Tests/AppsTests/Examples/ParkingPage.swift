import Core
import Hummingbird
import Web

/// A page that is no list: how many floors apps see.
struct ParkingPage: Sendable {
    static let path = "/parking/overview"

    let console: Console

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get(RouterPath(Self.path)) { _, context in
            try context.author.require(.readContent)
            let count = console.services.live.state[Floors.type.name].contents.count
            let page = ConsolePage(
                "parking",
                title: Localized("Парковка", "Parking")[context.language],
                path: Self.path,
                context: ["count": .integer(Int64(count))]
            )
            return try await console.show(page, context)
        }
    }
}
