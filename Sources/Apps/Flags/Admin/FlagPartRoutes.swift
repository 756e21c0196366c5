import Core
import Flags
import HTTPTypes
import Hummingbird
import Storage
import Web

/// One parameter or one condition by itself, with the versions and tags of the whole template (R106).
///
/// `PUT` and `DELETE` publish at once; `PATCH …/draft` collects changes instead.
enum FlagPartRoutes: RouteList {
    static let tag = FlagSchema.tag
    static let routes = parameterRoutes + conditionRoutes

    private static let parameterRoutes: [Route] = [
        .flags(
            .get,
            "/parameters",
            "parameters",
            "Every parameter.",
            needs: [.readFlags],
            parameters: [.flagNamespace],
            answer: .page(of: parameter)
        ) { call in
            let version = try await call.current()
            return .items(version.template.parameters.keys.sorted().map { version.parameter($0) })
        },
        .flags(
            .get,
            "/parameters/{key}",
            "parameter",
            "One parameter.",
            needs: [.readFlags],
            parameters: [.flagNamespace],
            parts: parts,
            answer: .json("The parameter.", parameter)
        ) { call in
            let version = try await call.current()
            let key = try call.context.part("key")
            guard version.template.parameters[key] != nil else { throw Problem.noFlag(key) }
            return .json(version.parameter(key), headers: [.eTag: version.tag])
        },
        .flags(
            .put,
            "/parameters/{key}",
            "parameter_publish",
            "Publish one parameter; the rest stays.",
            needs: changing,
            parameters: [.flagNamespace],
            parts: parts,
            headers: headers,
            body: Schema.body(
                ["parameter": FlagSchema.parameter, "group": Schema.text, "note": FlagSchema.note],
                required: ["parameter"]
            ),
            answer: .json("The parameter.", parameter)
        ) { call in try await putParameter(call) },
        .flags(
            .delete,
            "/parameters/{key}",
            "parameter_remove",
            "Publish the template without it.",
            needs: changing,
            parameters: [.flagNamespace],
            parts: parts,
            headers: headers,
            answer: .nothing
        ) { call in
            let key = try call.context.part("key")
            return .gone(
                try await call.publish { sheet, live throws(Problem) in
                    try sheet.apply(.removeParameter(key), live: live)
                }
            )
        },
    ]

    private static let conditionRoutes: [Route] = [
        .flags(
            .get,
            "/conditions",
            "conditions",
            "Every condition, the highest first.",
            needs: [.readFlags],
            parameters: [.flagNamespace],
            answer: .page(of: condition)
        ) { call in
            let version = try await call.current()
            return .items(version.template.conditions.map { version.condition($0) })
        },
        .flags(
            .get,
            "/conditions/{name}",
            "condition",
            "One condition.",
            needs: [.readFlags],
            parameters: [.flagNamespace],
            parts: parts,
            answer: .json("The condition.", condition)
        ) { call in
            let version = try await call.current()
            let condition = try version.condition(named: try call.name)
            return .json(version.condition(condition), headers: [.eTag: version.tag])
        },
        .flags(
            .put,
            "/conditions/{name}",
            "condition_publish",
            "Publish one condition; `at` is its place from 0.",
            needs: changing,
            parameters: [.flagNamespace],
            parts: parts,
            headers: headers,
            body: Schema.body(
                FlagSchema.conditionMembers.with(["at": Schema.integer]),
                required: ["expression"]
            ),
            answer: .json("The condition.", condition)
        ) { call in try await putCondition(call) },
        .flags(
            .delete,
            "/conditions/{name}",
            "condition_remove",
            "Publish the template without it and its values.",
            needs: changing,
            parameters: [.flagNamespace],
            parts: parts,
            headers: headers,
            answer: .nothing
        ) { call in
            let name = try call.name
            return .gone(
                try await call.publish { sheet, live throws(Problem) in
                    try sheet.apply(.removeCondition(name), live: live)
                }
            )
        },
    ]

