import Core

/// One column of a list beside the title.
struct ListColumn: Sendable {
    enum Kind: Sendable {
        case field(Field)
        case window, state, created, updated
    }

    /// What it is called among the chosen ones; fields by their names.
    let name: String
    let title: Localized
    let kind: Kind
    /// It is there until somebody chooses otherwise.
    let isStandard: Bool
    /// By what the API can sort it.
    var sort: String?

    /// All that a list of the type can have, in their order.
    static func all(of type: ContentType) -> [ListColumn] {
        let fields = type.fields.filter { $0.name != type.titleField }
        func columns(_ fields: [Field]) -> [ListColumn] {
            fields.map { field in
                let isStandard = field.isImmediate || ListCell.isFigure(field) || field.kind == .timestamp
                return ListColumn(
                    name: field.name,
                    title: field.isStock ? Localized("Остаток", "Stock") : field.title,
                    kind: .field(field),
                    isStandard: isStandard
                )
            }
        }
        let window = ListColumn(
            name: "@window",
            title: Localized("Срок", "Dates"),
            kind: .window,
            isStandard: true,
            sort: "live_until"
        )
        return columns(fields.filter { !$0.isImmediate }) + (type.window == .none ? [] : [window]) + [
            ListColumn(
                name: "@created",
                title: Localized("Создано", "Created"),
                kind: .created,
                isStandard: false,
                sort: "created_at"
            ),
            ListColumn(
                name: "@updated",
                title: Localized("Изменено", "Changed"),
                kind: .updated,
                isStandard: false,
                sort: "updated_at"
            ),
            ListColumn(name: "@state", title: Localized("Статус", "Status"), kind: .state, isStandard: true),
        ] + columns(fields.filter(\.isImmediate))
    }

    /// Those that somebody has chosen; the standard ones where nobody has.
    static func chosen(_ names: [String]?, of type: ContentType) -> [ListColumn] {
        all(of: type).filter { column in names.map { $0.contains(column.name) } ?? column.isStandard }
    }

    /// How its cells stand: figures to the right, switches in the middle.
    private var place: String {
        switch kind {
        case .field(let field): field.isImmediate ? "c" : ListCell.isFigure(field) ? "r" : ""
        case .window, .created, .updated: "lo"
        case .state: ""
        }
    }

    /// How many are left, with a bar.
    var isStock: Bool {
        if case .field(let field) = kind { field.isStock } else { false }
    }

    private var isFlag: Bool {
        if case .field(let field) = kind { field.isImmediate } else { false }
    }

    /// The classes of their cells; what is one too many goes where there is little room.
    static func classes(of columns: [ListColumn]) -> [String] {
        var (flags, others) = (0, 0)
        let plain = max(0, 3 - columns.count(where: \.isFlag))
        return columns.map { column in
            guard column.name != "@state" else { return column.place }
            if column.isFlag { flags += 1 } else { others += column.place == "lo" ? 0 : 1 }
            let isTooMany = column.isFlag ? flags > 2 : others > plain
            return isTooMany && column.place != "lo" ? "\(column.place) lo" : column.place
        }
    }

    func head(_ address: ListAddress, classes: String, _ language: Language) -> JSON {
        ListColumn.head(title[language], sort: sort, classes: classes, address)
    }

    /// A header that sorts one way, the other way, and no more.
    static func head(_ title: String, sort: String?, classes: String, _ address: ListAddress) -> JSON {
        guard let sort else {
            return ["title": .string(title), "classes": .string(classes), "sort_link": .null, "order": .null]
        }
        let (next, order): (String?, String?) =
            switch address.sort {
            case sort: ("-\(sort)", "ascending")
            case "-\(sort)": (nil, "descending")
            case _: (sort, nil)
            }
        let icon = order == nil ? "cud" : "cd"
        return [
            "title": .string(title), "classes": .string(classes), "order": JSON(order),
            "sort_link": .string(address.link { $0.sort = next }), "sort_icon": .string(icon),
            "is_ascending": .bool(order == "ascending"),
        ]
    }
}
