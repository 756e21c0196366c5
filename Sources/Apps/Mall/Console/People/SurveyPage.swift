import Core
import Hummingbird
import Storage
import Web

/// The results of the survey, with links to the users who answered (M92).
struct SurveyPage {
    static let path = "/people/survey"

    let console: Console
    let context: ConsoleContext

    init(_ console: Console, _ context: ConsoleContext) {
        (self.console, self.context) = (console, context)
    }

    private var language: Language { context.language }

    func show() async throws -> Response {
        try context.author.require(.readContent)
        let now = console.services.now()
        let survey = try await console.services.database.read { try $0.surveySummary(at: now) }
        let taken = survey.taken
        let page = ConsolePage(
            "survey",
            title: Localized("Опрос", "Survey")[language],
            path: Self.path,
            context: [
                "stats": .array([
                    stat(Localized("Прошли опрос", "Took it"), taken, of: survey.registered),
                    stat(Localized("Есть дети", "Have children"), survey.withKids, of: taken),
                    stat(Localized("Нет детей", "No children"), survey.withoutKids, of: taken),
                ]),
                "ages": .array(survey.groups.map { bar($0, of: taken) }), "has_answers": .bool(taken > 0),
                "people": .string("\(UserPage.path)?surveyed=true"),
            ]
        )
        return try await console.show(page, context)
    }

    private func stat(_ title: Localized, _ count: Int64, of all: Int64) -> JSON {
        [
            "title": .string(title[language]), "value": .string(RecordCell.grouped(count)),
            "unit": .string(all == 0 ? "" : "\(Self.percent(count, of: all))\u{A0}%"),
        ]
    }

    private func bar(_ group: (from: Int, until: Int?, count: Int64), of all: Int64) -> JSON {
        let count = group.count
        let title =
            switch (group.from, group.until) {
            case (0, let until?): Localized("младше \(until)", "under \(until)")
            case (let from, let until?): Localized(same: "\(from)–\(until - 1)")
            case (let from, nil): Localized("\(from) и старше", "\(from) and over")
            }
        return [
            "title": .string(title[language]), "count": .string(RecordCell.grouped(count)),
            "value": .string(String(count)), "max": .string(String(max(all, 1))),
            "percent": .string("\(Self.percent(count, of: all))\u{A0}%"),
        ]
    }

    private static func percent(_ count: Int64, of all: Int64) -> Int64 {
        guard all > 0 else { return 0 }
        return Int64((Double(count) / Double(all) * 100).rounded())
    }
}
