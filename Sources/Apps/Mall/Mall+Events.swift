import Core
import Web

/// «Мероприятия»: the public routes of events.
extension Mall {
    static let eventRoutes = [
        PublicRoute("/events") { request in
            let writer = MallWriter(request)
            let events = try request.flagged("on_home", Events.self)
            return .list(try request.page().of(events), writer.event)
        },
        PublicRoute("/events/{eventId}") { request in
            let writer = MallWriter(request)
            guard let event = writer.visibility.one(Events.self, request.id("eventId")) else {
                throw Problem.unknownObject
            }
            return .one(event, writer.event)
        },
    ]
}

extension MallWriter {
    func event(_ event: LiveContent, _ json: inout JSONWriter) {
        json.object { json in
            json.member("id", event.id)
            json.member("title", text(event, "title"))
            json.member("logo_url", image(event))
            json.member("content", text(event, "content"))
            json.key("date")
            json.object { json in
                json.member("start", seconds: event.timestamp("start_at"))
                json.member("finish", seconds: event.liveUntil)
            }
            json.member("sitemap", optional: event.string("sitemap"))
            json.member("cost", event.integer("cost") ?? 0)
            json.member("event_purchased", request.marks.has(Mall.Mark.guest, event.id))
        }
    }
}
