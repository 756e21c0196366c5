import Core
import Flags
import HTTPTypes
import Hummingbird
import Storage
import Web

/// A single parameter or condition, with the versions and tags of the whole template (R106).
///
/// `PUT` and `DELETE` publish at once; `PATCH …/draft` collects changes instead.
struct FlagPartRoutes: Sendable {
    let flags: FlagServices

    func add(to group: RouterGroup<StaffContext>) {
        group.group("{project}/parameters")
            .get { request, context in
                let version = try await current(request, context)
                return Response.items(version.template.parameters.keys.sorted().map { version.parameter($0) })
            }
            .get("{key}") { request, context in
                let version = try await current(request, context)
                let key = try context.part("key")
                guard version.template.parameters[key] != nil else { throw Problem.noFlag(key) }
                return answer(version.parameter(key), version)
            }
            .put("{key}") { request, context in try await putParameter(request, context) }
            .delete("{key}") { request, context in
                let key = try context.part("key")
                let version = try await publish(request, context) { sheet, live throws(Problem) in
                    try sheet.apply(.removeParameter(key), live: live)
                }
                return Response(status: .noContent, headers: [.eTag: version.tag])
            }
        group.group("{project}/conditions")
            .get { request, context in
                let version = try await current(request, context)
                return Response.items(version.template.conditions.map { version.condition($0) })
            }
            .get("{name}") { request, context in
                let version = try await current(request, context)
                return answer(version.condition(try version.condition(named: try context.name)), version)
            }
            .put("{name}") { request, context in try await putCondition(request, context) }
            .delete("{name}") { request, context in
                let name = try context.name
                let version = try await publish(request, context) { sheet, live throws(Problem) in
                    try sheet.apply(.removeCondition(name), live: live)
                }
                return Response(status: .noContent, headers: [.eTag: version.tag])
            }
    }

    private func current(_ request: Request, _ context: StaffContext) async throws -> FlagVersion {
        try context.author.require(.readFlags)
        let place = try context.place(request)
        return try await flags.store.current(
            FlagPlace(try await flags.store.project(place.project), place.namespace)
        )
    }

    private func answer(_ json: JSON, _ version: FlagVersion) -> Response {
        .json(json, headers: [.eTag: version.tag])
    }

    /// Publishes the version that `If-Match` names with one change.
    private func publish(
        _ request: Request,
        _ context: StaffContext,
        _ change: (_ sheet: inout FlagSheet, _ live: FlagSheet) throws(Problem) -> Void
    ) async throws -> FlagVersion {
        try context.author.require(.publishFlags)
        let expected = try request.flagExpectation()
        let version = try await current(request, context)
        var sheet = version.sheet
        // The database checks that the version is still the newest.
        try change(&sheet, version.sheet)
        return try await flags.store.publish(
            sheet.template,
            notes: sheet.notes,
            at: version.place,
            expecting: expected,
            as: try context.flagAct(request)
        )
    }

    private func putParameter(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.publishFlags)
        let key = try context.part("key")
        var members = MemberReader(try await request.object())
        let (json, group) = (members.take("parameter") ?? .null, members.optionalString("group"))
        let described = members.take("note")
        try members.finish()
        let parameter = try FlagTemplate.parameter(json, group: group)
        let note = try described.map { json throws(Problem) in try FlagNote(json: json) }
        let version = try await publish(request, context) { sheet, _ throws(Problem) in
            sheet.template.parameters[key] = parameter
            if let group, sheet.template.groups[group] == nil { sheet.template.groups[group] = FlagGroup() }
            if let note { sheet.notes.parameters[key] = note }
        }
        return answer(version.parameter(key), version)
    }

    /// `at` is its position from 0, the highest first; a new one without it comes last.
    private func putCondition(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.publishFlags)
        let name = try context.name
        var members = MemberReader(try await request.object())
        let condition = FlagCondition(
            name: name,
            expression: members.string("expression"),
            color: members.optionalString("tagColor"),
            description: members.optionalString("description")
        )
        let place = members.integer("at").map { Int(min(max($0, 0), Int64(Limits.flagConditionsMax))) }
        try members.finish()
        let version = try await publish(request, context) { sheet, live throws(Problem) in
            let note = sheet.notes.conditions[name] ?? FlagConditionNote()
            guard sheet.template.conditions.contains(where: { $0.name == name }) else {
                return try sheet.apply(.addCondition(condition, note, at: place), live: live)
            }
            try sheet.apply(.editCondition(name, condition, note), live: live)
            if let place { try sheet.apply(.moveCondition(name, to: place), live: live) }
        }
        return answer(version.condition(try version.condition(named: name)), version)
    }
}

extension FlagVersion {
    var tag: String { "\"\(number)\"" }

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

extension StaffContext {
    fileprivate var name: String {
        get throws { try part("name") }
    }
}
