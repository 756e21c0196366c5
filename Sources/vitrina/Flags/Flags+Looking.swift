import Apps
import ArgumentParser
import Core
import Flags

extension Flags {
    struct Explain: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Показать, кто что получит и почему: каждое условие по частям.",
            "Show what somebody gets and why: each condition, clause by clause.",
            discussion: Localized(
                """
                Примеры:
                  vitrina flags explain --platform ios --app-version 2.4.0 --country RU
                  vitrina flags explain paywall_variant --id cXyz… --signal level=7 --draft
                """,
                """
                Examples:
                  vitrina flags explain --platform ios --app-version 2.4.0 --country RU
                  vitrina flags explain paywall_variant --id cXyz… --signal level=7 --draft
                """
            ).here
        )

        @Argument(
            help: ArgumentHelp("Только этот параметр.", "Only this parameter."),
            completion: .custom(Candidates.flagKeys)
        ) var key: String?
        @OptionGroup var place: FlagPlaceOptions
        @OptionGroup var who: FlagContextOptions
        @Flag(
            help: ArgumentHelp(
                "По черновику, а не по тому, что видят приложения.",
                "By the draft, not by what apps see."
            )
        ) var draft = false
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                var body: [String: JSON] = ["context": try who.json(session), "draft": .bool(draft)]
                body["key"] = key.map { .string($0) }
                let path = try await place.path(session, "explain")
                let answer = try await session.api.send(place.call(.post, path, json: .object(body)).unseen)
                let explanation = try FlagExplanation.Answer(json: answer)
                let parameters = explanation.parameters
                session.answer(answer, ids: parameters.map(\.key)) {
                    session.explanationTable(parameters)
                }
                let names = key == nil ? nil : parameters.first.map { conditions(of: $0) }
                session.noteConditions(
                    explanation.conditions.filter { names?.contains($0.name) != false }
                )
            }
        }

        /// The conditions under which the parameter has a value.
        private func conditions(of parameter: FlagExplanation.Answer.Parameter) -> [String] {
            ([parameter.condition] + parameter.passedOver.map(\.condition)).compactMap { $0 }
        }
    }

    struct Watch: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Сообщать о каждой версии при публикации, до Ctrl-C.",
            "Tell of each version as it is published, until Ctrl-C."
        )

        @OptionGroup var place: FlagPlaceOptions
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                Exit.endsByInterrupt()
                let path = try await place.path(session, "versions")
                var last = try await newest(path, session).first?.number ?? 0
                try await session.follow(every: .seconds(1)) {
                    let new = try await newest(path, session).filter { $0.number > last }
                    try session.tell(new.reversed().map { $0.json }, cells: session.versionCells)
                    last = new.first?.number ?? last
                }
            }
        }

        private func newest(
            _ path: [String],
            _ session: Session
        ) async throws -> [(number: Int64, json: JSON)] {
            let query = place.query + [("limit", "20")]
            let page = try await session.api.get(path, query: query, as: Page<JSON>.self)
            return try page.elements.map { (try FlagVersion.Answer(json: $0).number, $0) }
        }
    }

    struct Statistics: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Показать, как часто спрашивали параметры или один из них по дням и версиям.",
            "Show how often each parameter was asked for, or one of them by day and version."
        )

        @Argument(
            help: ArgumentHelp("Только этот параметр.", "Only this parameter."),
            completion: .custom(Candidates.flagKeys)
        ) var key: String?
        @OptionGroup var place: FlagPlaceOptions
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let path = try await place.path(session, "statistics") + [key].compactMap { $0 }
                let page = try await session.api.get(path, query: place.query, as: Page<JSON>.self)
                let rows = try page.elements.map { item in
                    if key == nil {
                        let line = try FlagStatistics.Line(json: item)
                        return [line.key, line.lastDay ?? "", String(line.count)]
                    }
                    let day = try FlagStatistics.Day(json: item)
                    return [day.day, String(day.version), String(day.count)]
                }
                let titles =
                    key == nil
                    ? [Localized("ПАРАМЕТР", "PARAMETER"), Localized("В ПОСЛЕДНИЙ РАЗ", "LAST")]
                    : [Localized("ДЕНЬ", "DAY"), Localized("ВЕРСИЯ", "VERSION")]
                session.answer(
                    ["items": .array(page.elements), "next": .null],
                    ids: rows.map { $0[0] }
                ) {
                    Table(
                        titles.map { Table.Column($0) } + [
                            Table.Column(Localized("ЗАПРОСОВ", "FETCHES"), isNumber: true)
                        ],
                        rows: rows
                    )
                }
            }
        }
    }
}

