import Core
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
            return object { writer.offer(content, promotions, &$0) }.map(offer)
        case Events.type.name: return object { writer.event(content, &$0) }.map(event)
        case News.type.name: return object { writer.news(content, &$0) }.map { news($0, content) }
        case Promotions.type.name: return object { writer.promotion(content, &$0) }.map(promotion)
        case Shops.type.name: return object { writer.shop(content, &$0) }.map { shop($0, content) }
        case _: return nil
        }
    }

    private func object(_ write: (inout JSONWriter) -> Void) -> MallObject? {
        var writer = JSONWriter()
        write(&writer)
        return try? MallObject(json: JSON(parsing: writer.bytes))
    }

    // MARK: Screens

    private func offer(_ offer: MallObject) -> PhoneScreen {
        let cost = offer.cost ?? 0
        let action =
            cost > 0
            ? Localized("Приобрести за", "Get for")[language] + "\u{A0}" + time.points(cost)
            : Localized("Получить", "Get")[language]
        return page([
            "image": .string(offer.image), "shop": shopLine(offer.shop),
            "title": .string(offer.title), "disclaimer": .string(offer.disclaimer ?? ""),
            "sections": sections([
                (Localized("Описание", "About"), offer.description),
                (Localized("Как получить", "How to get it"), offer.howToGet),
                (Localized("Перед списанием", "Before you confirm"), offer.beforeConfirming),
            ]),
            "action": .string(action),
        ])
    }

    private func event(_ event: MallObject) -> PhoneScreen {
        let cost = event.cost ?? 0
        let price = cost > 0 ? time.points(cost) : Localized("бесплатно", "free")[language]
        let start = event.start.map { "\(time.day($0)), \(time.time($0))" }
        return page([
            "image": .string(event.image), "title": .string(event.title),
            "disclaimer": .string([start, price].compactMap { $0 }.joined(separator: " · ")),
            "html": html(event.html),
            "action": .string(Localized("Записаться", "Sign up")[language]),
        ])
    }

    private func news(_ news: MallObject, _ content: LiveContent) -> PhoneScreen {
        page([
            "image": .string(news.image), "title": .string(news.title),
            "date": .string(news.publishedAt.map { time.day($0) } ?? ""),
            "disclaimer": .string(content.text("disclaimer", language)), "html": html(news.html),
        ])
    }

    private func promotion(_ promotion: MallObject) -> PhoneScreen {
        let action = Localized("К предложению", "See the offer")[language]
        return page([
            "image": .string(promotion.image), "title": .string(promotion.title),
            "date": .string(days(promotion)), "disclaimer": .string(promotion.disclaimer ?? ""),
            "html": html(promotion.html),
            "action": .string(promotion.offerID?.isEmpty == false ? action : ""),
        ])
    }

    /// The host of an address, which may have letters of any script.
    private func host(of address: String) -> String? {
        address.firstRange(of: "://").map { start in
            String(address[start.upperBound...].prefix { !"/?#:".contains($0) })
        }
    }

    private func shop(_ shop: MallObject, _ content: LiveContent) -> PhoneScreen {
        let photo = shop.photos.first ?? ""
        let site = content.string("site_url").flatMap(host(of:))
        let offers = shop.offers.map { offer -> JSON in
            [
                "title": .string(offer.title), "image": .string(offer.image),
                "sub": .string(time.points(offer.cost ?? 0)),
            ]
        }
        let promotions = shop.promotions.map { promotion -> JSON in
            [
                "title": .string(promotion.title), "image": .string(promotion.image),
                "sub": .string(days(promotion)),
            ]
        }
        return page([
            "image": .string(photo), "title": .string(shop.title),
            "shop": [
                "name": .string(content.integer("floor").map { time.floor($0) } ?? ""), "floor": "",
                "logo": .string(shop.image),
            ],
            "sections": sections([
                (Localized("Описание", "About"), shop.description),
                (Localized("Телефон", "Phone"), content.string("phone")),
                (Localized("Сайт", "Site"), site),
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

    private func shopLine(_ shop: MallObject.Shop?) -> JSON {
        guard let shop else { return "" }
        let floor = shop.floor.map { time.floor($0) } ?? ""
        return ["name": .string(shop.name), "logo": .string(shop.logo), "floor": .string(floor)]
    }

    private func sections(_ parts: [(title: Localized, text: String?)]) -> JSON {
        .array(
            parts.compactMap { part in
                guard let text = part.text, !text.isEmpty else { return nil }
                let lines = text.split(separator: "\n").map { JSON.string(String($0)) }
                return ["heading": .string(part.title[language]), "lines": .array(lines)]
            }
        )
    }

    private func strip(_ title: Localized, _ cards: [JSON]) -> JSON? {
        cards.isEmpty ? Optional.none : ["heading": .string(title[language]), "cards": .array(cards)]
    }

    /// Sanitizes unsaved text, because the page inserts it unescaped.
    private func html(_ text: String?) -> JSON { .string(RichText.sanitized(text ?? "")) }

    private func days(_ promotion: MallObject) -> String {
        let (start, finish) = (promotion.startsAt, promotion.finishesAt)
        guard let start, let finish else {
            return [start, finish].compactMap { $0 }.first.map { time.day($0) } ?? ""
        }
        return time.span(time.day(start), time.day(finish))
    }
}

extension Mall {
    package func phone(for content: LiveContent, _ request: PublicRequest, in zone: Zone) -> PhoneScreen? {
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
