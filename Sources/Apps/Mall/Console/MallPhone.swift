import Core
import Foundation
import Storage
import Web

/// The app's screen of one entry, made from the object that the API sends to the app.
///
/// The state of the entry does not matter: an editor sees the screen before visitors do.
struct MallPhone: Sendable {
    let request: PublicRequest
    let time: HumanTime

    private var language: Language { request.language }

    /// Nil if the type has no screen of its own.
    func screen(of content: LiveContent) -> PhoneScreen? {
        let writer = MallWriter(request)
        switch content.type {
        case Offers.type.name:
            let promotions = writer.promotionsByShop
            return offer(object { writer.offer(content, promotions, &$0) })
        case Events.type.name: return event(object { writer.event(content, &$0) })
        case News.type.name: return news(object { writer.news(content, &$0) }, content)
        case Promotions.type.name: return promotion(object { writer.promotion(content, &$0) })
        case Shops.type.name: return shop(object { writer.shop(content, &$0) }, content)
        case _: return nil
        }
    }

    private func object(_ write: (inout JSONWriter) -> Void) -> JSON {
        var writer = JSONWriter()
        write(&writer)
        return (try? JSON(parsing: writer.bytes)) ?? .null
    }

    // MARK: Screens

    private func offer(_ offer: JSON) -> PhoneScreen {
        let cost = offer["cost"]?.integer ?? 0
        let action =
            cost > 0
            ? Localized("Приобрести за", "Get for")[language] + "\u{A0}" + time.points(cost)
            : Localized("Получить", "Get")[language]
        return page([
            "image": offer["image"] ?? "", "shop": shopLine(offer["shop"]),
            "title": offer["name"] ?? "", "disclaimer": offer["disclaimer"] ?? "",
            "sections": sections([
                (Localized("Описание", "About"), offer["description"]),
                (Localized("Как получить", "How to get it"), offer["conditions_receiving"]),
                (Localized("Перед списанием", "Before you confirm"), offer["confirmation_conditions"]),
            ]),
            "action": .string(action),
        ])
    }

    private func event(_ event: JSON) -> PhoneScreen {
        let cost = event["cost"]?.integer ?? 0
        let price = cost > 0 ? time.points(cost) : Localized("бесплатно", "free")[language]
        let start = Self.moment(event["date"]?["start"]).map { "\(time.day($0)), \(time.time($0))" }
        return page([
            "image": event["logo_url"] ?? "", "title": event["title"] ?? "",
            "disclaimer": .string([start, price].compactMap { $0 }.joined(separator: " · ")),
            "html": html(event["content"]),
            "action": .string(Localized("Записаться", "Sign up")[language]),
        ])
    }

    private func news(_ news: JSON, _ content: LiveContent) -> PhoneScreen {
        page([
            "image": news["logo_url"] ?? "", "title": news["title"] ?? "",
            "date": .string(Self.moment(news["publish_date"]).map { time.day($0) } ?? ""),
            "disclaimer": .string(content.text("disclaimer", language)), "html": html(news["content"]),
        ])
    }

    private func promotion(_ promotion: JSON) -> PhoneScreen {
        let action = Localized("К предложению", "See the offer")[language]
        return page([
            "image": promotion["logo_url"] ?? "", "title": promotion["title"] ?? "",
            "date": .string(days(promotion)), "disclaimer": promotion["disclaimer"] ?? "",
            "html": html(promotion["content"]),
            "action": .string(promotion["offer_id"]?.string?.isEmpty == false ? action : ""),
        ])
    }

