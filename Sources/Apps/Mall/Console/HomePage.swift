import Core
import Hummingbird
import Storage
import Web

/// The page of the home screen for one member of staff: the data of its template.
struct HomePage: Sendable {
    let console: Console
    let context: ConsoleContext
    let state: HomeState
    let time: HumanTime
    let request: Request

    var language: Language { context.language }
    var contents: ContentStore { get throws { try console.contents(context) } }
    var live: LiveState { console.services.live.state }
    var line: HomeLine { HomeLine(live: live, time: time) }
    private var mayWrite: Bool { context.author.may(.writeContent) }

    init(_ console: Console, _ request: Request, _ context: ConsoleContext) {
        (self.console, self.context, self.request) = (console, context, request)
        time = console.time(context)
        state = HomeState(request, time)
    }

    /// Shows the dialog that puts entries on `block`, if it is given.
    func show(adding block: HomeBlock? = nil) async throws -> Response {
        try context.author.require(.readContent)
        let strips = try await console.services.homeScreen.strips
        let screen = try await screen()
        var members: [String: JSON] = [
            "blocks": .array(try await blocks(self.strips(strips, on: screen))),
            "preview": try await preview(HomeMoments(strips.flatMap(\.cards), time), screen),
            "moment": JSON(state.at == nil ? nil : "\(time.day(screen.now)), \(time.time(screen.now))"),
            "now_path": .string(state.changed { $0.at = nil }.path()),
            "dialog": "", "is_phone": .bool(state.isPhone), "back": .string(state.path()),
            "changes_path": .string(Self.changesPath),
        ]
        if let block {
            try context.author.require(.writeContent)
            members["dialog"] = try await HomeSearch(page: self, block: block).json
        }
        let page = ConsolePage(
            "home",
            title: Localized("Домашний экран", "Home screen")[language],
            path: HomeState.path,
            context: .object(members),
            types: HomeBlock.all.flatMap { $0.types.map(\.name) } + [Categories.type.name]
        )
        return try await console.show(page, context)
    }

    /// The changes of order and flags of the types on the blocks.
    private static let changesPath: String = {
        let types = Array(Set(HomeBlock.all.flatMap { $0.types.map { $0.name } })).sorted()
        let query = types.map { "type=\($0)" } + ["action=flagged", "action=moved"]
        return "/system/changes?" + query.joined(separator: "&")
    }()

    // MARK: Blocks

    private func blocks(_ strips: [HomeStrip]) async throws -> [JSON] {
        var shown: [JSON] = []
        for (index, strip) in strips.enumerated() {
            let (block, cards) = (strip.block, strip.cards)
            let rows = try await rows(strip)
            shown.append(
                [
                    "number": .integer(Int64(index + 1)), "name": .string(block.name),
                    "title": .string(block.title[language]), "about": .string(block.about[language]),
                    "count": .string(Self.count(cards, language)),
                    "warning": .string(cards.isEmpty ? "" : strip.warning?[language] ?? ""),
                    "rows": .array(rows), "is_empty": .bool(rows.isEmpty),
                    "is_sorted": .bool(block.isMovable && mayWrite && cards.count > 1),
                    "is_alphabetical": .bool(!block.isMovable),
                    "order": .string(state.path("\(block.name)/order")),
                    "add": .string(mayWrite ? state.path("\(block.name)/add") : ""),
                    "is_first": .bool(index == 0),
                ]
            )
        }
        return shown
    }

    /// The cards of a block, and those that were just hidden at their positions.
    private func rows(_ strip: HomeStrip) async throws -> [JSON] {
        let (block, cards) = (strip.block, strip.cards)
        var rows = cards.enumerated().map { place, card in
            (card.content.position, row(card, in: block, place + 1, of: cards.count))
        }
        for off in state.off where off.block == block.name && strip.card(off.id) == nil {
            guard let type = block.types.first(where: { $0.name == off.type }),
                let content = try? await contents.content(off.id, of: type)
            else { continue }
            let position = content.position
            let at = block.isMovable ? rows.firstIndex { $0.0 > position } ?? rows.count : rows.count
            rows.insert((position, row(content, of: type, in: block)), at: at)
        }
        return rows.map { $0.1 }
    }

