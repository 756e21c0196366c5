import Core
import HTTPTypes
import Hummingbird
import NIOCore
import Storage
import Transit
import Web

/// The eight calls of the API (timetable.md, section 3), each with and without a slash at the end (T1, T2).
struct TravelRoutes: Sendable {
    /// The name of a call in counts, and its answer.
    typealias Call = (name: String, answer: @Sendable (TravelCall) throws -> PublicAnswer)

    static let calls: [Call] = [
        ("search", { try SearchAnswer($0).answer() }),
        ("schedule", { try ScheduleAnswer($0).answer() }),
        ("thread", { try ThreadAnswer($0).answer() }),
        ("nearest_stations", { try NearestAnswer($0).stations() }),
        ("nearest_settlement", { try NearestAnswer($0).settlement() }),
        ("carrier", { try CarrierAnswer($0).answer() }),
        ("copyright", { $0.copyright() }),
    ]
    static let listName = "stations_list"

    let services: Services
    let clients: Clients

    func add(to group: RouterGroup<WebContext>) {
        for call in Self.calls {
            group.get(RouterPath(call.name)) { request, _ in
                let answer = try call.answer(try await open(request, call.name))
                return Response.personal(answer)
            }
        }
        group.get(RouterPath(Self.listName)) { request, _ in
            let call = try await open(request, Self.listName)
            return try await StationsListAnswer(call).response(to: request)
        }
    }

    /// Checks the key, counts the request, and reads what every call has.
    private func open(_ request: Request, _ name: String) async throws -> TravelCall {
        guard let secret = TravelQuery.key(of: request) else { throw LiveTravelKeys.noKey }
        try await services.travel.keys.load()
        let key = try services.travel.keys.open(secret)
        services.counts.note(DayCount(app: Travel.app, kind: name, subject: key.id))
        let query = try TravelQuery(request)
        try await services.live.load()
        let (live, state) = (services.live.state, try await services.travel.live.state())
        var writer = TravelWriter(state, live, query.language, baseURL: clients.baseURL(of: request))
        writer.zone = try query.resultZone()
        writer.systems = try query.shownSystems()
        return TravelCall(
            query: query,
            writer: writer,
            settings: services.appSettings.of(Travel.app, in: live),
            now: services.now().seconds
        )
    }
}

/// A request with a good key, and what its answer is made of.
struct TravelCall: Sendable {
    let query: TravelQuery
    let writer: TravelWriter
    let settings: AppSettings
    /// In seconds since 1970.
    let now: Int64

    var timetable: Timetable { writer.timetable }

    /// Today in the zone of a station.
    func today(at station: Int32) -> Int32 { timetable.zone(ofStation: station).day(at: now) }

    /// The place that a parameter names, in our codes or those of another system (T48).
    func place(_ code: String) throws(Problem) -> [TravelPlace] {
        guard let system = try query.system() else { return [try timetable.place(code)] }
        let found = timetable.stations(code, in: system).filter { !timetable.stations[Int($0)].isHidden }
        guard !found.isEmpty else { throw Timetable.notFound(code, in: system.rawValue) }
        return found.map { .station($0) }
    }

    /// E8.
    func copyright() -> PublicAnswer {
        PublicAnswer { json in
            json.object { json in
                json.key("copyright")
                json.object { json in
                    json.member("text", settings.text("copyright_text") ?? "")
                    json.member("url", settings.text("copyright_url") ?? "")
                    for name in Travel.copyrightLogos {
                        json.member(name, settings.text("copyright_\(name)") ?? "")
                    }
                }
            }
        }
    }
}