    private func shop(_ shop: JSON, _ content: LiveContent) -> PhoneScreen {
        let photo = shop["images"]?.array?.first?["url"] ?? ""
        let site = content.string("site_url").flatMap { URL(string: $0)?.host }
        let offers = (shop["offers"]?.array ?? []).map { offer -> JSON in
            [
                "title": offer["name"] ?? "", "image": offer["image"] ?? "",
                "sub": .string(time.points(offer["cost"]?.integer ?? 0)),
            ]
        }
        let promotions = (shop["promotions"]?.array ?? []).map { promotion -> JSON in
            [
                "title": promotion["title"] ?? "", "image": promotion["logo_url"] ?? "",
                "sub": .string(days(promotion)),
            ]
        }
        return page([
            "image": photo, "title": shop["name"] ?? "",
            "shop": [
                "name": .string(content.integer("floor").map { time.floor($0) } ?? ""), "floor": "",
                "logo": shop["logo_url"] ?? "",
            ],
            "sections": sections([
                (Localized("Описание", "About"), shop["description"]),
                (Localized("Телефон", "Phone"), content.string("phone").map { .string($0) }),
                (Localized("Сайт", "Site"), site.map { .string($0) }),
            ]),
            "strips": .array(
                [
                    strip(Localized("Предложения", "Offers"), offers),
                    strip(Localized("Акции", "Promotions"), promotions),
                ].compactMap { $0 }
            ),
        ])
    }

    // MARK: Elements

    /// Fills in every member, because Mustache takes a missing one from the surrounding page.
    private func page(_ members: JSON) -> PhoneScreen {
        let none: JSON = [
            "image": "", "shop": "", "title": "", "date": "", "disclaimer": "", "sections": [], "html": "",
            "strips": [], "action": "",
        ]
        return PhoneScreen("phone-page", none.merged(with: members))
    }

    private func shopLine(_ shop: JSON?) -> JSON {
        guard let shop, let name = shop["name"] else { return "" }
        let floor = shop["floor"]?.integer.map { time.floor($0) } ?? ""
        return ["name": name, "logo": shop["logo_url"] ?? "", "floor": .string(floor)]
    }

    private func sections(_ parts: [(title: Localized, text: JSON?)]) -> JSON {
        .array(
            parts.compactMap { part in
                guard let text = part.text?.string, !text.isEmpty else { return nil }
                let lines = text.split(separator: "\n").map { JSON.string(String($0)) }
                return ["heading": .string(part.title[language]), "lines": .array(lines)]
            }
        )
    }

    private func strip(_ title: Localized, _ cards: [JSON]) -> JSON? {
        cards.isEmpty ? Optional.none : ["heading": .string(title[language]), "cards": .array(cards)]
    }

    /// Sanitizes unsaved text, because the page inserts it unescaped.
    private func html(_ text: JSON?) -> JSON { .string(RichText.sanitized(text?.string ?? "")) }

    private func days(_ promotion: JSON) -> String {
        let (start, finish) = (Self.moment(promotion["start_date"]), Self.moment(promotion["finish_date"]))
        guard let start, let finish else {
            return [start, finish].compactMap { $0 }.first.map { time.day($0) } ?? ""
        }
        return time.span(time.day(start), time.day(finish))
    }

    /// Seconds since 1970 as text, the form of most times in this contract.
    private static func moment(_ seconds: JSON?) -> Timestamp? {
        seconds?.string.flatMap { Int64($0) }.flatMap { Timestamp(seconds: $0) }
    }
}

extension Mall {
    package func phone(for content: LiveContent, _ request: PublicRequest, in zone: TimeZone) -> PhoneScreen?
    {
        let time = HumanTime(zone: zone, language: request.language, now: request.now)
        return MallPhone(request: request, time: time).screen(of: content)
    }
}

extension HumanTime {
    /// `350 баллов`, `350 points`.
    func points(_ number: Int64) -> String {
        counted(
            Int(clamping: number),
            language,
            ru: (one: "балл", few: "балла", many: "баллов"),
            en: (one: "point", many: "points")
        )
    }

    /// `2 этаж`, `Floor 2`.
    func floor(_ number: Int64) -> String {
        let number = number < 0 ? "−\(number.magnitude)" : "\(number)"
        return Localized("\(number)\u{A0}этаж", "Floor\u{A0}\(number)")[language]
    }
}
