import Core
import Flags
import HTTPTypes
import Hummingbird
import Storage
import Web

/// The draft: `/admin/api/v1/flags/{project}/draft`.
///
/// `If-Match` names the revision of the draft that the client has read, as in its `ETag`.
enum FlagDraftRoutes: RouteList {
    static let tag = FlagSchema.tag

    static let routes: [Route] = [
        .flags(
            .get,
            "/draft",
            "draft",
            "The draft, with faults and warnings.",
            needs: [.readFlags],
            parameters: [.flagNamespace],
            answer: answer
        ) { call in try await call.answer(try await call.flags.drafts.draft(try call.place)) },
        .flags(
            .patch,
            "/draft",
            "draft_edit",
            "Make changes, all or none, or publish the draft with them; `If-Match` names its revision.",
            needs: [.writeFlags],
            parameters: [.flagNamespace],
            headers: changeHeaders,
            body: editSchema,
            answer: .json(
                "The draft, or what it was published as.",
                ["anyOf": [FlagSchema.draft, FlagSchema.publication]]
            )
        ) { call in try await edit(call) },
        .flags(
            .delete,
            "/draft",
            "draft_discard",
            "Throw the draft away.",
            needs: [.writeFlags],
            parameters: [.flagNamespace],
            headers: [OpenAPI.versionParameter],
            answer: .json("The published flags, as a draft without changes.", FlagSchema.draft)
        ) { call in
            let place = try call.place
            let draft = try await call.flags.drafts.discard(
                place,
                from: try await call.revision(place),
                by: call.author,
                address: call.context.address
            )
            return try await call.answer(draft)
        },
        .flags(
            .put,
            "/draft/approval",
            "draft_approve",
            "Agree to the draft as it is.",
            needs: [.approveFlags],
            parameters: [.flagNamespace],
            headers: [OpenAPI.versionParameter],
            answer: answer
        ) { call in
            let place = try call.place
            let draft = try await call.flags.drafts.approve(
                place,
                revision: try await call.revision(place),
                by: call.author,
                address: call.context.address
            )
            return try await call.answer(draft)
        },
        .flags(
            .put,
            "/draft/resolution",
            "draft_resolve",
            "Take in what was published meanwhile, preferring one side where both have changed the same.",
            needs: [.writeFlags],
            parameters: [.flagNamespace],
            headers: [OpenAPI.versionParameter],
            body: Schema.body(["prefer": Schema.choice(of: FlagMerge.Side.self)], required: ["prefer"]),
            answer: answer
        ) { call in try await resolve(call) },
        .flags(
            .put,
            "/draft/publication",
            "draft_publish",
            "Publish the draft or a part of it, now or at a time; `X-Note` says why.",
            needs: [.publishFlags],
            parameters: [.flagNamespace],
            headers: changeHeaders,
            body: Schema.body([
                "at": Schema.moment, "allow_empty": Schema.flag, "mine": Schema.flag,
                "only": Schema.described(
                    Schema.list(of: Schema.text),
                    "Names of parameters, conditions and groups."
                ),
            ]),
            answer: .json("The version.", FlagSchema.version)
                .or(.json("The plan.", FlagSchema.schedule, status: 201))
        ) { call in try await publish(call) },
    ]

    /// Edits the draft; if `publish` is true, publishes it with these edits, and returns the version.
    private static func edit(_ call: RouteCall) async throws -> Response {
        let place = try call.place
        let revision = try await call.revision(place)
        var members = MemberReader(try await call.request.object(max: Limits.flagTemplateSizeMax))
        let json = members.take("edits") ?? .null
        let (publishes, allowsEmpty) = (members.bool("publish"), members.bool("allow_empty"))
        try members.finish()
        let edits = try FlagEdit.parsing(json)
        guard publishes else {
            return try await call.answer(
                try await call.flags.drafts.edit(edits, place, from: revision, by: call.author)
            )
        }
        let act = try call.flagAct(allowsEmpty: allowsEmpty)
        let (version, changes) = try await call.flags.drafts.publish(edits, place, from: revision, as: act)
        return .json(
            version.json.merged(with: ["diff": .array(changes.map(\.json))]),
            headers: [.eTag: version.tag]
        )
    }

    private static func resolve(_ call: RouteCall) async throws -> Response {
        let place = try call.place
        let revision = try await call.revision(place)
        var members = MemberReader(try await call.request.object())
        let name = members.choice("prefer", FlagMerge.Side.allCases.map(\.rawValue))
        try members.finish()
        // A missing side is already a fault of the members.
        let side = name.flatMap(FlagMerge.Side.init(rawValue:)) ?? .mine
        return try await call.answer(
            try await call.flags.drafts.resolve(place, from: revision, preferring: side, by: call.author)
        )
    }

    /// Publishes now, or schedules for `at`.
    private static func publish(_ call: RouteCall) async throws -> Response {
        let place = try call.place
        let revision = try await call.revision(place)
        var members = MemberReader(try await call.request.object())
        let (moment, allowsEmpty) = (members.moment("at"), members.bool("allow_empty"))
        let selection = FlagSelection(&members)
        if moment != nil, selection != .all {
            members.fault("at", "по плану выходит весь черновик", "cannot be given with a part of the draft")
        }
        try members.finish()
        let act = try call.flagAct(allowsEmpty: allowsEmpty)
        if let moment {
            let schedules = call.flags.schedules
            let schedule = try await schedules.publish(place, revision: revision, at: moment, as: act)
            return .json(schedule.json(in: call.language), status: .created)
        }
        return .flags(
            try await call.flags.drafts.publish(place, selection, revision: revision, as: act)
        )
    }

    // MARK: Schemas

    private static let answer = RouteAnswer.json("The draft.", FlagSchema.draft)
    private static let changeHeaders = [OpenAPI.versionParameter, OpenAPI.noteParameter]

    private static let editSchema = Schema.body(
        [
            "publish": Schema.flag, "allow_empty": Schema.flag,
            "edits": [
                "type": "array", "maxItems": .integer(Int64(Limits.flagEditsMax)),
                "items": Schema.object(["op": Schema.choice(FlagEdit.operations)]),
            ],
        ],
        required: ["edits"]
    )
}

extension RouteCall {
    /// The revision that `If-Match` names; the current one for `*`.
    fileprivate func revision(_ place: FlagPlace) async throws -> Int64 {
        try await request.version { try await flags.drafts.draft(place).revision }
    }

    fileprivate func answer(_ draft: FlagDraft) async throws -> Response {
        let warnings = try await flags.drafts.lint(draft.place)
        return .json(
            draft.json(in: language).merged(with: [
                "template": draft.sheet.template.json, "notes": draft.sheet.notes.json,
                "published": draft.published.json,
                "others": .array(draft.foreign(to: author).map(\.json)),
                "warnings": .array(warnings.map { $0.json(in: language) }),
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
