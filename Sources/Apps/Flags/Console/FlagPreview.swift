import Core
import Flags
import Storage
import Web

/// The preview of an app's screen, with the flags of the draft or of a schedule.
struct FlagPreview: Sendable {
    let board: FlagBoard

    func json(at plan: String) async throws -> JSON {
        let (words, plans) = (board.words, waiting)
        let chosen = plans.first { $0.id == plan }
        var shown = words
        if let chosen { shown = try await self.words(of: chosen) }
        guard let phone = Catalog.flagScreens.lazy.compactMap({ $0.screen(for: shown) }).first else {
            return .null
        }
        let tabs =
            [tab(words.say("Черновик", "Draft"), "", chosen?.id ?? "")]
            + plans.map { tab(board.time.moment($0.at), $0.id, chosen?.id ?? "") }
        return phone.merged(with: [
            "tabs": .array(tabs), "has_tabs": .bool(!plans.isEmpty),
            "is_live": .bool(chosen == nil),
        ])
    }

    /// The schedules that have not failed.
    private var waiting: [FlagSchedule] { board.schedules.filter { $0.failedAt == nil } }

    private func tab(_ text: String, _ id: String, _ chosen: String) -> JSON {
        [
            "text": .string(text), "is_on": .bool(id == chosen),
            "href": .string("\(board.own)?view=preview" + (id.isEmpty ? "" : "&at=\(id)")),
        ]
    }

    private func words(of schedule: FlagSchedule) async throws -> FlagLabels {
        switch schedule.action {
        case .publish(let sheet, _): return FlagLabels(sheet, board.language)
        case .rollback(let number):
            let store = board.console.services.flags.store
            return FlagLabels(try await store.version(number, schedule.place).sheet, board.language)
        }
    }
}
