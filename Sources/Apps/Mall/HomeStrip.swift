import Core
import Storage

/// A block of the home screen with its cards.
struct HomeStrip: Sendable {
    let block: HomeBlock
    var cards: [HomeCard]

    /// The reason for which the app does not show the block; nil if it does.
    var warning: Localized? {
        cards.contains(where: \.isSeen) ? nil : HomeBlock.emptiness
    }

    func card(_ id: String) -> HomeCard? {
        cards.first { $0.content.id == id }
    }

    /// The block at another moment, by the entries published then.
    func at(_ visibility: MallVisibility, zone: Zone) -> HomeStrip {
        HomeStrip(block: block, cards: cards.map { $0.at(visibility, in: block, zone: zone) })
    }
}
