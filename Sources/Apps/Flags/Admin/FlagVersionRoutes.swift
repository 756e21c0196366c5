import Core
import Flags
import HTTPTypes
import Hummingbird
import Storage
import Web

/// Published versions: `/admin/api/v1/flags/{project}/template` and `/versions`.
///
/// `If-Match` names the version that the client has read; each change is published at once as the next one.
struct FlagVersionRoutes: Sendable {
    let flags: FlagServices

    func add(to group: RouterGroup<StaffContext>) {
        group.get("{project}/template") { request, context in
            try context.author.require(.readFlags)
            return answer(try await flags.store.current(try await place(request, context)))
        }
        group.put("{project}/template") { request, context in try await replace(request, context) }
        group.get("{project}/versions") { request, context in try await list(request, context) }
        group.get("{project}/versions/{number}") { request, context in
            try context.author.require(.readFlags)
            return answer(try await version(context, try await place(request, context)))
        }
        group.get("{project}/versions/{number}/diff") { request, context in
            try await compare(request, context)
        }
        group.put("{project}/versions/{number}/restoration") { request, context in
            try await restore(request, context)
        }
        group.get("{project}/promotion") { request, context in try await compareProjects(request, context) }
        group.put("{project}/promotion") { request, context in try await promote(request, context) }
    }

    /// The template, with the id of a project that the path names by its number.
    private func place(_ request: Request, _ context: StaffContext) async throws -> FlagPlace {
        let place = try context.place(request)
        return FlagPlace(try await flags.store.project(place.project), place.namespace)
    }

    private func version(_ context: StaffContext, _ place: FlagPlace) async throws -> FlagVersion {
        try await flags.store.version(try context.number, place)
    }

    private func answer(_ version: FlagVersion) -> Response {
        .json(version.json, headers: [.eTag: version.tag])
    }

    private func replace(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.publishFlags)
        var members = MemberReader(try await request.object(max: Limits.flagTemplateSizeMax))
        let (template, notes) = (members.take("template") ?? .null, members.take("notes"))
        let allowsEmpty = members.bool("allow_empty")
        try members.finish()
        let version = try await flags.store.publish(
            try FlagTemplate.parsing(template),
            notes: try notes.map { json throws(Problem) in try FlagNotes(json: json) },
            at: try await place(request, context),
            expecting: try request.flagExpectation(),
            as: try context.flagAct(request, allowsEmpty: allowsEmpty)
        )
        return answer(version)
    }

    private func list(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.readFlags)
        let (limit, cursor) = try request.page(besides: ["namespace"])
        let page = try await flags.store.versions(
            FlagVersionQuery(limit: limit, before: cursor),
            try await place(request, context)
        )
        return .json(["items": .array(page.elements.map(\.json)), "next": JSON(page.next)])
    }

    /// Compares with the previous version, or with `from`; `others` are versions in between by other members
    /// of staff, which a rollback would undo.
    private func compare(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.readFlags)
        let place = try await place(request, context)
        let version = try await version(context, place)
        let from = request.value("from").map { Int64($0) } ?? version.number - 1
        guard let from else {
            throw Problem.invalid([
                Fault("#/from", "должно быть номером версии", "must be the number of a version")
            ])
        }
        let other = from > 0 ? try await flags.store.version(from, place).sheet : FlagSheet()
        let others = try await flags.store.foreignVersions(
            to: context.author,
            after: version.number,
            upTo: from,
            place
        )
        return .json([
            "from": .integer(from), "to": .integer(version.number),
            "changes": .array(FlagDiff.changes(from: other, to: version.sheet).map(\.json)),
            "others": .array(others.map(\.json)),
        ])
    }

    /// Restores the whole version, or one parameter of it, now or at `at`.
    private func restore(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.publishFlags)
        var members = MemberReader(try await request.object())
        let (key, moment) = (members.optionalString("parameter"), members.moment("at"))
        try members.finish()
        let (number, place) = (try context.number, try await place(request, context))
        let act = try context.flagAct(request)
        if let moment {
            guard key == nil else {
                throw Problem.invalid([
                    Fault("#/parameter", "нельзя вместе с at", "cannot be given together with at")
                ])
            }
            let schedule = try await flags.schedules.rollback(to: number, place, at: moment, as: act)
            return .json(schedule.json(in: context.language), status: .created)
        }
        let expecting = try request.versionIfAny().map { FlagExpectation.version($0) } ?? .any
        guard let key else {
            return answer(
                try await flags.store.rollback(to: number, at: place, expecting: expecting, as: act)
            )
        }
        return answer(
            try await flags.store.rollback(
                parameter: key,
                to: number,
                at: place,
                expecting: expecting,
                as: act
            )
        )
    }

    // MARK: Environments

    /// The difference that a promotion from the project `from` would make.
    private func compareProjects(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.readFlags)
        let here = try await flags.store.current(try await place(request, context))
        let there = try await source(request.value("from"), here.place)
        return .json([
            "from": there.info.json, "to": here.info.json,
            "changes": .array(FlagDiff.changes(from: here.sheet, to: there.sheet).map(\.json)),
        ])
    }

    /// Publishes the live template of another project.
    private func promote(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.publishFlags)
        var members = MemberReader(try await request.object())
        let from = members.string("from")
        try members.finish()
        let place = try await place(request, context)
        let there = try await source(from, place)
        let act = try context.flagAct(request)
        let version = try await flags.store.publish(
            there.template,
            notes: there.notes,
            at: place,
            expecting: try request.flagExpectation(),
            as: FlagAct(
                author: act.author,
                description: act.description ?? "\(there.place.project) → \(place.project)",
                address: act.address
            )
        )
        return answer(version)
    }

    private func source(_ project: String?, _ place: FlagPlace) async throws -> FlagVersion {
        guard let project else {
            throw Problem.invalid([Fault("#/from", "нужно указать проект", "must name a project")])
        }
        let found = try await flags.store.project(project)
        return try await flags.store.current(FlagPlace(found, place.namespace))
    }
}

extension StaffContext {
    /// The version that the path names.
    fileprivate var number: Int64 {
        get throws {
            guard let number = Int64(try parameters.require("number")) else {
                throw Problem.notFound(Localized("Такой версии нет.", "There is no such version."))
            }
            return number
        }
    }
}

extension Request {
    /// The version that a publication replaces; `*` is any.
    func flagExpectation() throws(Problem) -> FlagExpectation {
        try version().map { FlagExpectation.version($0) } ?? .any
    }
}
