import Core
import HTTPTypes
import Hummingbird
import Storage

/// The list page of one content type, generated from its declaration.
struct ListPage: Sendable {
    /// Additional parts of the page besides the list itself.
    struct Extras: Sendable {
        var chosen: Set<String> = []
        var faults: [String: String] = [:]
        /// A dialog over the list: the name of its template, and its context.
        var dialog: JSON = .null
        var notice: FlashMessage?
        /// The remarks of the app on entries, by id.
        var remarks: [String: Badge] = [:]
        var status = HTTPResponse.Status.ok
    }

    let console: Console
    let type: ContentType
    /// The path of the list, in the console and in the API: `/mall/offers`.
    let path: String

    func show(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        var extras = Extras()
        if let id = request.asked["purge"].flatMap({ Identifier.normalized($0) }) {
            let content = try await console.contents(context).content(id, of: type)
            extras.dialog = ListActs.purgeDialog(content, type, path)
        }
        return try await show(ListAddress(request.query, of: type, at: path), extras, context)
    }

    func show(
        _ address: ListAddress,
        _ extras: Extras = Extras(),
        _ context: ConsoleContext
    ) async throws -> Response {
        let contents = try console.contents(context)
        let preference = try await console.listPreference(path, context)
        let found = try await contents.list(ContentQuery(address.query, of: type), of: type)
        var extras = extras
        extras.remarks = try await console.remarks(on: type, ids: found.elements.map(\.id), context)
        let named = address.filters.map(\.value).compactMap { Identifier.normalized($0) }
        let ids = ListRows.references(in: found.elements, of: type).union(named)
        let cell = ListCell(time: console.time(context), titles: try await titles(of: ids, contents))
        let filters = ListFilters(address: address, cell: cell, options: try await options(address, context))
        var page = ConsolePage("list", title: type.title[context.language], path: path, types: [type.name])
        page.status = extras.status
        page.context = frame(address, context)
            .merged(with: bar(address, filters, preference, found, context))
            .merged(with: table(address, found.elements, preference, cell, extras, context))
            .merged(with: pager(address, found, context.language))
        page.context = page.context.merged(with: extras.dialog == .null ? [:] : extras.dialog)
        return try await console.show(page, context, notice: extras.notice)
    }

    /// The titles of referenced entries; live ones cost no query.
    private func titles(of ids: Set<String>, _ contents: ContentStore) async throws -> [String: String] {
        let live = console.services.live.state
        let types = console.types
        var titles: [String: String] = [:]
        for type in types {
            for id in ids where titles[id] == nil {
                titles[id] = live[type.name][id].map { type.title(of: $0.fields) }
            }
        }
        let rest = ids.filter { titles[$0] == nil }.sorted().prefix(Limits.titlesMax)
        for found in try await contents.titles(of: Set(rest)) { titles[found.id] = found.title }
        return titles
    }

    /// The first entries that a filter on a reference can choose.
    private func options(_ address: ListAddress, _ context: ConsoleContext) async throws -> [String: [JSON]] {
        var options: [String: [JSON]] = [:]
        for field in type.filters where ListCell.control(of: field) == "reference" {
            guard !address.filters.contains(where: { $0.name == field.name }) else { continue }
            options[field.name] = try await PickPages(console: console).options(
                for: field,
                "",
                isFilter: true,
                context
            )
            .map(\.json)
        }
        return options
    }

    // MARK: Parts

    private func frame(_ address: ListAddress, _ context: ConsoleContext) -> JSON {
        let export = address.conditions
        func file(_ more: Form.Fields) -> JSON {
            .string(ListAddress.address("\(OpenAPI.prefix)\(path)/export", more + export))
        }
        return [
            "heading": .string(type.title[context.language]), "list_path": .string(path),
            "here": .string(address.here), "may_write": .bool(context.mayWrite),
            "csv": file([("format", "csv")]), "json": file([("format", "json")]),
            "excel": file([("format", "csv"), ("bom", "true"), ("separator", ";")]),
        ]
    }

    private func bar(
        _ address: ListAddress,
        _ filters: ListFilters,
        _ preference: ListPreference,
        _ found: Page<Content>,
        _ context: ConsoleContext
    ) -> JSON {
        let language = context.language
        let columns = ListColumn.chosen(preference.columns, of: type).map(\.name)
        let query = String(ListAddress.address("", address.kept).dropFirst())
        let current = preference.views.firstIndex { $0.query == query }
        return [
            "tabs": .array(filters.tabs(preference.views, total: found.total, found.states)),
            "text": .string(address.text),
            "choices": .array(filters.choices), "chips": .array(filters.chips),
            "hidden": .array(filters.hidden),
            "search_name": .string(
                Localized("Поиск: \(type.title.ru)", "Search: \(type.title.en)")[language]
            ),
            "order_text": .string(order(address)[language]),
            "order_off": address.sort == nil ? .null : .string(address.link { $0.sort = nil }),
            "column_choices": .array(
                ListColumn.all(of: type).map { column in
                    [
                        "column_name": .string(column.name), "column_title": .string(column.title[language]),
                        "is_shown": .bool(columns.contains(column.name)),
                    ]
                }
            ),
            "has_own_columns": .bool(preference.columns != nil), "view_query": .string(query),
            "may_save_view": .bool(
                !query.isEmpty && current == nil && preference.views.count < Limits.viewsMax
            ),
            "view_name": current.map { .string(preference.views[$0].name) } ?? .null,
        ]
    }

