import Core
import HTTPTypes
import Storage
import Web

/// A content that is to go on a block: `news.<id>`.
struct HomePick: Sendable, Equatable {
    let type: ContentType
    let id: String

    init?(_ text: String, for block: HomeBlock) {
        let parts = text.split(separator: ".").map { String($0) }
        guard parts.count == 2, let type = block.types.first(where: { $0.name == parts[0] }),
            let id = Identifier.normalized(parts[1])
        else { return nil }
        (self.type, self.id) = (type, id)
    }

    var text: String { "\(type.name).\(id)" }

    static func == (left: HomePick, right: HomePick) -> Bool { left.text == right.text }
}

/// Puts contents on a block, above what is there where the block is sorted by hand.
struct HomeAddition: Sendable {
    let block: HomeBlock
    let api: AdminAPI
    let console: Console

    struct Result: Sendable {
        var titles: [String] = []
        /// How many of them nobody sees yet: drafts, and what has not begun or has ended.
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

    /// What is refused leaves the rest in peace.
    func add(_ picks: [HomePick]) async -> Result {
        var result = Result()
        // Each goes on top, so that the one ticked first ends up there.
        for pick in picks.reversed() {
            do {
                let content = try await api.get("/mall/\(pick.type.name)/\(pick.id)")
                let path = "/mall/home/\(block.name)/cards/\(pick.id)"
                try await api.send(.put, path)
                result.undo.append(FlashMessage.Call("DELETE", path))
                result.titles.append(content["title"]?.string ?? "")
                if content["state"] != "live" { result.waiting += 1 }
                if block.isMovable {
                    try await api.send(.put, path + "/position", body: ["to": "first"])
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

    /// What puts the content back where it stood among what is published.
    private func place(of pick: HomePick, _ content: JSON) -> FlashMessage.Call? {
        guard let position = content["position"]?.integer else { return nil }
        let live = console.services.live.state
        let row = pick.type.row.flatMap { live[$0].contents }.filter { $0.id != pick.id }
            .sorted(by: LiveContent.precedes)
        let path = "/mall/\(pick.type.name)/\(pick.id)/position"
        if let above = row.last(where: { $0.position < position }) {
            return FlashMessage.Call("PUT", path, ["after": .string(above.id)])
        }
        return row.first { $0.position > position }.map {
            FlashMessage.Call("PUT", path, ["before": .string($0.id)])
        }
    }
}
