import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// What people have bought, and each time that they have used it (M112).
struct GiftPages: Sendable {
    static let path = "/people/gifts"
    static let heading = Localized("Подарки", "Gifts")

    let console: Console

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get("people/gifts") { request, context in
            try await show(request, context)
        }
        group.get("people/gifts/uses") { request, context in try await uses(request, context) }
        group.post("people/gifts/{id}/refund") { request, context in try await refund(request, context) }
    }

    private func show(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        var records = Records(console, request, context, Self.path, Self.heading)
        let kept = records.given("user", "offer", "phone") + records.days
        let query = kept + records.given("state")
        let answer = try await records.api.get("/mall/gifts", query + records.given("cursor"))
        try await tabs(&records, isUses: false)
        records.csv = records.files("/mall/gifts/export", query)
        records.filter = try await filter(records)
        records.heads = [
            (Localized("Куплен", "Bought"), "when fit"), (Localized("Кто", "Who"), "who"),
            (Localized("Подарок", "Gift"), "main"), (Localized("Баллы", "Points"), "r lo"),
            (Localized("Состояние", "State"), ""), (Localized("", ""), "fit"),
        ]
        let mayRefund = context.author.may(.writePeople)
        records.rows = (answer["items"]?.array ?? []).map { row($0, records, mayRefund: mayRefund) }
        records.next = answer["next"]?.string
        records.empty = (
            Localized("Подарков нет", "No gifts"),
            Localized(
                "Здесь появятся предложения, которые посетители купили за баллы.",
                "Offers that visitors have bought for points appear here."
            )
        )
        if let id = records.value("refund"), mayRefund {
            records.more = ["refund": try await dialog(id, records)]
        }
        return try await records.show()
    }

    private func row(_ gift: JSON, _ records: Records, mayRefund: Bool) -> JSON {
        let (language, time) = (records.language, records.time)
        let id = gift["id"]?.string ?? ""
        let offer = gift["offer"]
        let until = gift["valid_until"]?.string.flatMap { Timestamp($0) }
            .map { Localized("до \(time.shortDay($0))", "until \(time.shortDay($0))")[language] }
        let sub = [offer?["shop"]?.string, until].compactMap { $0 }.joined(separator: " · ")
        let isRefundable = mayRefund && gift["is_refundable"]?.bool == true
        let title = offer?["title"]?.string ?? ""
        let act = RecordCell.act(
            Localized("Вернуть", "Refund"),
            of: title,
            to: records.here(without: "refund", and: [("refund", id)]),
            language
        )
        return records.row(
            id,
            [
                RecordCell.words(time.words(gift["bought_at"])), RecordCell.person(gift["user"], language),
                RecordCell.entity(title, sub: sub, href: "/mall/offers/\(offer?["id"]?.string ?? "")"),
                RecordCell.words(RecordCell.grouped(gift["cost"]?.integer ?? 0)),
                PointsWords.giftState(gift, language), RecordCell.acts(isRefundable ? [act] : []),
            ]
        )
    }

    private func uses(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        var records = Records(console, request, context, "\(Self.path)/uses", Self.heading)
        records.item = Self.path
        let query = records.given("kind", "user", "offer", "phone") + records.days + records.given("cursor")
        let answer = try await records.api.get("/mall/gifts/uses", query)
        try await tabs(&records, isUses: true)
        records.filter = try await filter(records)
        records.heads = [
            (Localized("Когда", "When"), "when fit"), (Localized("Кто", "Who"), "who"),
            (Localized("Подарок", "Gift"), "main"), (Localized("Что", "What"), ""),
        ]
        let (language, time) = (records.language, records.time)
        records.rows = (answer["items"]?.array ?? []).map { use in
            let isUse = use["kind"]?.string == "use"
            let word = isUse ? Localized("использован", "used") : Localized("истёк", "expired")
            return records.row(
                use["id"]?.string ?? "",
                [
                    RecordCell.words(time.words(use["at"])), RecordCell.person(use["user"], language),
                    RecordCell.entity(
                        use["offer"]?["title"]?.string ?? "",
                        sub: use["offer"]?["shop"]?.string ?? "",
                        href: "/mall/offers/\(use["offer"]?["id"]?.string ?? "")"
                    ),
                    RecordCell.pill(word[language], isUse ? "pub" : "arch", icon: isUse ? "check" : "clock"),
                ]
            )
        }
        records.next = answer["next"]?.string
        records.empty = (
            Localized("Никто ещё не воспользовался подарком", "Nobody has used a gift yet"),
            Localized("Каждое использование попадёт сюда.", "Each use appears here.")
        )
        return try await records.show()
    }

    private func tabs(_ records: inout Records, isUses: Bool) async throws {
        let kept = records.given("user", "offer", "phone", "since", "till")
        let states: [(String, Localized)] = [
            ("", Localized("Все", "All")), ("owned", Localized("На руках", "Owned")),
            ("used", Localized("Использованы", "Used")), ("expired", Localized("Истекли", "Expired")),
            ("refunded", Localized("Возвращены", "Refunded")),
        ]
        for (state, title) in states {
            let isHere = !isUses && state == records.value("state") ?? ""
            let ofState: AdminAPI.Query = state.isEmpty ? [] : [("state", state)]
            let count = try await count(ofState, at: "/mall/gifts", records)
            records.tab(title, [("state", state)] + kept, isHere: isHere, count: count, at: Self.path)
        }
        records.tab(
            Localized("Журнал использований", "Log of uses"),
            kept,
            isHere: isUses,
            count: try await count([], at: "/mall/gifts/uses", records),
            at: "\(Self.path)/uses"
        )
    }

    /// How many there are under a tab, narrowed down as the list is.
    private func count(_ query: AdminAPI.Query, at path: String, _ records: Records) async throws -> Int64? {
        guard records.mayCountTabs else { return nil }
        let kept = records.given("user", "offer", "phone") + records.days
        let few: AdminAPI.Query = [("count", "true"), ("limit", "1")]
        return try await records.api.get(path, query + kept + few)["count"]?.integer
    }

    /// What the list is narrowed to: one person, one offer.
    private func filter(_ records: Records) async throws -> JSON {
        var chips: [JSON] = []
        if let user = records.value("user") {
            let account = try await records.api.get("/mall/users/\(user.percentEncoded)/points")
            let name = RecordCell.name(account["user"], records.language)
            chips.append(records.chip(Localized("Кто", "Who"), name, without: "user"))
        }
        if let offer = records.value("offer") {
            let live = console.services.live.state[Offers.type.name][offer]
            var title = live?.text("name", records.language)
            if title == nil {
                title = (try? await records.api.get("/mall/offers/\(offer.percentEncoded)"))?["title"]?.string
            }
            chips.append(records.chip(Localized("Предложение", "Offer"), title ?? "…", without: "offer"))
        }
        return records.bar([], chips: chips, kept: ["state", "user", "offer"])
    }

    // MARK: Giving back

    private func dialog(_ id: String, _ records: Records) async throws -> JSON {
        let gift = try await records.api.get("/mall/gifts/\(id.percentEncoded)")
        let (language, back) = (records.language, records.here(without: "refund"))
        let points = gift["cost"]?.integer ?? 0
        let cost = RecordCell.grouped(points)
        let text =
            points == 0
            ? Localized(
                "Подарок исчезнет из «Моих подарков», предложение снова можно получить.",
                "The gift leaves “My gifts”, and the offer can be had again."
            )
            : Localized(
                "Баллы (\(cost)) вернутся на счёт, подарок исчезнет из «Моих подарков», предложение снова можно купить.",
                "The points (\(cost)) return, the gift leaves “My gifts”, and the offer can be bought again."
            )
        return [
            "action": .string("\(Self.path)/\(id.percentEncoded)/refund"), "back": .string(back),
            "title": .string(Localized("Вернуть подарок", "Refund the gift")[language]),
            "about": .string(gift["offer"]?["title"]?.string ?? ""),
            "text": .string(text[language]),
            "verb": .string(Localized("Вернуть", "Refund")[language]),
        ]
    }

    private func refund(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        let id = try context.id
        let gift = try await console.api(context).send(
            .post,
            "/mall/gifts/\(id)/refund",
            note: form["note"].flatMap { $0.isEmpty ? nil : $0 }
        )
        let cost = RecordCell.grouped(gift["cost"]?.integer ?? 0)
        return try await console.done(
            Localized("Возвращено баллов: \(cost)", "\(cost) points are back"),
            to: form.place(Self.path),
            context
        )
    }
}
