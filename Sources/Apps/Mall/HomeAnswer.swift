import Core

/// The home screen as the admin API answers it.
package struct HomeAnswer: Sendable {
    package let blocks: [Block]

    package struct Block: Sendable {
        package let name: String
        package let cards: [Card]
        /// The block as it was answered.
        package let json: JSON
    }

    package struct Card: Sendable {
        package let id: String
        package let type: String
        package let title: String
        package let state: HomeCard.State
        /// Why visitors do not see it, or will not for long.
        package let reason: String?
    }
}

extension HomeAnswer: JSONReadable {
    package init(json: JSON) throws(Fault) { blocks = try json.get("blocks") }
}

extension HomeAnswer.Block: JSONReadable {
    package init(json: JSON) throws(Fault) {
        self.json = json
        name = try json.get("name")
        cards = try json.get("cards")
    }
}

extension HomeAnswer.Card: JSONReadable {
    package init(json: JSON) throws(Fault) {
        id = try json.get("id")
        type = try json.get("type")
        title = try json.get("title")
        state = try json.get("state")
        reason = try json.get("reason")
    }
}
