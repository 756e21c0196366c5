import Core
import Flags
import HTTPTypes
import Hummingbird
import Storage
import Web

/// Apps with their environments: `/admin/api/v1/flags`.
enum FlagProjectRoutes: RouteList {
    static let tag = FlagSchema.tag

    static let routes: [Route] = [
        Route(
            .get,
            "flags",
            "flags_projects",
            "Apps with their environments.",
            needs: [.readFlags],
            answer: .page(of: wholeSchema)
        ) { call in
            var items: [JSON] = []
            for project in try await call.flags.store.projects() {
                items.append(try await call.whole(project))
            }
            return .items(items)
        },
        Route(
            .post,
            "flags",
            "flags_project_create",
            "A new environment of an app; clients know each as a Firebase project.",
            needs: [.writeSettings],
            body: Schema.body(
                [
                    "id": Schema.text, "number": Schema.integer, "app": Schema.text,
                    "environment": Schema.text, "title": title, "settings": settings,
                ],
                required: ["id", "app", "environment", "title"]
            ),
            answer: .json("The project.", Schema.object(members), status: 201)
        ) { call in try await create(call) },
        .flags(
            .get,
            "",
            "project",
            "One project.",
            needs: [.readFlags],
            answer: .json("The project.", wholeSchema)
        ) { call in
            .json(try await call.whole(try await call.flags.store.project(try call.project)))
        },
        .flags(
            .patch,
            "",
            "project_change",
            "Change the title or the settings.",
            needs: [.writeSettings],
            body: Schema.body(["title": title, "settings": settings]),
            answer: .json("The project.", wholeSchema)
        ) { call in try await edit(call) },
        .flags(
            .delete,
            "",
            "project_remove",
            "Remove a project with everything in it, for ever.",
            needs: [.manageStaff],
            answer: .nothing
        ) { call in
            try await call.flags.store.delete(
                project: try call.project,
                by: call.author,
                address: call.context.address
            )
            return Response(status: .noContent)
        },
    ]

    private static func create(_ call: RouteCall) async throws -> Response {
        var members = MemberReader(try await call.request.object())
        var new = NewFlagProject(
            id: members.string("id"),
            number: members.integer("number"),
            app: members.string("app"),
            environment: members.string("environment"),
            title: members.string("title")
        )
        let settings = members.take("settings")
        try members.finish()
        if let settings { new.settings = try FlagSettings(json: settings) }
        let project = try await call.flags.store.create(new, by: call.author, address: call.context.address)
        return .json(
            project.json,
            status: .created,
            headers: [.location: "\(call.request.uri.path.trimmingSlash)/\(project.id)"]
        )
    }

    private static func edit(_ call: RouteCall) async throws -> Response {
        var members = MemberReader(try await call.request.object())
        let (title, change) = (members.optionalString("title"), members.take("settings"))
        try members.finish()
        let project = try await call.flags.store.project(try call.project)
        let settings = try change.map { change throws(Problem) in
            try FlagSettings(json: project.settings.json.merged(with: change))
        }
        let changed = try await call.flags.store.edit(
            project: project.id,
            title: title,
            settings: settings,
            by: call.author,
            address: call.context.address
        )
        return .json(try await call.whole(changed))
    }

    // MARK: Schemas

    private static let title = Schema.text(lengthMax: Limits.flagTitleLengthMax)

    private static let google = Schema.described(
        Schema.object(["project": Schema.text, "push": Schema.flag], optional: ["push"]),
        "The Firebase project that its flags go to, or come from."
    )

    private static let settings = Schema.described(
        Schema.object(
            [
                "realtime": Schema.flag, "require_approval": Schema.flag,
                "require_installation_token": Schema.flag, "google": google,
            ],
            optional: ["realtime", "require_approval", "require_installation_token", "google"]
        ),
        "Other members are kept as they are."
    )

    private static let members: [String: JSON] = [
        "id": Schema.text, "number": Schema.described(Schema.text, "Twelve digits."), "app": Schema.text,
        "environment": Schema.text, "title": Schema.text, "settings": settings, "created_at": Schema.moment,
    ]

    private static let wholeSchema = Schema.object(
        members.with([
            "version": FlagSchema.innerInfo,
            "changes": Schema.described(Schema.integer, "How many things the draft changes."),
        ])
    )
}

extension RouteCall {
    /// The project with its published version, and the size of the draft.
    fileprivate func whole(_ project: FlagProject) async throws -> JSON {
        let draft = try await flags.drafts.draft(FlagPlace(project))
        return project.json.merged(with: [
            "version": draft.published.json, "changes": .integer(Int64(draft.changes.count)),
        ])
    }
}
