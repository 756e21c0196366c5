import Core
import Flags
import Storage
import Web

/// The preview of an app's screen, with the flags of the draft or of a schedule.
struct FlagPreview: Sendable {
    let board: FlagBoard
    let api: AdminAPI

    func json(at plan: String) async throws -> JSON {
        let (words, plans) = (board.words, waiting)
        var shown = words
        var chosen = ""
        if let schedule = plans.first(where: { $0["id"]?.string == plan }) {
            chosen = plan
            shown = try await self.words(of: schedule) ?? words
        }
        guard let phone = Catalog.flagScreens.lazy.compactMap({ $0.screen(for: shown) }).first else {
            return .null
        }
        let tabs =
            [tab(words.say("Черновик", "Draft"), "", chosen)]
            + plans.map { schedule in
                let at = schedule["at"]?.string.flatMap { Timestamp($0) }
                return tab(at.map { board.time.moment($0) } ?? "", schedule["id"]?.string ?? "", chosen)
            }
        return phone.merged(with: [
            "tabs": .array(tabs), "has_tabs": .bool(!plans.isEmpty),
            "is_live": .bool(chosen.isEmpty),
        ])
    }

    /// The schedules that have not failed.
    private var waiting: [JSON] {
        board.schedules.filter { $0["failed_at"]?.string == nil }
    }

    private func tab(_ text: String, _ id: String, _ chosen: String) -> JSON {
        [
            "text": .string(text), "is_on": .bool(id == chosen),
            "href": .string("\(board.own)?view=preview" + (id.isEmpty ? "" : "&at=\(id)")),
        ]
    }

    private func words(of schedule: JSON) async throws -> FlagLabels? {
        let path = "/flags/\(board.id)"
        let sheet: JSON
        if let number = schedule["to"]?.integer {
            sheet = try await api.get("\(path)/versions/\(number)")
        } else {
            sheet = try await api.get("\(path)/schedules/\(schedule["id"]?.string ?? "")")
        }
        guard let template = sheet["template"], let notes = sheet["notes"] else { return nil }
        return FlagLabels(
            template: try FlagTemplate.parsing(template),
            notes: try TemplateMetadata(json: notes),
            language: board.language
        )
    }
}
