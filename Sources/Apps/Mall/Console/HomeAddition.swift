import Core
import HTTPTypes
import Storage
import Web

/// An entry to put on a block: `news.<id>`.
struct HomePick: Sendable, Equatable {
    let type: ContentType
    let id: String

    init?(_ text: String, for block: HomeBlock) {
        let parts = text.split(separator: ".").map { String($0) }
        guard parts.count == 2, let type = block.types.first(where: { $0.name == parts[0] }),
            let id = Identifier.normalized(parts[1])
        else { return nil }
        self.init(type, id)
    }

    init(_ type: ContentType, _ id: String) {
        (self.type, self.id) = (type, id)
    }

    var text: String { "\(type.name).\(id)" }

    static func == (left: HomePick, right: HomePick) -> Bool { left.text == right.text }
}

/// Puts entries on a block, at the top if the block is sorted by hand.
struct HomeAddition: Sendable {
    let block: HomeBlock
    let screen: HomeScreen
    let author: Author

    struct Result: Sendable {
        var titles: [String] = []
        /// The number of entries that no visitor sees yet: drafts, and entries outside their window.
        var waiting = 0
        var refusals: [Problem] = []
        var undo: [FlashMessage.Call] = []

        func text(in language: Language) -> String {
            guard titles.count != 1, !titles.isEmpty else {
                let title = titles.first ?? ""
                let text =
                    waiting == 0
                    ? Localized("«\(title)» добавлено на экран", "“\(title)” is on the screen")
                    : Localized(
                        "«\(title)» появится после публикации",
                        "“\(title)” appears once it is published"
                    )
                return text[language]
            }
            let number = counted(
                titles.count,
                language,
                ru: (one: "карточка", few: "карточки", many: "карточек"),
                en: (one: "card", many: "cards")
            )
            let added = Localized("Добавлено на экран: \(number)", "On the screen: \(number)")[language]
            let later = Localized("видны пока не все", "not all are seen yet")[language]
            return waiting == 0 ? added : "\(added), \(later)"
        }
    }

    /// A refused entry does not prevent the others.
    func add(_ picks: [HomePick]) async -> Result {
        var result = Result()
        let act = ContentStore.Act(author: author)
        // Each is added at the top, so the first selected one ends up first.
        for pick in picks.reversed() {
            do {
                let content = try await screen.contents.content(pick.id, of: pick.type)
                try await screen.show(pick.id, on: block, as: act)
                let card = ["block": block.name, "id": pick.id]
                result.undo.append(FlashMessage.Call("home_hide", card))
                result.titles.append(pick.type.title(of: content.fields))
                if content.state(at: screen.contents.now()) != .live { result.waiting += 1 }
                if block.isMovable {
                    try await screen.move(pick.id, to: .first, in: block, as: act)
                    if let back = place(of: pick, content) { result.undo.append(back) }
                }
            } catch let problem as Problem {
                result.refusals.append(problem)
            } catch {
                let text = Localized("Не получилось добавить.", "It could not be added.")
                result.refusals.append(Problem(.unexpected, text))
            }
        }
        result.titles.reverse()
        return result
    }

    /// The undo that moves the entry back to its position among the published ones.
    private func place(of pick: HomePick, _ content: Content) -> FlashMessage.Call? {
        let live = screen.contents.live.state
        let row = pick.type.row.flatMap { live[$0].contents }.filter { $0.id != pick.id }
            .sorted(by: LiveContent.precedes)
        if let above = row.last(where: { $0.position < content.position }) {
            return .moving(pick.id, to: .after(above.id), pick.type)
        }
        return row.first { $0.position > content.position }.map {
            .moving(pick.id, to: .before($0.id), pick.type)
        }
    }
}
