import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// The list of an event's guests (M56, M131).
struct GuestPages: Sendable {
    let console: Console

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get("mall/events/{id}/people") { request, context in
            try await show(request, context)
        }
        group.post("mall/events/{id}/people/{user}/cancel") { request, context in
            try await cancel(request, context)
        }
    }

    private func show(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let id = try context.id
        let path = "/mall/events/\(id)/people"
        var records = Records(console, request, context, path, Localized("Кто записан", "Who comes"))
        records.item = "/mall/events"
        let language = records.language
        // The list stays available when the event is deleted.
        let event = try? await records.api.get("/mall/events/\(id)")
        let answer = try await records.api.get(path, records.given("phone", "user", "cursor"))
        let title = event?["title"]?.string ?? answer["items"]?.array?.first?["event"]?["title"]?.string ?? ""
        records.crumbs = [
            ["path": "/mall/events", "title": .string(Events.type.title[language])],
            ["path": .string("/mall/events/\(id)"), "title": .string(title)],
        ]

        records.stat(
            Localized("Записано", "Registered"),
            RecordCell.grouped(answer["total"]?["count"]?.integer ?? 0)
        )
        records.stat(
            Localized("Заплачено", "Paid"),
            RecordCell.grouped(answer["total"]?["points"]?.integer ?? 0),
            unit: Localized("баллов", "points")
        )
        records.csv = records.files("\(path)/export", [])
        records.filter = records.bar([], hasDates: false)
        addRows(to: &records, answer)
        if let user = records.value("refund"), context.author.may(.writePeople) {
            records.more = ["ask": try await dialog(user, title, records)]
        }
        return try await records.show()
    }

    private func addRows(to records: inout Records, _ answer: JSON) {
        let (language, time) = (records.language, records.time)
        records.heads = [
            (Localized("Кто", "Who"), "main"), (Localized("Записан", "Registered"), "when"),
            (Localized("Баллы", "Points"), "r"), (Localized("", ""), "fit"),
        ]
        let (mayCancel, page) = (records.context.author.may(.writePeople), records)
        records.rows = (answer["items"]?.array ?? []).map { guest in
            let user = guest["user"]?["id"]?.string ?? ""
            let act = RecordCell.act(
                Localized("Отменить запись", "Cancel"),
                of: RecordCell.name(guest["user"], language),
                to: page.here(without: "refund", and: [("refund", user)]),
                language
            )
            return page.row(
                guest["id"]?.string ?? "",
                [
                    RecordCell.person(guest["user"], language), RecordCell.words(time.words(guest["at"])),
                    RecordCell.words(RecordCell.grouped(guest["cost"]?.integer ?? 0)),
                    RecordCell.acts(mayCancel ? [act] : []),
                ]
            )
        }
        records.next = answer["next"]?.string
        records.empty = (
            Localized("Никто не записан", "Nobody has registered"),
            Localized(
                "Посетители записываются в приложении, на странице мероприятия.",
                "Visitors register in the app, on the page of the event."
            )
        )
    }

    private func dialog(_ user: String, _ title: String, _ records: Records) async throws -> JSON {
        let guests = try await records.api.get(records.path, [("user", user)])
        guard let guest = guests["items"]?.array?.first else { return .null }
        let (language, back) = (records.language, records.here(without: "refund"))
        let cost = RecordCell.grouped(guest["cost"]?.integer ?? 0)
        return [
            "action": .string("\(records.path)/\(user.percentEncoded)/cancel"), "back": .string(back),
            "title": .string(Localized("Отменить запись", "Cancel the registration")[language]),
            "about": .string("\(RecordCell.name(guest["user"], language)) · \(title)"),
            "text": .string(
                Localized(
                    "Баллы (\(cost)) вернутся на счёт. Записаться снова можно, пока мероприятие не закончилось.",
                    "The points (\(cost)) return. The person can register again until the event is over."
                )[language]
            ),
            "has_note": true, "note_first": true, "note": "", "faults": [], "inputs": [],
            "is_removal": false, "verb": .string(Localized("Отменить запись", "Cancel it")[language]),
        ]
    }

    private func cancel(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        let id = try context.id
        let user = try context.parameters.require("user").percentEncoded
        try await console.api(context).send(
            .delete,
            "/mall/events/\(id)/people/\(user)",
            note: form["note"].flatMap { $0.isEmpty ? nil : $0 }
        )
        return try await console.done(
            Localized("Запись отменена, баллы вернулись", "Cancelled, the points are back"),
            to: form.place("/mall/events/\(id)/people"),
            context
        )
    }
}
