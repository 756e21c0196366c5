import Core
import Flags
import HTTPTypes
import Hummingbird
import Web

/// The promotion of one environment to another: `/admin/api/v1/flags/{project}/promotion`.
enum FlagPromotionRoutes: RouteList {
    static let tag = FlagSchema.tag

    static let routes: [Route] = [
        .flags(
            .get,
            "/promotion",
            "promotion",
            "The changes if this project became as another.",
            needs: [.readFlags],
            parameters: [
                .flagNamespace,
                RouteParameter(
                    "from",
                    .text(lengthMax: Limits.flagTitleLengthMax),
                    "The other project.",
                    isRequired: true
                ),
            ],
            answer: .json(
                "The changes.",
                Schema.object([
                    "from": FlagSchema.info, "to": FlagSchema.info, "changes": FlagSchema.changes,
                ])
            )
        ) { call in
            let store = call.flags.store
            let here = try await store.current(try await call.knownPlace())
            let there = try await store.current(of: call.text("from") ?? "", like: here.place)
            return .json([
                "from": there.info.json, "to": here.info.json,
                "changes": .array(FlagDiff.changes(from: here.sheet, to: there.sheet).map(\.json)),
            ])
        },
        .flags(
            .put,
            "/promotion",
            "promote",
            "Publish what another project's apps see.",
            needs: [.publishFlags],
            parameters: [.flagNamespace],
            headers: [OpenAPI.versionParameter, OpenAPI.noteParameter],
            body: Schema.body(["from": Schema.text], required: ["from"]),
            answer: .json("The version.", FlagSchema.version)
        ) { call in
            var members = MemberReader(try await call.request.object())
            let from = members.string("from")
            try members.finish()
            let place = try await call.knownPlace()
            let (act, expecting) = (try call.flagAct(), try call.flagExpectation())
            return .flags(try await call.flags.store.promote(from, to: place, expecting: expecting, as: act))
        },
    ]
}

extension FlagStore {
    /// The published version of another project in the same namespace.
    func current(of project: String, like place: FlagPlace) async throws -> FlagVersion {
        try await current(FlagPlace(try await self.project(project), place.namespace))
    }

    /// Publishes the live template of another project; without a reason the history names both projects.
    func promote(
        _ from: String,
        to place: FlagPlace,
        expecting: FlagExpectation,
        as act: FlagAct
    ) async throws -> FlagVersion {
        let there = try await current(of: from, like: place)
        return try await publish(
            there.template,
            notes: there.notes,
            at: place,
            expecting: expecting,
            as: FlagAct(
                author: act.author,
                description: act.description ?? "\(there.place.project) → \(place.project)",
                address: act.address
            )
        )
    }
}
