import Core
import Storage

/// One card of the home screen for staff, including those that visitors do not see now.
package struct HomeCard: Sendable {
    package enum State: String, Sendable, CaseIterable, JSONReadable {
        case live, scheduled, hidden
        case endsSoon = "ends_soon"
    }

    /// A card that ends within this time is marked, so that an editor can replace it.
    static let endsSoonWithin: Duration = .seconds(48 * 3600)

    let content: Content
    let type: ContentType
    /// The published version, or the one that would be published.
    let shown: LiveContent
    let state: State
    /// The reason for which no visitor sees it; nil if they do.
    let absence: Absence?
    /// The reason of its state; nil if there is none.
    let reason: Localized?
    /// The time when a scheduled card appears.
    let appearsAt: Timestamp?
    /// The window of the published version; nil for an open end, and for a draft.
    let (liveFrom, liveUntil): (Timestamp?, Timestamp?)

    /// True if visitors see it now.
    var isSeen: Bool { state == .live || state == .endsSoon }

    init(
        _ content: Content,
        of type: ContentType,
        in block: HomeBlock,
        _ visibility: MallVisibility,
        zone: Zone
    ) {
        self.content = content
        self.type = type
        shown = LiveContent(content, as: type)
        absence = content.live == nil ? .notPublished : block.absence(visibility, shown)
        (state, appearsAt, reason) = Self.standing(shown, absence, at: visibility.now, zone)
        liveFrom = content.live?.timestamp("live_from")
        liveUntil = content.live?.timestamp("live_until")
    }

    /// `card` at another moment; `published` is the version that apps see then, nil if they see none.
    private init(
        _ card: HomeCard,
        as published: LiveContent?,
        in block: HomeBlock,
        _ visibility: MallVisibility,
        zone: Zone
    ) {
        (content, type) = (card.content, card.type)
        shown = published ?? card.shown
        absence = if let published { block.absence(visibility, published) } else { .notPublished }
        (state, appearsAt, reason) = Self.standing(shown, absence, at: visibility.now, zone)
        liveFrom = published == nil ? card.liveFrom : shown.liveFrom
        liveUntil = published == nil ? card.liveUntil : shown.liveUntil
    }

    /// The card at another moment, by the entries published then.
    func at(_ visibility: MallVisibility, in block: HomeBlock, zone: Zone) -> HomeCard {
        HomeCard(self, as: visibility.live[type.name][content.id], in: block, visibility, zone: zone)
    }

    private static func standing(
        _ shown: LiveContent,
        _ absence: Absence?,
        at now: Timestamp,
        _ zone: Zone
    ) -> (state: State, appearsAt: Timestamp?, reason: Localized?) {
        switch absence {
        case .notYet(let moment)?: return (.scheduled, moment, absence?.reason(in: zone))
        case _?: return (.hidden, nil, absence?.reason(in: zone))
        case nil: break
        }
        guard shown.endsSoon(at: now) else { return (.live, nil, nil) }
        return (.endsSoon, nil, shown.liveUntil.map { ending($0, in: zone) })
    }

    /// The published fields, or those that would be published.
    var body: Body { Self.body(content) }
    var title: String { type.title(of: body) }

    /// The time when the entry is published or withdrawn, by its own schedule or by that of its release.
    func planned(_ action: Schedule.Action) -> Timestamp? {
        let own = content.schedule[action].flatMap { $0.failedAt == nil ? $0.at : nil }
        let release = content.schedule.release.flatMap { $0.action == action ? $0.at : nil }
        return [own, release].compactMap { $0 }.min()
    }

    /// The published fields of an entry, or those that would be published.
    static func body(_ content: Content) -> Body {
        content.live ?? content.fields
    }

    /// The fields that fit on a line: moments, numbers, choices and references.
    static func brief(_ body: Body, of type: ContentType) -> Body {
        let names = type.fields.filter { field in
            switch field.shape {
            case .bool, .integer, .decimal, .choice, .day, .moment, .link, .links: true
            case .line, .texts, .upload, .uploads, .rows: false
            }
        }
        return names.reduce(into: [:]) { brief, field in brief[field.name] = body[field.name] ?? .null }
    }

    func json(in language: Language) -> JSON {
        let image = type.fields.first { $0.kind == .image }.flatMap { body[$0.name]?.string }
        return [
            "id": .string(content.id),
            "type": .string(type.name),
            "title": .string(title),
            "image": JSON(image.map { "/media/\($0)" }),
            "position": .integer(content.position),
            "version": .integer(content.version),
            "state": .string(state.rawValue),
            "reason": JSON(reason?[language]),
            "absence": JSON(absence?.name),
            "appears_at": JSON(appearsAt?.description),
            "live_from": content.live?["live_from"] ?? .null,
            "live_until": content.live?["live_until"] ?? .null,
            "fields": .object(Self.brief(body, of: type)),
            "schedule": content.schedule.json(in: language),
        ]
    }

    private static func ending(_ moment: Timestamp, in zone: Zone) -> Localized {
        let time = moment.minute(in: zone)
        return Localized("Закончится \(time).", "It ends at \(time).")
    }
}

extension LiveContent {
    /// The published version of the entry, or the one that would be published.
    convenience init(_ content: Content, as type: ContentType) {
        self.init(
            id: content.id,
            type: type,
            position: content.position,
            createdAt: content.createdAt,
            body: HomeCard.body(content)
        )
    }

    fileprivate func endsSoon(at now: Timestamp) -> Bool {
        liveUntil.map { $0 <= now.advanced(by: HomeCard.endsSoonWithin) } ?? false
    }
}

extension Absence {
    static let names = [
        "not_published", "not_yet", "over", "sold_out", "shop_not_published", "not_a_service",
    ]

    /// The name in the admin API.
    var name: String {
        switch self {
        case .notPublished: "not_published"
        case .notYet: "not_yet"
        case .over: "over"
        case .soldOut: "sold_out"
        case .shopNotPublished: "shop_not_published"
        case .notAService: "not_a_service"
        }
    }

    fileprivate func reason(in zone: Zone) -> Localized {
        switch self {
        case .notPublished: Localized("Не опубликовано.", "It is not published.")
        case .notYet(let moment):
            Localized("Появится \(moment.minute(in: zone)).", "It appears at \(moment.minute(in: zone)).")
        case .over(let moment):
            Localized("Закончилось \(moment.minute(in: zone)).", "It ended at \(moment.minute(in: zone)).")
        case .soldOut: Localized("Всё разобрали.", "It is sold out.")
        case .shopNotPublished: Localized("Магазин не опубликован.", "Its shop is not published.")
        case .notAService:
            Localized(
                "Не входит в категорию \(MallVisibility.servicesSlug).",
                "It is not in the category \(MallVisibility.servicesSlug)."
            )
        }
    }
}

extension Timestamp {
    /// The day and minute in the zone.
    fileprivate func minute(in zone: Zone) -> String {
        let offset = zone.offset(at: seconds)
        let local = String(advanced(by: .seconds(offset)).description.prefix(16)).replacing("T", with: " ")
        return offset == 0 ? local + " UTC" : local
    }
}
