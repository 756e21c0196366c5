import Core
import Flags
import HTTPTypes
import Hummingbird
import Storage
import Web

/// Published versions: `/admin/api/v1/flags/{project}/template` and `/versions`.
///
/// `If-Match` names the version that the client has read; each change is published at once.
enum FlagVersionRoutes: RouteList {
    static let tag = FlagSchema.tag

    static let routes: [Route] = [
        .flags(
            .get,
            "/template",
            "template",
            "The published version, which apps see.",
            needs: [.readFlags],
            parameters: [.flagNamespace],
            answer: answer
        ) { call in .flags(try await call.flags.store.current(try await call.knownPlace())) },
        .flags(
            .put,
            "/template",
            "template_publish",
            "Publish a whole template; `If-Match` names the version that it was made from.",
            needs: [.publishFlags],
            parameters: [.flagNamespace],
            headers: [OpenAPI.versionParameter, OpenAPI.noteParameter],
            body: Schema.body(
                [
                    "template": FlagSchema.template, "notes": FlagSchema.notes, "allow_empty": Schema.flag,
                ],
                required: ["template"]
            ),
            answer: answer
        ) { call in try await replace(call) },
        .flags(
            .get,
            "/versions",
            "versions",
            "The published versions, newest first.",
            needs: [.readFlags],
            parameters: [.flagNamespace] + RouteParameter.paging,
            answer: .page(of: FlagSchema.info)
        ) { call in try await list(call) },
        .flags(
            .get,
            "/versions/{number}",
            "version",
            "One version.",
            needs: [.readFlags],
            parameters: [.flagNamespace],
            parts: parts,
            answer: answer
        ) { call in .flags(try await call.version(try await call.knownPlace())) },
        .flags(
            .get,
            "/versions/{number}/diff",
            "version_diff",
            "The changes of a version.",
            needs: [.readFlags],
            parameters: [
                .flagNamespace,
                RouteParameter(
                    "from",
                    .integer(0...Int64.max, standard: nil),
                    "The version to compare with; the one before if absent."
                ),
            ],
            parts: parts,
            answer: .json(
                "The changes.",
                Schema.object([
                    "from": Schema.integer, "to": Schema.integer, "changes": FlagSchema.changes,
                    "others": Schema.described(
                        FlagSchema.foreignVersions,
                        "Versions of others in between, which coming back would undo."
                    ),
                ])
            )
        ) { call in try await compare(call) },
        .flags(
            .put,
            "/versions/{number}/restoration",
            "version_restore",
            "Publish what a version held, or one parameter of it, now or at a time.",
            needs: [.publishFlags],
            parameters: [.flagNamespace],
            parts: parts,
            headers: [OpenAPI.anyVersionParameter, OpenAPI.noteParameter],
            body: Schema.body(["parameter": Schema.text, "at": Schema.moment]),
            answer: .json("The new version.", FlagSchema.version)
                .or(.json("The plan.", FlagSchema.schedule, status: 201))
        ) { call in try await restore(call) },
    ]

    private static let parts = ["number": Schema.integer(1...Int64.max)]
    private static let answer = RouteAnswer.json("The version.", FlagSchema.version)

    private static func replace(_ call: RouteCall) async throws -> Response {
        var members = MemberReader(try await call.request.object(max: Limits.flagTemplateSizeMax))
        let (template, notes) = (members.take("template") ?? .null, members.take("notes"))
        let allowsEmpty = members.bool("allow_empty")
        try members.finish()
        return .flags(
            try await call.flags.store.publish(
                try FlagTemplate.parsing(template),
                notes: try notes.map { json throws(Problem) in try TemplateMetadata(json: json) },
                at: try await call.knownPlace(),
                expecting: try call.flagExpectation(),
                as: try call.flagAct(allowsEmpty: allowsEmpty)
            )
        )
    }

    private static func list(_ call: RouteCall) async throws -> Response {
        let cursor = try call.cursor.map { text throws(Problem) in
            guard let number = Int64(text) else { throw .strangeVersionCursor }
            return number
        }
        let page = try await call.flags.store.versions(
            FlagVersionQuery(limit: call.limit, before: cursor),
            try await call.knownPlace()
        )
        return .json(["items": .array(page.elements.map(\.json)), "next": JSON(page.next)])
    }

    /// Compares with the previous version, or with `from`.
    private static func compare(_ call: RouteCall) async throws -> Response {
        let place = try await call.knownPlace()
        let version = try await call.version(place)
        let comparison = try await call.flags.store.compare(version, with: call.integer("from"))
        let others = try await call.flags.store.foreignVersions(
            to: call.author,
            after: version.number,
            upTo: comparison.from,
            place
        )
        return .json([
            "from": .integer(comparison.from), "to": .integer(version.number),
            "changes": .array(comparison.changes.map(\.json)),
            "others": .array(others.map(\.json)),
        ])
    }

    /// Restores the whole version, or one parameter of it, now or at `at`.
    private static func restore(_ call: RouteCall) async throws -> Response {
        var members = MemberReader(try await call.request.object())
        let (key, moment) = (members.optionalString("parameter"), members.moment("at"))
        try members.finish()
        let (number, place) = (try call.number, try await call.knownPlace())
        let act = try call.flagAct()
        if let moment {
            guard key == nil else { throw Problem.plannedFlagPart }
            let schedules = call.flags.schedules
            let schedule = try await schedules.rollback(to: number, place, at: moment, as: act)
            return .json(schedule.json(in: call.language), status: .created)
        }
        let expecting = try call.request.versionIfAny().map { FlagExpectation.version($0) } ?? .any
        return .flags(
            try await call.flags.store.restore(key, from: number, at: place, expecting: expecting, as: act)
        )
    }
}

extension FlagStore {
    /// Publishes an earlier version again: one parameter of it, or all of it if `key` is nil.
    func restore(
        _ key: String?,
        from number: Int64,
        at place: FlagPlace,
        expecting: FlagExpectation = .any,
        as act: FlagAct
    ) async throws -> FlagVersion {
        guard let key else {
            return try await rollback(to: number, at: place, expecting: expecting, as: act)
        }
        return try await rollback(parameter: key, to: number, at: place, expecting: expecting, as: act)
    }
}

extension Problem {
    static let strangeVersionCursor = Problem.invalid([
        Fault("#/cursor", "неверная метка страницы", "is not a cursor of this list")
    ])
    /// The problem of a time in a form that cannot be read.
    static let noFlagTime = Problem.invalid([
        Fault("#/at", "Время указано неверно.", "The time is not a time.")
    ])

    static let plannedFlagPart = Problem.invalid([
        Fault("#/parameter", "нельзя вместе с at", "cannot be given together with at")
    ])
}

extension RouteCall {
    /// The version that the path names.
    fileprivate var number: Int64 {
        get throws {
            guard let number = Int64(try context.parameters.require("number")) else {
                throw Problem.noFlagVersion
            }
            return number
        }
    }

    fileprivate func version(_ place: FlagPlace) async throws -> FlagVersion {
        try await flags.store.version(try number, place)
    }
}
