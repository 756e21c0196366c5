import Core
import HTTPTypes
import Hummingbird
import Web

/// Counts events of the app, if the setting allows it: `POST /mods/events` (D87).
///
/// Only counters are stored; the price of a purchase is checked and dropped.
struct ModEventRoutes: Sendable {
    /// The number of events in one request, and the maximum count of each.
    private static let eventsMax = 100
    private static let eventCountMax: Int64 = 1_000
    private static let eventsBodySizeMax = 64 << 10

    /// The names in mods.md, section 5.
    static let names: Set = [
        "first_open", "in_app_purchase", "app_store_subscription_convert", "app_store_subscription_renew",
        "purchase", "Purchase", "Subscribe",
    ]

    let services: Services

    func add(to group: RouterGroup<WebContext>) {
        group.post("events") { request, _ in try await take(request) }
    }

    private func take(_ request: Request) async throws -> Response {
        try await services.live.load()
        guard services.appSettings.of(Mods.app, in: services.live.state).bool("client_events") else {
            throw Problem.notFound(Localized("События не принимаются.", "The app does not accept events."))
        }
        let body = try await request.object(max: Self.eventsBodySizeMax)
        let events = try Self.events(body)
        for event in events {
            services.counts.note(
                DayCount(app: Mods.app, kind: Mods.Count.events, subject: event.name),
                times: event.count
            )
        }
        let accepted = events.reduce(0) { $0 + $1.count }
        return Response.personal(
            PublicAnswer { json in json.object { json in json.member("accepted", accepted) } }
        )
    }

    private static func events(_ body: [String: JSON]) throws(Problem) -> [(name: String, count: Int64)] {
        guard body.keys.allSatisfy({ $0 == "events" }), let events = body["events"]?.array,
            1...Self.eventsMax ~= events.count
        else {
            throw wrong(
                "Нужен список events, от 1 до \(Self.eventsMax).",
                "The body must hold a list “events” of 1 to \(Self.eventsMax)."
            )
        }
        var counted: [(name: String, count: Int64)] = []
        for event in events { counted.append(try Self.event(event)) }
        return counted
    }

    private static func event(_ event: JSON) throws(Problem) -> (name: String, count: Int64) {
        guard let name = event["name"]?.string, names.contains(name) else {
            throw wrong("Такого события нет.", "There is no such event.")
        }
        let count = event["count"] == nil ? 1 : event["count"]?.integer ?? 0
        guard 1...Self.eventCountMax ~= count else {
            throw wrong(
                "count — от 1 до \(Self.eventCountMax).",
                "count must be from 1 to \(Self.eventCountMax)."
            )
        }
        for (name, value) in event.object ?? [:] {
            switch (name, value) {
            case ("name", _), ("count", _): break
            case ("affise_p_price", .integer), ("affise_p_price", .decimal), ("affise_p_revenue", .integer),
                ("affise_p_revenue", .decimal):
                break
            case ("affise_p_price", .string(let text)), ("affise_p_revenue", .string(let text)):
                guard text.wholeMatch(of: /-?[0-9]{1,12}(\.[0-9]{1,8})?/) != nil else {
                    throw wrong("\(name) — не число.", "\(name) is no number.")
                }
            case ("affise_p_currency", .string(let text)) where text.wholeMatch(of: /[A-Za-z]{3,10}/) != nil:
                break
            case _: throw wrong("Лишнее или неверное поле события.", "An event has a member that is wrong.")
            }
        }
        return (name, count)
    }

    private static func wrong(_ ru: String, _ en: String) -> Problem {
        Problem(.invalid, Localized(ru, en))
    }
}
