import Core
import Foundation
import Hummingbird
import Storage
import Web

/// The page as one person sees it: all that its template needs.
struct HomePage: Sendable {
    let console: Console
    let context: ConsoleContext
    let state: HomeState
    let time: HumanTime
    let request: Request

    var language: Language { context.language }
    var api: AdminAPI { console.api(context) }
    var live: LiveState { console.services.live.state }
    var line: HomeLine { HomeLine(live: live, time: time) }
    private var mayWrite: Bool { context.author.may(.writeContent) }

    init(_ console: Console, _ request: Request, _ context: ConsoleContext) {
        (self.console, self.context, self.request) = (console, context, request)
        time = console.time(context)
        state = HomeState(request, time)
    }

    /// With the dialog in which contents are put on a block, where one is named.
    func show(adding block: HomeBlock? = nil) async throws -> Response {
        let blocks = try await api.get("/mall/home")["blocks"]?.array ?? []
        let screen = try await screen()
        var members: [String: JSON] = [
            "blocks": .array(try await rows(self.blocks(blocks, on: screen))),
            "preview": try await preview(HomeMoments(blocks, time), screen),
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

    /// What was switched and moved of the types that stand on the blocks.
    private static let changesPath: String = {
        let types = Array(Set(HomeBlock.all.flatMap { $0.types.map { $0.name } })).sorted()
        let query = types.map { "type=\($0)" } + ["action=flagged", "action=moved"]
        return "/system/changes?" + query.joined(separator: "&")
    }()

    // MARK: Blocks

    private func rows(_ blocks: [JSON]) async throws -> [JSON] {
        var shown: [JSON] = []
        for (index, json) in blocks.enumerated() {
            guard let block = HomeBlock.all.first(where: { $0.name == json["name"]?.string }) else {
                continue
            }
            let cards = json["cards"]?.array ?? []
            var rows = cards.enumerated().map { place, card in
                (card["position"]?.integer ?? 0, row(card, in: block, place + 1, of: cards.count))
            }
            for off in state.off where off.block == block.name {
                guard let content = try? await api.get("/mall/\(off.type)/\(off.id)"),
                    !cards.contains(where: { $0["id"]?.string == off.id }),
                    let row = self.row(off, content, in: block)
                else { continue }
                let position = content["position"]?.integer ?? 0
                let isSorted = block.isMovable
                let at = isSorted ? rows.firstIndex { $0.0 > position } ?? rows.count : rows.count
                rows.insert((position, row), at: at)
            }
            shown.append(
                [
                    "number": .integer(Int64(index + 1)), "name": .string(block.name),
                    "title": json["title"] ?? "", "about": .string(block.about[language]),
                    "count": .string(Self.count(cards, language)),
                    "warning": .string(cards.isEmpty ? "" : json["warning"]?.string ?? ""),
                    "rows": .array(rows.map { $0.1 }), "is_empty": .bool(rows.isEmpty),
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

    /// `2 на экране, 2 ждут`.
    private static func count(_ cards: [JSON], _ language: Language) -> String {
        let states = cards.compactMap { $0["state"]?.string.flatMap { HomeCard.State(rawValue: $0) } }
        let waiting = states.count { $0 == .scheduled }
        let hidden = states.count { $0 == .hidden }
        let seen = states.count - waiting - hidden
        var parts = [Localized("\(seen) на\u{A0}экране", "\(seen) on screen")]
        if waiting > 0 {
            let isOne = waiting % 10 == 1 && waiting % 100 != 11
            parts.append(Localized("\(waiting) \(isOne ? "ждёт" : "ждут")", "\(waiting) to come"))
        }
        if hidden > 0 { parts.append(Localized("\(hidden) не\u{A0}видно", "\(hidden) not seen")) }
        return cards.isEmpty ? "" : parts.map { $0[language] }.joined(separator: ", ")
    }

    /// A card that is on the block.
    private func row(_ card: JSON, in block: HomeBlock, _ place: Int, of count: Int) -> JSON {
        let chip = HomeBadge(card, time)
        let (type, id) = (card["type"]?.string ?? "", card["id"]?.string ?? "")
        let sub = line.text(
            type,
            card["fields"] ?? [:],
            from: card["live_from"]?.string.flatMap { Timestamp($0) },
            until: card["live_until"]?.string.flatMap { Timestamp($0) },
            withKind: block.types.count > 1
        )
        let own: JSON = [
            "title": card["title"] ?? "", "sub": .string(sub), "image": .string(card["image"]?.string ?? ""),
            "is_on": true, "chip": chip.json, "place": .integer(Int64(place)),
            "count": .integer(Int64(count)),
            "is_stale": .bool(chip.look == .warning && card["state"] == "hidden"),
            "can_rise": .bool(block.isMovable && mayWrite && place > 1),
            "can_sink": .bool(block.isMovable && mayWrite && place < count),
            "can_move": .bool(block.isMovable && mayWrite && count > 1),
        ]
        return own.merged(with: common(type, id, block, isOn: true))
    }

    /// A card that was taken off a moment ago.
    private func row(_ off: HomeState.Off, _ content: JSON, in block: HomeBlock) -> JSON? {
        guard let type = block.types.first(where: { $0.name == off.type }) else { return nil }
        let fields = content["live"]?.object ?? content["fields"]?.object ?? [:]
        let sub = line.text(
            off.type,
            .object(fields),
            from: fields.timestamp("live_from"),
            until: fields.timestamp("live_until"),
            withKind: block.types.count > 1
        )
        let own: JSON = [
            "title": content["title"] ?? "", "sub": .string(sub), "image": .string(type.thumbnail(fields)),
            "is_on": false, "chip": HomeBadge.off(language).json, "place": 0, "count": 0, "is_stale": false,
            "can_rise": false, "can_sink": false, "can_move": false,
        ]
        return own.merged(with: common(off.type, off.id, block, isOn: false))
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
    /// The address of the first picture; empty where there is none.
    func thumbnail(_ body: Body) -> String {
        fields.first { $0.kind == .image }.flatMap { body[$0.name]?.string }.map { "/media/\($0)" } ?? ""
    }
}

extension HomeBlock {
    /// What it is made of, for whoever curates it.
    var about: Localized {
        switch name {
        case "slider": Localized("Новости, акции и мероприятия", "News, promotions and events")
        case "offers": Localized("Предложения за баллы", "Offers for points")
        case "services": Localized("Магазины категории «Услуги»", "Shops of the category Services")
        case _: Localized("Ближайшие события", "What is on next")
        }
    }
}
