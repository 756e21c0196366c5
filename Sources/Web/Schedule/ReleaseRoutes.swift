import Core
import HTTPTypes
import Hummingbird

/// Releases in the admin API: `/admin/api/v1/releases`.
enum ReleaseRoutes: RouteList {
    static let tag = "Releases"

    static let routes: [Route] = [
        Route(
            .get,
            "releases",
            "release_list",
            "The releases, newest first, without their items.",
            needs: [.readContent],
            parameters: [
                RouteParameter(
                    "state",
                    .choice(Release.State.allCases.map(\.rawValue)),
                    "Only those in this state."
                )
            ] + RouteParameter.paging,
            answer: .page(of: schema)
        ) { call in
            let state = call.text("state").flatMap { Release.State(rawValue: $0) }
            let before = call.cursor.map { Identifier.normalized($0) }
            if before == .some(nil) {
                throw Problem.invalid([
                    Fault("#/cursor", "неверная метка страницы", "is not a cursor of this list")
                ])
            }
            let page = try await call.releases.list(in: state, before: before ?? nil, limit: call.limit)
            let now = call.services.now()
            return .json([
                "items": .array(page.elements.map { $0.json(in: call.language, at: now, withItems: false) }),
                "next": JSON(page.next),
            ])
        },
        Route(
            .post,
            "releases",
            "release_create",
            "A new release, with a time or without.",
            needs: [.writeContent],
            body: changeSchema,
            answer: .json("The release.", schema, status: 201)
        ) { call in
            let act = try call.request.act(call.context)
            let change = try ReleaseChange(await call.request.object(), isNew: true)
            let release = try await call.releases.create(change, as: act)
            var response = call.answer(release)
            response.status = .created
            response.headers[.location] = "\(call.request.uri.path.trimmingSlash)/\(release.id)"
            return response
        },
        Route(
            .get,
            "releases/{id}",
            "release_get",
            "One release with its items.",
            needs: [.readContent],
            answer: answer
        ) { call in
            call.answer(try await call.releases.release(try call.id))
        },
        Route(
            .patch,
            "releases/{id}",
            "release_change",
            "Change title, note or time by a merge patch; a time opens a failed release again.",
            needs: [.writeContent],
            headers: [OpenAPI.versionParameter],
            body: changeSchema,
            answer: answer
        ) { call in
            let act = try call.request.actFromVersion(call.context)
            let change = try ReleaseChange(await call.request.object(), isNew: false)
            return call.answer(try await call.releases.update(try call.id, change, as: act))
        },
        Route(
            .delete,
            "releases/{id}",
            "release_cancel",
            "Call it off; its contents stay as they are.",
            needs: [.writeContent],
            headers: [OpenAPI.versionParameter],
            answer: answer
        ) { call in
            let act = try call.request.actFromVersion(call.context)
            return call.answer(try await call.releases.cancel(try call.id, as: act))
        },
        Route(
            .put,
            "releases/{id}/publication",
            "release_publish",
            "Do everything in it now, all or none; otherwise every fault is told with its item.",
            needs: [.writeContent],
            headers: [OpenAPI.versionParameter, OpenAPI.noteParameter],
            answer: answer
        ) { call in
            let act = try call.request.actFromVersion(call.context)
            return call.answer(try await call.releases.publish(try call.id, as: act))
        },
        Route(
            .put,
            "releases/{id}/items/{content}",
            "release_put",
            "Put a content into it; a content is in one open release at most.",
            needs: [.writeContent],
            body: Schema.body(["action": Schema.choice(of: Schedule.Action.self)], required: ["action"]),
            answer: answer
        ) { call in
            let act = try call.request.act(call.context)
            var members = MemberReader(try await call.request.object())
            let action = members.choice("action", Schedule.Action.allCases.map(\.rawValue))
            try members.finish()
            guard let action = action.flatMap({ Schedule.Action(rawValue: $0) }) else {
                throw Problem.invalid([])
            }
            let content = try call.context.parameters.require("content")
            return call.answer(try await call.releases.put(content, action, into: try call.id, as: act))
        },
        Route(
            .delete,
            "releases/{id}/items/{content}",
            "release_take",
            "Take a content out of it.",
            needs: [.writeContent],
            answer: answer
        ) { call in
            let act = try call.request.act(call.context)
            let content = try call.context.parameters.require("content")
            return call.answer(try await call.releases.take(content, outOf: try call.id, as: act))
        },
    ]

    private static let schema = Schema.named("Release")
    private static let answer = RouteAnswer.json("The release.", schema)
    private static let changeSchema = Schema.body([
        "title": Schema.text(lengthMax: Limits.releaseTitleLengthMax),
        "note": Schema.orNull(Schema.text(lengthMax: Limits.noteLengthMax)), "at": Schema.optionalMoment,
    ])
}

extension RouteCall {
    fileprivate var releases: ReleaseStore { services.releases }

    fileprivate func answer(_ release: Release) -> Response {
        .json(
            release.json(in: language, at: services.now()),
            headers: [.eTag: "\"\(release.version)\""]
        )
    }
}