    /// `2 на экране, 2 ждут`.
    private static func count(_ cards: [HomeCard], _ language: Language) -> String {
        let waiting = cards.count { $0.state == .scheduled }
        let hidden = cards.count { $0.state == .hidden }
        let seen = cards.count - waiting - hidden
        var parts = [Localized("\(seen) на\u{A0}экране", "\(seen) on screen")]
        if waiting > 0 {
            let isOne = waiting % 10 == 1 && waiting % 100 != 11
            parts.append(Localized("\(waiting) \(isOne ? "ждёт" : "ждут")", "\(waiting) to come"))
        }
        if hidden > 0 { parts.append(Localized("\(hidden) не\u{A0}видно", "\(hidden) not seen")) }
        return cards.isEmpty ? "" : parts.map { $0[language] }.joined(separator: ", ")
    }

    /// The row of a card on the block.
    private func row(_ card: HomeCard, in block: HomeBlock, _ place: Int, of count: Int) -> JSON {
        let chip = HomeBadge(card, time)
        let sub = line.text(
            card.type.name,
            card.body,
            from: card.liveFrom,
            until: card.liveUntil,
            withKind: block.types.count > 1
        )
        let own: JSON = [
            "title": .string(card.title), "sub": .string(sub),
            "image": .string(card.type.thumbnail(card.body)), "is_on": true, "chip": chip.json,
            "place": .integer(Int64(place)), "count": .integer(Int64(count)),
            "is_stale": .bool(chip.look == .warning && card.state == .hidden),
            "can_rise": .bool(block.isMovable && mayWrite && place > 1),
            "can_sink": .bool(block.isMovable && mayWrite && place < count),
            "can_move": .bool(block.isMovable && mayWrite && count > 1),
        ]
        return own.merged(with: common(card.type.name, card.content.id, block, isOn: true))
    }

    /// The row of a card that was just hidden.
    private func row(_ content: Content, of type: ContentType, in block: HomeBlock) -> JSON {
        let fields = HomeCard.body(content)
        let sub = line.text(
            type.name,
            fields,
            from: fields.timestamp("live_from"),
            until: fields.timestamp("live_until"),
            withKind: block.types.count > 1
        )
        let own: JSON = [
            "title": .string(type.title(of: content.fields)), "sub": .string(sub),
            "image": .string(type.thumbnail(fields)), "is_on": false, "chip": HomeBadge.off(language).json,
            "place": 0, "count": 0, "is_stale": false, "can_rise": false, "can_sink": false,
            "can_move": false,
        ]
        return own.merged(with: common(type.name, content.id, block, isOn: false))
    }

    private func common(_ type: String, _ id: String, _ block: HomeBlock, isOn: Bool) -> JSON {
        [
            "key": .string("\(block.name)-\(id)"), "id": .string(id), "href": .string("/mall/\(type)/\(id)"),
            "is_logo": .bool(type == Shops.type.name),
            "toggle": .string(
                mayWrite ? state.path("\(block.name)/cards/\(id)/\(isOn ? "off" : "on")") : ""
            ),
            "order": .string(state.path("\(block.name)/order")),
            "is_alphabetical": .bool(!block.isMovable),
        ]
    }
}

extension ContentType {
    /// The URL of the first picture; empty if there is none.
    func thumbnail(_ body: Body) -> String {
        fields.first { $0.kind == .image }.flatMap { body[$0.name]?.string }.map { "/media/\($0)" } ?? ""
    }
}

extension HomeBlock {
    /// The description of the block for its editors.
    var about: Localized {
        switch name {
        case "slider": Localized("Новости, акции и мероприятия", "News, promotions and events")
        case "offers": Localized("Предложения за баллы", "Offers for points")
        case "services": Localized("Магазины категории «Услуги»", "Shops of the category Services")
        case _: Localized("Ближайшие события", "What is on next")
        }
    }
}
