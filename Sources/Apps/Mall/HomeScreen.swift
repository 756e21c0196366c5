import Core
import Storage

/// The home screen of the app: its cards, their order, and the reasons for which visitors do not see them.
///
/// It has no storage of its own. A card is a flag of its entry, its position is the entry's position, and
/// every change is made by the store like any other.
struct HomeScreen: Sendable {
    let contents: ContentStore
    /// The time zone of reasons.
    let zone: Zone

    /// Every block.
    var strips: [HomeStrip] {
        get async throws { try await strips(of: HomeBlock.all) }
    }

    /// A block with its cards in the order of the app; those that no visitor sees keep their positions.
    func strip(of block: HomeBlock) async throws -> HomeStrip {
        try await strips(of: [block])[0]
    }

    /// Several blocks, at one moment.
    private func strips(of blocks: [HomeBlock]) async throws -> [HomeStrip] {
        let visibility = try await visibility()
        let flags = blocks.flatMap { block in block.types.map { (type: $0, flag: block.flag) } }
        var found = try await contents.flagged(flags)[...]
        return blocks.map { block in
            let cards = block.types.flatMap { type in
                (found.popFirst() ?? []).map { HomeCard($0, of: type, in: block, visibility, zone: zone) }
            }
            return HomeStrip(block: block, cards: block.isMovable ? cards.inRow : cards.byTitle)
        }
    }

    /// Puts an entry on a block; visitors see it there as soon as it is published.
    func show(_ id: String, on block: HomeBlock, as act: ContentStore.Act) async throws {
        try act.author.require(.writeContent)
        let (content, type) = try await content(id, for: block)
        try await contents.live.load()
        let visibility = try await visibility()
        if block.absence(visibility, LiveContent(content, as: type)) == .notAService {
            throw refusal(
                type.title(of: content.fields),
                "не входит в категорию «Услуги»",
                "is not a service"
            )
        }
        _ = try await contents.change(content.id, of: type, by: .setFlag(block.flag, true), as: act)
    }

    func hide(_ id: String, from block: HomeBlock, as act: ContentStore.Act) async throws {
        try act.author.require(.writeContent)
        let (content, type) = try await content(id, for: block)
        _ = try await contents.change(content.id, of: type, by: .setFlag(block.flag, false), as: act)
    }

    /// Moves a card among the cards of its block; the other entries of the order keep theirs.
    func move(_ id: String, to place: Place, in block: HomeBlock, as act: ContentStore.Act) async throws {
        try act.author.require(.writeContent)
        guard block.isMovable else {
            throw Problem(
                .conflict,
                Localized(
                    "Здесь порядок по алфавиту.",
                    "These stand in alphabetical order and cannot be moved."
                )
            )
        }
        let cards = try await strip(of: block).cards
        guard let card = cards.first(where: { $0.content.id == id }) else {
            throw Problem.notFound(
                Localized("Такой карточки в блоке нет.", "There is no such card on the block.")
            )
        }
        guard let place = try place.among(cards, for: id) else { return }
        _ = try await contents.move(id, of: card.type, to: place, as: act)
    }

    /// Refreshes first, because another server may have changed a shop or a category.
    private func visibility() async throws -> MallVisibility {
        try await contents.live.refresh()
        return MallVisibility(live: contents.live.state, now: contents.now())
    }

    /// The entry with its type; throws unless the block can hold it.
    private func content(_ id: String, for block: HomeBlock) async throws -> (Content, ContentType) {
        let found = try await contents.database.read { connection -> String? in
            try connection.rows("SELECT type FROM contents WHERE id = \(id) AND trashed_at IS NULL").first?
                .get("type")
        }
        guard let found, let other = Catalog.types.first(where: { $0.type.name == found })?.type else {
            throw Problem.notFound(Localized("Такой записи нет.", "There is no such entry."))
        }
        let content = try await contents.content(id, of: other)
        guard let type = block.types.first(where: { $0.name == found }) else {
            let (ru, en) = (block.types.map(\.title.ru), block.types.map(\.title.en))
            throw refusal(
                other.title(of: content.fields),
                "не подходит этому блоку: здесь \(ru.joined(separator: ", ").lowercased())",
                "does not fit this block, which holds \(en.joined(separator: ", ").lowercased())"
            )
        }
        return (content, type)
    }

    private func refusal(_ title: String, _ ru: String, _ en: String) -> Problem {
        Problem(.conflict, Localized("«\(title)» \(ru).", "“\(title)” \(en)."))
    }
}

extension [HomeCard] {
    fileprivate var inRow: [HomeCard] {
        sorted { LiveContent.precedes($0.shown, $1.shown) }
    }

    /// Sorted as the app sorts in the standard language.
    fileprivate var byTitle: [HomeCard] {
        byName({ $0.type.title(of: HomeCard.body($0.content)) }, id: \.content.id)
    }
}

extension Place {
    /// The position among all entries for a position among the cards; nil if the card has it already.
    fileprivate func among(_ cards: [HomeCard], for id: String) throws(Problem) -> Place? {
        switch self {
        case .first: cards.first.flatMap { $0.content.id == id ? nil : .before($0.content.id) }
        case .last: cards.last.flatMap { $0.content.id == id ? nil : .after($0.content.id) }
        case .before(let other): other == id ? nil : .before(try Self.card(other, "#/before", cards))
        case .after(let other): other == id ? nil : .after(try Self.card(other, "#/after", cards))
        }
    }

    private static func card(_ id: String, _ pointer: String, _ cards: [HomeCard]) throws(Problem) -> String {
        guard cards.contains(where: { $0.content.id == id }) else {
            throw .invalid([Fault(pointer, "такой карточки в блоке нет", "is not a card of the block")])
        }
        return id
    }
}
