import Core
import Hummingbird
import Storage
import Web

/// The page of the catalogue for one member of staff: the data of its template.
struct ModShelfPage: Sendable {
    private static let rowsMax = 50
    private static let categoriesMax = 200
    private static let states: [Content.State] = [.live, .scheduled, .draft, .archived]

    let console: Console
    let context: ConsoleContext
    let time: HumanTime
    let query: Form

    private var language: Language { context.language }
    private var live: LiveState { console.services.live.state }
    private var mayWrite: Bool { context.author.may(.writeContent) }

    init(_ console: Console, _ request: Request, _ context: ConsoleContext) {
        (self.console, self.context) = (console, context)
        time = console.time(context)
        query = Form(request.query)
    }

    func show() async throws -> Response {
        let all = try ContentQuery([("limit", String(Self.categoriesMax))], of: ModCategories.type)
        let categories = try await console.contents(context).list(all, of: ModCategories.type).elements
        let wanted = query["category"].flatMap { Identifier.normalized($0) }
        let chosen = categories.first { $0.id == wanted } ?? categories.first
        let found = try await mods(of: chosen)
        let rows = try await ModRows(page: self).rows(found?.elements ?? [])
        let counts = try await ModDays(of: nil, in: ModDays.Span(now: time.now), console.services)
        let members: [String: JSON] = [
            "categories": .array(categories.map { category($0, chosen: chosen) }),
            "charts": .array(ModCharts(time: time, language: language).charts(counts)),
            "chosen": .string(chosen.map { title(of: $0) } ?? ""), "rows": .array(rows),
            "other_name": JSON(chosen.map { otherTitle(of: $0) } ?? ""),
            "category_id": JSON(chosen?.id ?? ""), "has_rows": .bool(!rows.isEmpty),
            "text": JSON(query["q"] ?? ""), "states": .array(stateOptions),
            "is_filtered": .bool(query["q"]?.isEmpty == false || state != nil),
            "total": .string(total(found?.total ?? 0)), "may_write": .bool(mayWrite),
            "here": .string(here()), "clear": .string(here(dropping: ["q", "state", "cursor"])),
            "first": JSON(query["cursor"] == nil ? "" : here(dropping: ["cursor"])),
            "next": JSON(
                found?.next.map { here(dropping: ["cursor"], adding: ("cursor", $0)) } ?? ""
            ),
        ]
        let page = ConsolePage(
            "mods-shelf",
            title: Localized("Моды", "Mods")[language],
            path: ModShelfPages.path,
            context: .object(members),
            types: [ModFiles.type.name, ModCategories.type.name]
        )
        return try await console.show(page, context)
    }

    // MARK: Query

    private var state: Content.State? {
        query["state"].flatMap { Content.State(rawValue: $0) }.flatMap { Self.states.contains($0) ? $0 : nil }
    }

    private func mods(of category: Content?) async throws -> Page<Content>? {
        guard let category else { return nil }
        var parameters: Form.Fields = [
            ("categories", category.id), ("limit", String(Self.rowsMax)), ("count", "true"),
        ]
        if let state { parameters.append(("state", state.rawValue)) }
        if let text = query["q"], !text.isEmpty, SearchQuery(text) != nil { parameters.append(("q", text)) }
        if let cursor = query["cursor"] { parameters.append(("cursor", cursor)) }
        let query = try ContentQuery(parameters, of: ModFiles.type)
        return try await console.contents(context).list(query, of: ModFiles.type)
    }

    /// The URL of this page with some of its parameters.
    private func here(dropping names: Set<String> = [], adding more: (String, String)? = nil) -> String {
        let kept = ["category", "q", "state", "cursor"].filter { !names.contains($0) }
            .compactMap { name in query[name].map { (name, $0) } }
        let words = (kept + [more].compactMap { $0 }).filter { !$0.1.isEmpty }
            .map { "\($0.0)=\($0.1.percentEncoded)" }
        return ModShelfPages.path + (words.isEmpty ? "" : "?" + words.joined(separator: "&"))
    }

    private var stateOptions: [JSON] {
        let all: JSON = [
            "value": "", "name": .string(Localized("Любой статус", "Any status")[language]),
            "is_chosen": .bool(state == nil),
        ]
        return [all]
            + Self.states.map { option -> JSON in
                [
                    "value": .string(option.rawValue), "name": .string(option.heading[language]),
                    "is_chosen": .bool(option == state),
                ]
            }
    }

    // MARK: Categories

    private func category(_ category: Content, chosen: Content?) -> JSON {
        let (id, body) = (category.id, category.fields)
        let known = live.modCategories[id]
        let mods = known.map { live.mods(in: $0) } ?? []
        // A category without a picture has that of its first mod.
        let picture = body.string("icon") ?? mods.first?.string("image")
        let isOn = body.bool("is_visible")
        return [
            "id": .string(id), "name": .string(title(of: category)),
            "slug": .string(body.string("slug") ?? ""),
            "icon": JSON(picture ?? ""), "count": .string(mods.count.grouped),
            "is_chosen": .bool(id == chosen?.id), "is_on": .string(isOn ? "true" : "false"),
            "is_off": .bool(!isOn), "may_write": .bool(mayWrite),
            "toggle": .string("\(ModShelfPages.path)/categories/\(id)/\(isOn ? "off" : "on")"),
            "link": .string("\(ModShelfPages.path)?category=\(id)"), "back": .string(here()),
        ]
    }

    private func title(of category: Content) -> String {
        category.fields.string("label", in: language) ?? ModCategories.type.title(of: category.fields)
    }

    /// The title of the category in the other language.
    private func otherTitle(of category: Content) -> String {
        let other = language == .ru ? Language.en : .ru
        return category.fields.string("label", in: other) ?? ""
    }

    private func total(_ count: Int64) -> String {
        counted(
            Int(clamping: count),
            language,
            ru: (one: "мод", few: "мода", many: "модов"),
            en: (one: "mod", many: "mods")
        )
    }
}

extension Int {
    /// `12 480`, with non-breaking spaces.
    var grouped: String { RecordCell.grouped(Int64(self)) }
}
