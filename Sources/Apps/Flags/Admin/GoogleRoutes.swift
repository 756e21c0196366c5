import Core
import Flags
import HTTPTypes
import Hummingbird
import Storage
import Web

/// The sync of a template with Firebase: `/admin/api/v1/flags/{project}/google`.
enum GoogleRoutes: RouteList {
    static let tag = FlagSchema.tag

    static let routes: [Route] = [
        .flags(
            .get,
            "/google",
            "google",
            "The state of the template in Firebase: the last push, and its fault.",
            needs: [.readFlags],
            parameters: [
                .flagNamespace,
                RouteParameter("compare", .bool, "Ask Firebase, and tell what would change there."),
            ],
            answer: .json(
                "The state.",
                Schema.object(stateMembers.with(["comparison": comparison]), optional: ["comparison"])
            )
        ) { call in
            let place = try call.place
            let state = try await call.flags.google.status(place).json(in: call.language)
            // Google itself is queried only on request.
            guard call.bool("compare") == true else { return .json(state) }
            let comparison = try await call.flags.google.compare(place)
            return .json(state.merged(with: comparison.json))
        },
        .flags(
            .post,
            "/google/push",
            "google_push",
            "Send what apps see now; 409 where others have changed theirs.",
            needs: [.publishFlags],
            parameters: [.flagNamespace],
            body: Schema.body([
                "force": Schema.described(Schema.flag, "Replaces the changes of others there."),
                "etag": Schema.described(Schema.text, "Only if theirs has this entity tag."),
            ]),
            answer: .json(
                "The state.",
                Schema.object(stateMembers, optional: ["their_version"])
            )
        ) { call in try await push(call) },
        .flags(
            .post,
            "/google/pull",
            "google_pull",
            "Take theirs into the draft; 409 where both have changed the same and no side is preferred.",
            needs: [.writeFlags],
            parameters: [.flagNamespace],
            body: Schema.body(["prefer": Schema.choice(of: FlagMerge.Side.self)]),
            answer: .json("The draft.", FlagSchema.draftState)
        ) { call in try await pull(call) },
    ]

    /// Pushes the published template; `force` overwrites the version at Google, which `etag` identifies.
    private static func push(_ call: RouteCall) async throws -> Response {
        var members = MemberReader(try await call.request.object())
        let (isForced, etag) = (members.bool("force"), members.optionalString("etag"))
        try members.finish()
        let place = try call.place
        let theirs = try await call.flags.google.push(
            place,
            force: isForced ? .over(etag: etag) : .no,
            isTrial: WriteMode.isDryRun,
            by: call.author,
            address: call.context.address
        )
        let status = try await call.flags.google.status(place).json(in: call.language)
        return .json(status.merged(with: ["their_version": JSON(theirs.version)]))
    }

    /// Pulls Google's template into the draft; `prefer` decides conflicts.
    private static func pull(_ call: RouteCall) async throws -> Response {
        var members = MemberReader(try await call.request.object())
        let side = members.optionalChoice("prefer", of: FlagMerge.Side.self)
        try members.finish()
        let place = try call.place
        let draft = try await call.flags.google.pull(
            place,
            preferring: side,
            by: call.author,
            address: call.context.address
        )
        return .json(draft.json(in: call.language), headers: [.eTag: "\"\(draft.revision)\""])
    }

    // MARK: Schemas

    private static let stateMembers: [String: JSON] = [
        "state": Schema.choice(of: GoogleFlags.Status.Standing.self),
        "project": Schema.optionalText, "push": Schema.flag, "has_key": Schema.flag,
        "current": Schema.described(Schema.integer, "The version that apps see here."),
        "version": Schema.described(Schema.orNull(Schema.integer), "The version that went there last."),
        "their_version": Schema.optionalText, "etag": Schema.optionalText, "at": Schema.optionalMoment,
        "fault": Schema.optionalText, "fault_at": Schema.optionalMoment,
    ]

    private static let comparison = Schema.object(
        [
            "etag": Schema.text, "version": Schema.optionalText,
            "is_seen": Schema.described(Schema.flag, "False if others have changed theirs since."),
            "changes": FlagSchema.changes,
        ],
        optional: ["version"]
    )
}

extension GoogleFlags.Status {
    /// The state of the sync in one word, the most important first.
    package enum Standing: String, CaseIterable, JSONReadable {
        case off, conflict, failed, never, behind, current
    }

    var standing: Standing {
        guard link != nil else { return .off }
        if let failure = state?.failure { return failure.isConflict ? .conflict : .failed }
        guard let number = state?.number else { return .never }
        return number < current ? .behind : .current
    }

    fileprivate func json(in language: Language) -> JSON {
        [
            "state": .string(standing.rawValue), "project": JSON(link?.project),
            "push": .bool(link?.pushes ?? false), "has_key": .bool(hasKey), "current": .integer(current),
            "version": state?.number.map { .integer($0) } ?? .null,
            "their_version": JSON(state?.seen?.version), "etag": JSON(state?.seen?.etag),
            "at": JSON(state?.at?.description), "fault": JSON(state?.failure?.detail[language]),
            "fault_at": JSON(state?.failure?.at.description),
        ]
    }
}

extension GoogleFlags.Comparison {
    fileprivate var json: JSON {
        [
            "comparison": [
                "etag": .string(theirs.etag), "version": JSON(theirs.version), "is_seen": .bool(isSeen),
                "changes": .array(changes.map { $0.json }),
            ]
        ]
    }
}
