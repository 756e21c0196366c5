import Core
import Flags
import HTTPTypes
import Hummingbird
import Storage
import Web

/// The evaluation for a context with its reasons: `/admin/api/v1/flags/{project}/explain`.
enum FlagExplainRoutes: RouteList {
    static let tag = FlagSchema.tag

    static let routes: [Route] = [
        .flags(
            .post,
            "/explain",
            "explain",
            "The values for a user, and why.",
            needs: [.readFlags],
            parameters: [.flagNamespace],
            body: Schema.body(["context": context, "draft": Schema.flag, "key": Schema.text]),
            answer: .json("Conditions and parameters.", explanation)
        ) { call in try await explain(call) },
        .flags(
            .get,
            "/lint",
            "lint",
            "Probable mistakes in the draft.",
            needs: [.readFlags],
            parameters: [.flagNamespace],
            answer: .page(of: FlagSchema.warning)
        ) { call in
            let warnings = try await call.flags.drafts.lint(try call.place)
            return .items(warnings.map { $0.json(in: call.language) })
        },
        .flags(
            .get,
            "/statistics",
            "statistics",
            "The number of requests for each parameter.",
            needs: [.readFlags],
            parameters: [.flagNamespace],
            answer: .page(
                of: Schema.object([
                    "key": Schema.text, "last_day": Schema.optionalText, "count": Schema.integer,
                ])
            )
        ) { call in
            .items(try await call.flags.statistics.parameters(try call.place).map(\.json))
        },
        .flags(
            .get,
            "/statistics/{key}",
            "statistics_days",
            "The same of one parameter, by day and version.",
            needs: [.readFlags],
            parameters: [.flagNamespace],
            parts: ["key": Schema.text],
            answer: .page(
                of: Schema.object([
                    "day": Schema.text, "version": Schema.integer, "key": Schema.text,
                    "count": Schema.integer,
                ])
            )
        ) { call in
            let key = try call.context.part("key")
            return .items(try await call.flags.statistics.days(of: key, try call.place).map(\.json))
        },
    ]

    /// Explains the published version, or the draft if `draft` is true.
    private static func explain(_ call: RouteCall) async throws -> Response {
        var members = MemberReader(try await call.request.object())
        let (who, isDraft) = (members.take("context") ?? [:], members.bool("draft"))
        let key = members.optionalString("key")
        try members.finish()
        let draft = try await call.flags.drafts.draft(try call.place)
        let sheet = isDraft ? draft.sheet : draft.live.sheet
        let input = try FlagContext(json: who, now: call.flags.store.now())
        if let key, sheet.template.parameters[key] == nil { throw Problem.noFlag(key) }
        let explanation = CompiledTemplate(sheet).explain(input)
        return .json(explanation.json(in: call.language, only: key))
    }

    // MARK: Schemas

    private static let texts: JSON = [
        "type": "object", "maxProperties": .integer(Int64(Limits.flagSignalsMax)),
        "additionalProperties": ["type": ["string", "number", "boolean"]],
    ]

    private static let context = Schema.body([
        "at": Schema.moment, "id": Schema.text, "app_id": Schema.text,
        "platform": Schema.choice(of: FlagContext.Platform.self), "app_version": Schema.text,
        "app_build": Schema.text,
        "country": Schema.text, "language": Schema.text, "first_open": Schema.moment, "signals": texts,
        "user_properties": texts, "audiences": Schema.list(of: Schema.text),
        "segments": Schema.list(of: Schema.text), "operating_system": Schema.text, "browser": Schema.text,
    ])

    private static let explanation = Schema.object([
        "conditions": Schema.list(
            of: Schema.object([
                "name": Schema.text, "expression": Schema.text, "holds": Schema.flag,
                "clauses": Schema.list(
                    of: Schema.object([
                        "text": Schema.text, "holds": Schema.flag, "input": Schema.optionalText,
                        "why": Schema.text,
                    ])
                ),
                "fault": Schema.optionalText,
            ])
        ),
        "parameters": Schema.list(
            of: Schema.object([
                "key": Schema.text, "value": Schema.optionalText, "condition": Schema.optionalText,
                "type": Schema.choice(of: FlagParameter.ValueType.self), "why": Schema.text,
                "passed_over": Schema.list(
                    of: Schema.object([
                        "condition": Schema.optionalText, "value": Schema.optionalText, "why": Schema.text,
                    ])
                ),
            ])
        ),
    ])
}

extension FlagContext {
    /// Parses the JSON that people write: `{"platform": "ios", "app_version": "2.4.0", "signals": {"age": "21"}}`.
    package init(json: JSON, now: Timestamp) throws(Problem) {
        guard let object = json.object else {
            throw .invalid([Fault("#/context", "должно быть объектом", "must be an object")])
        }
        var members = MemberReader(object, in: "context/")
        self.init(now: members.moment("at") ?? now)
        instanceID = members.optionalString("id")
        appID = members.optionalString("app_id")
        platform = members.optionalChoice("platform", of: FlagContext.Platform.self)
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
    /// An object of texts; numbers and booleans are converted as they are written.
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
    /// All conditions with their clauses, and all parameters or only one of them.
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
