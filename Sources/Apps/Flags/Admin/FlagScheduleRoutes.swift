import Core
import Flags
import HTTPTypes
import Hummingbird
import Web

/// The schedules: `/admin/api/v1/flags/{project}/schedules`.
enum FlagScheduleRoutes: RouteList {
    static let tag = FlagSchema.tag

    static let routes: [Route] = [
        .flags(
            .get,
            "/schedules",
            "schedules",
            "Planned publications, and failed ones.",
            needs: [.readFlags],
            parameters: [.flagNamespace],
            answer: .page(of: FlagSchema.schedule)
        ) { call in
            let schedules = try await call.flags.schedules.list(try call.place)
            return .items(schedules.map { $0.json(in: call.language) })
        },
        .flags(
            .get,
            "/schedules/{id}",
            "schedule",
            "A plan, with the flags that it publishes.",
            needs: [.readFlags],
            parameters: [.flagNamespace],
            answer: .json("The plan.", FlagSchema.wholeSchedule)
        ) { call in
            let id = try call.id
            let schedules = try await call.flags.schedules.list(try call.place)
            guard let schedule = schedules.first(where: { $0.id == id }) else {
                throw Problem.noFlagSchedule
            }
            return .json(schedule.whole(in: call.language))
        },
        .flags(
            .delete,
            "/schedules/{id}",
            "schedule_cancel",
            "Take a plan away.",
            needs: [.publishFlags],
            answer: .nothing
        ) { call in
            try await call.flags.schedules.cancel(
                try call.id,
                of: try call.project,
                by: call.author,
                address: call.context.address
            )
            return Response(status: .noContent)
        },
    ]
}

extension FlagSchedule {
    /// The schedule with the flags to publish, unless it restores a version.
    fileprivate func whole(in language: Language) -> JSON {
        guard case .publish(let sheet, _) = action else { return json(in: language) }
        return json(in: language).merged(with: ["template": sheet.template.json, "notes": sheet.notes.json])
    }
}