    private static func putParameter(_ call: RouteCall) async throws -> Response {
        let key = try call.context.part("key")
        var members = MemberReader(try await call.request.object())
        let (json, group) = (members.take("parameter") ?? .null, members.optionalString("group"))
        let described = members.take("note")
        try members.finish()
        let parameter = try FlagTemplate.parameter(json, group: group)
        let note = try described.map { json throws(Problem) in try FlagMetadata(json: json) }
        let version = try await call.publish { sheet, _ throws(Problem) in
            sheet.template.parameters[key] = parameter
            if let group, sheet.template.groups[group] == nil { sheet.template.groups[group] = FlagGroup() }
            if let note { sheet.notes.parameters[key] = note }
        }
        return .json(version.parameter(key), headers: [.eTag: version.tag])
    }

    /// `at` is its index from 0, the highest priority first; a new one without it is added last.
    private static func putCondition(_ call: RouteCall) async throws -> Response {
        let name = try call.name
        var members = MemberReader(try await call.request.object())
        let condition = FlagCondition(
            name: name,
            expression: members.string("expression"),
            color: members.optionalString("tagColor"),
            description: members.optionalString("description")
        )
        let place = members.integer("at").map { Int(min(max($0, 0), Int64(Limits.flagConditionsMax))) }
        try members.finish()
        let version = try await call.publish { sheet, live throws(Problem) in
            let note = sheet.notes.conditions[name] ?? FlagConditionNote()
            guard sheet.template.conditions.contains(where: { $0.name == name }) else {
                return try sheet.apply(.addCondition(condition, note, at: place), live: live)
            }
            try sheet.apply(.editCondition(name, condition, note), live: live)
            if let place { try sheet.apply(.moveCondition(name, to: place), live: live) }
        }
        let published = try version.condition(named: name)
        return .json(version.condition(published), headers: [.eTag: version.tag])
    }

    // MARK: Schemas

    private static let changing: [Permission] = [.publishFlags, .readFlags]
    private static let headers = [OpenAPI.versionParameter, OpenAPI.noteParameter]
    private static let parts = ["key": Schema.text, "name": Schema.text]

    private static let parameter = Schema.object([
        "key": Schema.text, "group": Schema.optionalText, "parameter": FlagSchema.parameter,
        "note": FlagSchema.note, "version": Schema.integer,
    ])

    private static let condition = Schema.object(
        FlagSchema.conditionMembers.with([
            "name": Schema.text, "at": Schema.integer, "version": Schema.integer,
        ]),
        optional: ["tagColor", "description"]
    )
}

extension RouteCall {
    fileprivate var name: String {
        get throws { try context.part("name") }
    }

    fileprivate func current() async throws -> FlagVersion {
        try await flags.store.current(try await knownPlace())
    }

    /// Publishes the version that `If-Match` names with one change.
    fileprivate func publish(
        _ change: (_ sheet: inout AnnotatedTemplate, _ live: AnnotatedTemplate) throws(Problem) -> Void
    ) async throws -> FlagVersion {
        let expected = try flagExpectation()
        let version = try await current()
        var sheet = version.sheet
        // The database checks that it is still the newest.
        try change(&sheet, version.sheet)
        return try await flags.store.publish(
            sheet.template,
            notes: sheet.notes,
            at: version.place,
            expecting: expected,
            as: try flagAct()
        )
    }
}

extension Response {
    fileprivate static func gone(_ version: FlagVersion) -> Response {
        Response(status: .noContent, headers: [.eTag: version.tag])
    }
}

extension FlagVersion {
    fileprivate func parameter(_ key: String) -> JSON {
        let parameter = template.parameters[key]
        return [
            "key": .string(key), "group": JSON(parameter?.group), "parameter": parameter?.json ?? .null,
            "note": notes.parameters[key]?.json ?? [:], "version": .integer(number),
        ]
    }

    fileprivate func condition(_ condition: FlagCondition) -> JSON {
        let place = template.conditions.firstIndex { $0.name == condition.name } ?? 0
        return condition.json.merged(with: ["at": .integer(Int64(place)), "version": .integer(number)])
    }

    fileprivate func condition(named name: String) throws(Problem) -> FlagCondition {
        guard let condition = template.conditions.first(where: { $0.name == name }) else {
            throw .noFlagCondition(name)
        }
        return condition
    }
}