    private func order(_ address: ListAddress) -> Localized {
        let isDescending = address.sort?.hasPrefix("-") == true
        switch address.sort?.drop(while: { $0 == "-" }) {
        case "title":
            return isDescending
                ? Localized("Порядок: от Я до А", "Order: from Z to A")
                : Localized("Порядок: от А до Я", "Order: from A to Z")
        case "live_until", "live_from":
            return Localized("Порядок: по сроку; только со сроком", "Order: by dates; only those with dates")
        case "updated_at": return Localized("Порядок: по изменению", "Order: by the last change")
        case "created_at": return Localized("Порядок: по созданию", "Order: by creation")
        case _:
            if address.isRanked { return Localized("Порядок: лучшее сверху", "Order: best first") }
            return type.order == .title
                ? Localized("Порядок: по алфавиту", "Order: by title")
                : Localized("Порядок: как в приложении", "Order: as in the app")
        }
    }

    private func table(
        _ address: ListAddress,
        _ contents: [Content],
        _ preference: ListPreference,
        _ cell: ListCell,
        _ extras: Extras,
        _ context: ConsoleContext
    ) -> JSON {
        let columns = ListColumn.chosen(preference.columns, of: type)
        let isSortable = address.isInHandOrder && context.mayWrite
        let rows = ListRows(
            type: type,
            path: path,
            columns: columns,
            cell: cell,
            mayWrite: context.mayWrite,
            mayPurge: context.author.may(.purgeContent),
            isSortable: isSortable,
            marks: ListRows.Marks(chosen: extras.chosen, faults: extras.faults, remarks: extras.remarks)
        )
        let title = type.field(type.titleField)?.title[context.language] ?? ""
        return [
            "title_head": ListColumn.head(title, sort: "title", classes: "", address),
            "heads": .array(
                zip(columns, ListColumn.classes(of: columns)).map { column, classes in
                    column.head(address, classes: classes, context.language)
                }
            ),
            "has_rows": .bool(!contents.isEmpty), "rows": .array(rows.json(contents)),
            "is_sortable": .bool(isSortable),
            "empty": contents.isEmpty ? ListEmpty(address: address, context: context).json : .null,
            "bulk": context.mayWrite ? bulk(address, context.language) : .null,
        ]
    }

    /// The bar with bulk actions under a list, for the state that the list shows.
    private func bulk(_ address: ListAddress, _ language: Language) -> JSON {
        let state = address.state
        let isShelved = state == .archived || state == .trash
        let flags = type.fields.filter(\.isImmediate).flatMap { field in
            [
                [
                    "set_do": .string("flag:\(field.name):true"),
                    "set_title": .string(
                        Localized("\(field.title.ru): включить", "\(field.title.en): on")[language]
                    ),
                ],
                [
                    "set_do": .string("flag:\(field.name):false"),
                    "set_title": .string(
                        Localized("\(field.title.ru): выключить", "\(field.title.en): off")[language]
                    ),
                ],
            ] as [JSON]
        }
        let fields = settable.map { name, title in
            ["set_do": .string("ask:\(name)"), "set_title": .string("\(title[language])…")] as JSON
        }
        return [
            "may_publish": .bool(!isShelved && state != .live && state != .scheduled),
            "may_unpublish": .bool(!isShelved && state != .draft),
            "sets": .array(isShelved ? [] : flags + fields), "can_archive": .bool(!isShelved),
            "can_unarchive": .bool(state == .archived), "can_remove": .bool(state != .trash),
            "can_recover": .bool(state == .trash), "has_sets": .bool(!isShelved),
        ]
    }

    /// The fields that a bulk change can set.
    var settable: [(name: String, title: Localized)] {
        let fields = type.fields.filter { field in
            !field.isImmediate && field.name != type.titleField && field.kind != .slug
                && ListCell.control(of: field) != nil
        }
        let named = fields.map { ($0.name, $0.title) }
        guard case .between(let from, _, let until, _) = type.window else { return named }
        return [("live_from", from), ("live_until", until)] + named
    }

    private func pager(
        _ address: ListAddress,
        _ found: Page<Content>,
        _ language: Language
    ) -> JSON {
        let count = found.elements.count
        guard count > 0 else { return ["range": .null] }
        let total = found.total ?? Int64(count)
        let (first, last) = (Int64(address.start), Int64(address.start + count - 1))
        let next = found.next.map { address.page("cursor", $0, from: address.start + count) }
        let start = max(1, address.start - Limits.pageSizeDefault)
        let previous = found.previous.map { address.page("before", $0, from: start) }
        let isRankedLater = address.isRanked && address.cursor != nil
        func number(_ number: Int64) -> String { ListCell.number(number, language) }
        let all = number(max(total, last))
        return [
            "range": .string(
                Localized(
                    "\(number(first))–\(number(last)) из \(all)",
                    "\(number(first))–\(number(last)) of \(all)"
                )[language]
            ),
            "next_page": JSON(next), "previous_page": JSON(previous),
            "first_page": isRankedLater ? .string(address.link()) : .null,
            "total_text": .string(all), "has_more": .bool(total > Int64(count)),
        ]
    }
}
