import Core
import Flags
import HTTPTypes
import Hummingbird
import Storage
import Web

/// The draft and its schedules: `/admin/api/v1/flags/{project}/draft`.
///
/// `If-Match` names the revision of the draft that the client has read, as in its `ETag`.
struct FlagDraftRoutes: Sendable {
    let flags: FlagServices

    func add(to group: RouterGroup<StaffContext>) {
        group.group("{project}/draft")
            .get { request, context in
                try context.author.require(.readFlags)
                return try await answer(try await flags.drafts.draft(try context.place(request)), context)
            }
            .patch { request, context in try await edit(request, context) }
            .delete { request, context in
                try context.author.require(.writeFlags)
                let place = try context.place(request)
                let draft = try await flags.drafts.discard(
                    place,
                    from: try await revision(request, place),
                    by: context.author,
                    address: context.address
                )
                return try await answer(draft, context)
            }
            .put("approval") { request, context in
                try context.author.require(.approveFlags)
                let place = try context.place(request)
                let draft = try await flags.drafts.approve(
                    place,
                    revision: try await revision(request, place),
                    by: context.author,
                    address: context.address
                )
                return try await answer(draft, context)
            }
            .put("resolution") { request, context in try await resolve(request, context) }
            .put("publication") { request, context in try await publish(request, context) }
        group.get("{project}/schedules") { request, context in
            try context.author.require(.readFlags)
            let schedules = try await flags.schedules.list(try context.place(request))
            return Response.items(schedules.map { $0.json(in: context.language) })
        }
        group.get("{project}/schedules/{id}") { request, context in try await schedule(request, context) }
        group.delete("{project}/schedules/{id}") { _, context in
            try await flags.schedules.cancel(
                try context.id,
                of: try context.project,
                by: context.author,
                address: context.address
            )
            return Response(status: .noContent)
        }
    }

    private func schedule(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.readFlags)
        let id = try context.id
        let schedules = try await flags.schedules.list(try context.place(request))
        guard let schedule = schedules.first(where: { $0.id == id }) else { throw Problem.noFlagSchedule }
        return .json(schedule.whole(in: context.language))
    }

    /// Edits the draft; with `publish` true publishes it with these edits, and answers the version.
    private func edit(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.writeFlags)
        let place = try context.place(request)
        let revision = try await revision(request, place)
        var members = MemberReader(try await request.object(max: Limits.flagTemplateSizeMax))
        let json = members.take("edits") ?? .null
        let (publishes, allowsEmpty) = (members.bool("publish"), members.bool("allow_empty"))
        try members.finish()
        let edits = try FlagEdit.parsing(json)
        if publishes {
            let act = try context.flagAct(request, allowsEmpty: allowsEmpty)
            let (version, changes) = try await flags.drafts.publish(edits, place, from: revision, as: act)
            return .json(
                version.json.merged(with: ["diff": .array(changes.map(\.json))]),
                headers: [.eTag: version.tag]
            )
        }
        return try await answer(
            try await flags.drafts.edit(edits, place, from: revision, by: context.author),
            context
        )
    }

    private func resolve(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.writeFlags)
        let place = try context.place(request)
        let revision = try await revision(request, place)
        var members = MemberReader(try await request.object())
        let name = members.choice("prefer", FlagMerge.Side.allCases.map(\.rawValue))
        try members.finish()
        // A missing side is already a fault of the members.
        let side = name.flatMap(FlagMerge.Side.init(rawValue:)) ?? .mine
        return try await answer(
            try await flags.drafts.resolve(place, from: revision, preferring: side, by: context.author),
            context
        )
    }

    /// Publishes now, or schedules for `at`; `X-Note` holds the reason.
    private func publish(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.publishFlags)
        let place = try context.place(request)
        let revision = try await revision(request, place)
        var members = MemberReader(try await request.object())
        let (moment, allowsEmpty) = (members.moment("at"), members.bool("allow_empty"))
        let selection = FlagSelection(&members)
        if moment != nil, selection != .all {
            members.fault("at", "по плану выходит весь черновик", "cannot be given with a part of the draft")
        }
        try members.finish()
        let act = try context.flagAct(request, allowsEmpty: allowsEmpty)
        if let moment {
            let schedule = try await flags.schedules.publish(place, revision: revision, at: moment, as: act)
            return .json(schedule.json(in: context.language), status: .created)
        }
        let version = try await flags.drafts.publish(place, selection, revision: revision, as: act)
        return .json(version.json, headers: [.eTag: version.tag])
    }

    /// The revision that `If-Match` names; the current one for `*`.
    private func revision(_ request: Request, _ place: FlagPlace) async throws -> Int64 {
        try await request.version { try await flags.drafts.draft(place).revision }
    }

    private func answer(_ draft: FlagDraft, _ context: StaffContext) async throws -> Response {
        let warnings = try await flags.drafts.lint(draft.place)
        return .json(
            draft.json(in: context.language).merged(with: [
                "template": draft.sheet.template.json, "notes": draft.sheet.notes.json,
                "published": draft.published.json,
                "others": .array(draft.foreign(to: context.author).map(\.json)),
                "warnings": .array(warnings.map { $0.json(in: context.language) }),
            ]),
            headers: [.eTag: "\"\(draft.revision)\""]
        )
    }
}

extension FlagSelection {
    /// `only` names the changes to publish; `mine` selects those of the actor.
    fileprivate init(_ members: inout MemberReader) {
        let (isMine, only) = (members.bool("mine"), members.strings("only"))
        if isMine, only != nil { members.fault("mine", "нельзя вместе с only", "cannot be given with only") }
        if only?.isEmpty == true { members.fault("only", "пустой список", "must name a change") }
        self = isMine ? .mine : only.map { .only(Set($0)) } ?? .all
    }
}

extension FlagVersion {
    /// With its flags and their metadata.
    var json: JSON {
        info.json.merged(with: ["template": template.json, "notes": notes.json])
    }
}

extension FlagSchedule {
    /// With the flags to publish, unless it restores a version.
    fileprivate func whole(in language: Language) -> JSON {
        guard case .publish(let sheet, _) = action else { return json(in: language) }
        return json(in: language).merged(with: ["template": sheet.template.json, "notes": sheet.notes.json])
    }
}
