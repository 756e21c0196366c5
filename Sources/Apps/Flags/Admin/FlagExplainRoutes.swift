import Core
import Flags
import HTTPTypes
import Hummingbird
import Storage
import Web

/// Evaluates flags with the reasons, and counts their use: `/admin/api/v1/flags/{project}/explain`.
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
            let key = try context.part("key")
            return Response.items(
                try await flags.statistics.days(of: key, try context.place(request)).map(\.json)
            )
        }
    }

    /// Evaluates the published template, or the draft if `draft` is true.
    private func explain(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.readFlags)
        var members = MemberReader(try await request.object())
        let (who, isDraft) = (members.take("context") ?? [:], members.bool("draft"))
        let key = members.optionalString("key")
        try members.finish()
        let draft = try await flags.drafts.draft(try context.place(request))
        let sheet = isDraft ? draft.sheet : draft.live.sheet
        let input = try FlagContext(json: who, now: flags.store.now())
        if let key, sheet.template.parameters[key] == nil { throw Problem.noFlag(key) }
        let explanation = CompiledTemplate(sheet).explain(input)
        return .json(explanation.json(in: context.language, only: key))
    }
}

extension FlagContext {
    /// Reads a context: `{"platform": "ios", "app_version": "2.4.0", "signals": {"age": "21"}}`.
    package init(json: JSON, now: Timestamp) throws(Problem) {
        guard let object = json.object else {
            throw .invalid([Fault("#/context", "должно быть объектом", "must be an object")])
        }
        var members = MemberReader(object, in: "context/")
        self.init(now: members.moment("at") ?? now)
        instanceID = members.optionalString("id")
        appID = members.optionalString("app_id")
        platform = members.optionalChoice("platform", of: Platform.self)
        appVersion = members.optionalString("app_version")
        appBuild = members.optionalString("app_build")
        country = members.optionalString("country")
        language = members.optionalString("language")
        firstOpen = members.moment("first_open")
        signals = members.texts("signals")
        userProperties = members.texts("user_properties")
        audiences = members.strings("audiences").map { Set($0) }
        segments = members.strings("segments").map { Set($0) }
        operatingSystem = members.optionalString("operating_system")
        browser = members.optionalString("browser")
        try members.finish()
    }
}

extension MemberReader {
    /// An object of texts; numbers and booleans become texts.
    fileprivate mutating func texts(_ name: String) -> [String: String] {
        guard let json = take(name) else { return [:] }
        let max = Limits.flagSignalsMax
        guard let members = json.object, members.count <= max else {
            fault(name, "должно быть объектом до \(max) полей", "must be an object of up to \(max) members")
            return [:]
        }
        return members.mapValues { $0.string ?? $0.text }
    }
}

extension FlagExplanation {
    /// Every condition with its clauses, and every parameter, or only the one with `key`.
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
