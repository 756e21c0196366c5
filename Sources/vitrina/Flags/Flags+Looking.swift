import ArgumentParser
import Core

extension Flags {
    struct Explain: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized(
                "Показать, кто что получит и почему: каждое условие по частям.",
                "Show what somebody gets and why: each condition, clause by clause."
            ).here,
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
                let parameters = answer["parameters"]?.array ?? []
                session.answer(answer, ids: parameters.compactMap { $0["key"]?.string }) {
                    session.explanationTable(parameters)
                }
                let names = key == nil ? nil : parameters.first.map { conditions(of: $0) }
                session.noteConditions(
                    (answer["conditions"]?.array ?? []).filter { condition in
                        names?.contains(condition["name"]?.string ?? "") != false
                    }
                )
            }
        }

        /// The conditions under which the parameter has a value.
        private func conditions(of parameter: JSON) -> [String] {
            let others = parameter["passed_over"]?.array ?? []
            return ([parameter] + others).compactMap { $0["condition"]?.string }
        }
    }

    struct Watch: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized(
                "Сообщать о каждой версии при публикации, до Ctrl-C.",
                "Tell of each version as it is published, until Ctrl-C."
            ).here
        )

        @OptionGroup var place: FlagPlaceOptions
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                Exit.endsByInterrupt()
                let path = try await place.path(session, "versions")
                var last = try await newest(path, session).first?["number"]?.integer ?? 0
                try await session.follow(every: .seconds(1)) {
                    let new = try await newest(path, session).filter { ($0["number"]?.integer ?? 0) > last }
                    session.tell(new.reversed(), cells: session.versionCells)
                    last = new.first?["number"]?.integer ?? last
                }
            }
        }

        private func newest(_ path: [String], _ session: Session) async throws -> [JSON] {
            let query = place.query + [("limit", "20")]
            return try await session.api.get(path, query: query)["items"]?.array ?? []
        }
    }

    struct Statistics: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized(
                "Показать, как часто спрашивали параметры или один из них по дням и версиям.",
                "Show how often each parameter was asked for, or one of them by day and version."
            ).here
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
                let items = try await session.api.get(path, query: place.query)["items"]?.array ?? []
                let names = key == nil ? ["key", "last_day", "count"] : ["day", "version", "count"]
                let titles =
                    key == nil
                    ? [Localized("ПАРАМЕТР", "PARAMETER"), Localized("В ПОСЛЕДНИЙ РАЗ", "LAST")]
                    : [Localized("ДЕНЬ", "DAY"), Localized("ВЕРСИЯ", "VERSION")]
                session.answer(
                    ["items": .array(items), "next": .null],
                    ids: items.compactMap { $0[names[0]]?.string }
                ) {
                    Table(
                        titles.map { Table.Column($0) } + [
                            Table.Column(Localized("ЗАПРОСОВ", "FETCHES"), isNumber: true)
                        ],
                        rows: items.map { item in
                            names.map { item[$0]?.string ?? item[$0].number }
                        }
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

    fileprivate func explanationTable(_ parameters: [JSON]) -> Table {
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
                    parameter["key"]?.string ?? "",
                    parameter["value"]?.string ?? text(Localized("(как в приложении)", "(in-app default)")),
                    parameter["condition"]?.string ?? "", parameter["why"]?.string ?? "",
                ]
            }
        )
    }

    private func mark(_ verdict: JSON) -> String { verdict["holds"] == true ? "✓" : "✗" }

    /// Returns the clause, shortened because a list of countries may be long.
    private func short(_ clause: String) -> String {
        let max = Self.clauseLengthMax
        return clause.count > max ? clause.prefix(max) + "…" : clause
    }

    private static var clauseLengthMax: Int { 100 }

    /// Shows each condition with its clauses.
    fileprivate func noteConditions(_ conditions: [JSON]) {
        for condition in conditions {
            report(Localized(same: "\(mark(condition)) \(condition["name"]?.string ?? "")"))
            if let fault = condition["fault"]?.string { report(Localized(same: "    \(fault)")) }
            for clause in condition["clauses"]?.array ?? [] {
                let text = short(clause["text"]?.string ?? "")
                report(Localized(same: "    \(mark(clause)) \(text) — \(clause["why"]?.string ?? "")"))
            }
        }
    }
}