/// The options of an evaluation context.
struct FlagContextOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Id установки.", "The id of the installation.", valueName: "id")) var id:
        String?
    @Option(
        help: ArgumentHelp("ios, android или web.", "ios, android or web."),
        completion: .list(["ios", "android", "web"])
    ) var platform: String?
    @Option(
        help: ArgumentHelp("Id приложения: 1:123:ios:abc.", "The app's id: 1:123:ios:abc.", valueName: "id")
    ) var appID: String?
    @Option(help: ArgumentHelp("Версия приложения.", "The app's version.")) var appVersion: String?
    @Option(help: ArgumentHelp("Сборка приложения.", "The app's build.")) var appBuild: String?
    @Option(help: ArgumentHelp("RU, US и другие.", "RU, US.")) var country: String?
    @Option(help: ArgumentHelp("ru, en-US и другие.", "ru, en-US.")) var language: String?
    @Option(
        help: ArgumentHelp(
            "Когда приложение открыли впервые.",
            "When the app was opened first.",
            valueName: "moment"
        )
    ) var firstOpen: String?
    @Option(
        help: ArgumentHelp("Как если бы сейчас было это время.", "As if it were then.", valueName: "moment")
    ) var at: String?
    @Option(
        name: .customLong("signal"),
        help: ArgumentHelp("Можно несколько раз.", "May be given again.", valueName: "name=value")
    )
    var signals: [String] = []
    @Option(
        name: .customLong("user-property"),
        help: ArgumentHelp("Можно несколько раз.", "May be given again.", valueName: "name=value")
    )
    var userProperties: [String] = []

    func json(_ session: Session) throws(Failure) -> JSON {
        let texts = [
            ("id", id), ("platform", platform), ("app_id", appID), ("app_version", appVersion),
            ("app_build", appBuild), ("country", country), ("language", language),
        ].given
        let moments = try session.moments([("first_open", firstOpen), ("at", at)])
        var members = Dictionary((texts + moments).map { ($0.name, JSON.string($0.value)) }) { first, _ in
            first
        }
        if !signals.isEmpty { members["signals"] = .object(try Session.pairs(signals)) }
        if !userProperties.isEmpty { members["user_properties"] = .object(try Session.pairs(userProperties)) }
        return .object(members)
    }
}

extension Session {
    /// Parses the texts `name=value`.
    static func pairs(_ texts: [String]) throws(Failure) -> [String: JSON] {
        var members: [String: JSON] = [:]
        for text in texts {
            guard let sign = text.firstIndex(of: "="), sign > text.startIndex else {
                throw .usage(
                    Localized("«\(text)» — не имя=значение.", "“\(text)” is not of the form name=value.")
                )
            }
            members[String(text[..<sign])] = .string(String(text[text.index(after: sign)...]))
        }
        return members
    }

    fileprivate func explanationTable(_ parameters: [FlagExplanation.Answer.Parameter]) -> Table {
        let columns = [
            Table.Column(Localized("ПАРАМЕТР", "PARAMETER")),
            Table.Column(Localized("ЗНАЧЕНИЕ", "VALUE"), isFlexible: true),
            Table.Column(Localized("УСЛОВИЕ", "CONDITION")),
            Table.Column(Localized("ПОЧЕМУ", "WHY"), isReason: true),
        ]
        return Table(
            columns,
            rows: parameters.map { parameter in
                [
                    parameter.key,
                    parameter.value ?? text(Localized("(как в приложении)", "(in-app default)")),
                    parameter.condition ?? "", parameter.why,
                ]
            }
        )
    }

    private func mark(_ holds: Bool) -> String { holds ? "✓" : "✗" }

    /// Returns the clause, shortened because a list of countries may be long.
    private func short(_ clause: String) -> String {
        let max = Self.clauseLengthMax
        return clause.count > max ? clause.prefix(max) + "…" : clause
    }

    private static var clauseLengthMax: Int { 100 }

    /// Shows each condition with its clauses.
    fileprivate func noteConditions(_ conditions: [FlagExplanation.Answer.Condition]) {
        for condition in conditions {
            report(Localized(same: "\(mark(condition.holds)) \(condition.name)"))
            if let fault = condition.fault { report(Localized(same: "    \(fault)")) }
            for clause in condition.clauses {
                let line = "\(mark(clause.holds)) \(short(clause.text)) — \(clause.why)"
                report(Localized(same: "    \(line)"))
            }
        }
    }
}
