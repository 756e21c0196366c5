import Core
import HTTPTypes
import Hummingbird
import Storage

/// What somebody would get and why, and how flags are used: `/admin/api/v1/flags/{project}/explain`.
struct FlagExplainRoutes: Sendable {
    let flags: FlagServices

    func add(to group: RouterGroup<StaffContext>) {
        group.post("{project}/explain") { request, context in try await explain(request, context) }
        group.get("{project}/lint") { request, context in
            try context.author.require(.readFlags)
            let warnings = try await flags.drafts.lint(try context.place(request))
            return Response.items(warnings.map { $0.json(in: context.language) })
        }
        group.get("{project}/statistics") { request, context in
            try context.author.require(.readFlags)
            return Response.items(
                try await flags.statistics.parameters(try context.place(request)).map(\.json)
            )
        }
        group.get("{project}/statistics/{key}") { request, context in
            try context.author.require(.readFlags)
            let key = try context.parameters.require("key")
            return Response.items(
                try await flags.statistics.days(of: key, try context.place(request)).map(\.json)
            )
        }
    }

    /// By what apps see, or by the draft where `draft` is true.
    private func explain(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.readFlags)
        let members = FlagMembers(try await request.object())
        try members.require(among: ["context", "draft", "key"])
        let draft = try await flags.drafts.draft(try context.place(request))
        let sheet = members["draft"] == true ? draft.sheet : draft.live.sheet
        let input = try FlagContext(json: members["context"] ?? [:], now: flags.store.now())
        let key = try members.optionalText("key")
        if let key, sheet.template.parameters[key] == nil { throw Problem.noFlag(key) }
        let explanation = CompiledTemplate(sheet).explain(input)
        return .json(explanation.json(in: context.language, only: key))
    }
}

extension FlagContext {
    /// As people write it: `{"platform": "ios", "app_version": "2.4.0", "signals": {"age": "21"}}`.
    package init(json: JSON, now: Timestamp) throws(Problem) {
        let members = FlagMembers(json.object ?? [:])
        try members.require(among: [
            "at", "id", "app_id", "platform", "app_version", "app_build", "country", "language", "first_open",
            "signals", "user_properties", "audiences", "segments", "operating_system", "browser",
        ])
        self.init(now: try members.moment("at") ?? now)
        instanceID = try members.optionalText("id")
        appID = try members.optionalText("app_id")
        if let name = try members.optionalText("platform") {
            guard let platform = Platform(rawValue: name) else {
                let names = Platform.allCases.map(\.rawValue).joined(separator: ", ")
                throw .invalid([
                    Fault("#/platform", "должно быть одним из: \(names)", "must be one of \(names)")
                ])
            }
            self.platform = platform
        }
        appVersion = try members.optionalText("app_version")
        appBuild = try members.optionalText("app_build")
        country = try members.optionalText("country")
        language = try members.optionalText("language")
        firstOpen = try members.moment("first_open")
        signals = try members.texts("signals")
        userProperties = try members.texts("user_properties")
        audiences = members["audiences"].map { Set($0.strings) }
        segments = members["segments"].map { Set($0.strings) }
        operatingSystem = try members.optionalText("operating_system")
        browser = try members.optionalText("browser")
    }
}

extension FlagMembers {
    /// An object of texts; numbers and booleans are read as they are written.
    fileprivate func texts(_ name: String) throws(Problem) -> [String: String] {
        guard let json = self[name], json != .null else { return [:] }
        guard let members = json.object, members.count <= Limits.flagSignalsMax else {
            throw .invalid([
                Fault(
                    "#/\(name)",
                    "должно быть объектом до \(Limits.flagSignalsMax) полей",
                    "must be an object of up to \(Limits.flagSignalsMax) members"
                )
            ])
        }
        return members.mapValues { $0.string ?? $0.text }
    }
}

extension FlagExplanation {
    /// Every condition with its clauses, and every parameter or only one of them.
    func json(in language: Language, only key: String?) -> JSON {
        [
            "conditions": .array(conditions.map { $0.json(in: language) }),
            "parameters": .array(
                parameters.filter { key == nil || $0.outcome.key == key }.map { $0.json(in: language) }
            ),
        ]
    }
}

extension FlagExplanation.Condition {
    fileprivate func json(in language: Language) -> JSON {
        [
            "name": .string(name), "expression": .string(expression), "holds": .bool(holds),
            "clauses": .array(clauses.map { $0.json(in: language) }),
            "fault": JSON(fault?.detail[language]),
        ]
    }
}

extension ClauseExplanation {
    fileprivate func json(in language: Language) -> JSON {
        [
            "text": .string(text), "holds": .bool(holds), "input": JSON(input), "why": .string(why[language]),
        ]
    }
}

extension FlagExplanation.Parameter {
    fileprivate func json(in language: Language) -> JSON {
        [
            "key": .string(outcome.key), "value": JSON(outcome.value?.text),
            "condition": JSON(outcome.condition), "type": .string(outcome.type.rawValue),
            "why": .string(why[language]),
            "passed_over": .array(
                passedOver.map { candidate in
                    [
                        "condition": JSON(candidate.condition), "value": JSON(candidate.value.text),
                        "why": .string(candidate.why[language]),
                    ]
                }
            ),
        ]
    }
}
