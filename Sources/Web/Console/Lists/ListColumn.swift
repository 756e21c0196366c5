import Core

/// One column of a list besides the title.
struct ListColumn: Sendable {
    enum Kind: Sendable {
        case field(Field)
        case window, state, created, updated
    }

    /// The name of the column in preferences; that of a field is the field's name.
    let name: String
    let title: Localized
    let kind: Kind
    /// True if it is shown by default.
    let isStandard: Bool
    /// The sort parameter of the API.
    var sort: String?

    /// All columns that a list of the type can have, in order.
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

    /// The columns that somebody has chosen, or the default ones.
    static func chosen(_ names: [String]?, of type: ContentType) -> [ListColumn] {
        all(of: type).filter { column in names.map { $0.contains(column.name) } ?? column.isStandard }
    }

    /// The alignment of its cells: figures to the right, switches in the middle.
    private var place: String {
        switch kind {
        case .field(let field): field.isImmediate ? "c" : ListCell.isFigure(field) ? "r" : ""
        case .window, .created, .updated: "lo"
        case .state: ""
        }
    }

    /// True for the column of the stock, which is shown as a bar.
    var isStock: Bool {
        if case .field(let field) = kind { field.isStock } else { false }
    }

    private var isFlag: Bool {
        if case .field(let field) = kind { field.isImmediate } else { false }
    }

    /// The classes of the columns' cells; columns in excess are hidden on narrow screens.
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

    /// A header that cycles through ascending, descending and unsorted.
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
