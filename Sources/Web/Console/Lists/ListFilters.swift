import Core

/// The bar over a list with the search, the filters and the links that remove them.
struct ListFilters {
    let address: ListAddress
    let cell: ListCell
    /// The first entries that can be chosen, by the name of the field.
    let options: [String: [JSON]]

    private var type: ContentType { address.type }
    private var language: Language { cell.time.language }

    /// The fields without a filter yet, each with its control.
    var choices: [JSON] {
        type.filters.filter { field in !address.filters.contains { $0.name == field.name } }.compactMap {
            choice($0)
        }
    }

    private func choice(_ field: Field) -> JSON? {
        guard let control = ListCell.control(of: field) else { return nil }
        return [
            "field_name": .string(field.name), "field_title": .string(field.title[language]),
            "field_icon": .string(Self.icon(control)),
            "values": .array(
                Self.values(of: field, language).map {
                    ["value": .string($0.value), "value_title": .string($0.title)]
                }
            ),
            "pick": control == "reference"
                ? .string("\(address.path)/pick?field=\(field.name)&as=filter") : .null,
            "pick_options": .array(options[field.name] ?? []),
            "input_type": control == "number" || control == "date" || control == "text"
                ? .string(control) : .null,
        ]
    }

    /// The values of a field with few of them.
    static func values(of field: Field, _ language: Language) -> [(value: String, title: String)] {
        if case .choice(let choices) = field.kind {
            return choices.map { ($0.name, $0.title[language]) }
        }
        guard field.kind == .bool else { return [] }
        return [("true", Localized("Да", "Yes")[language]), ("false", Localized("Нет", "No")[language])]
    }

    private static func icon(_ control: String) -> String {
        switch control {
        case "reference": "link"
        case "bool": "check"
        case "date": "cal"
        case "number": "coins"
        case _: "tag"
        }
    }

    /// The active filters, each with a link that removes it.
    var chips: [JSON] {
        address.filters.compactMap { name, value in
            guard let field = type.field(name) else { return nil }
            return [
                "chip_title": .string(field.title[language]), "chip_value": .string(words(value, of: field)),
                "chip_off": .string(
                    address.link { $0.filters.removeAll { $0.name == name && $0.value == value } }
                ),
            ]
        }
    }

    private func words(_ value: String, of field: Field) -> String {
        switch ListCell.control(of: field) {
        case "bool": cell.words(of: field, .bool(value == "true")) ?? value
        case "number": Int64(value).map { ListCell.number($0, language) } ?? value
        case "reference": cell.titles[value] ?? value
        case "date", "text", "choice": cell.words(of: field, .string(value)) ?? value
        case _: value
        }
    }

    /// The hidden fields of the bar's form.
    var hidden: [JSON] {
        let fields =
            (address.state.map { [("state", $0.rawValue)] } ?? []) + address.filters
            + (address.sort.map { [("sort", $0)] } ?? [])
        return fields.map { ["hidden_name": .string($0.0), "hidden_value": .string($0.1)] }
    }

    /// The states, and the saved views.
    func tabs(
        _ views: [ListPreference.View],
        total: Int64?,
        _ counts: [Content.State: Int64]?
    ) -> [JSON] {
        let order: [Content.State] = [.live, .scheduled, .draft, .ended, .archived, .trash]
        var states: [(Content.State?, Localized)] = [(nil, Localized("Все", "All"))]
        for state in order { states.append((state, state.tab)) }
        let hasWindow = type.window != .none
        let present = ListAddress.address("", address.kept)
        let current = views.firstIndex { "?" + $0.query == present }
        let shown = states.filter { hasWindow || ($0.0 != .scheduled && $0.0 != .ended) }.map {
            state,
            title in
            let isCurrent = state == address.state && current == nil
            return tab(
                title[language],
                address.link {
                    $0.state = state
                    $0.sort = nil
                },
                count(of: state, counts),
                isCurrent: isCurrent
            )
        }
        let saved = views.enumerated().map { index, view in
            tab(
                view.name,
                "\(address.path)?\(view.query)",
                index == current ? total : nil,
                isCurrent: index == current
            )
        }
        return shown + saved
    }

    /// Nil means all entries that are neither archived nor trashed.
    private func count(of state: Content.State?, _ counts: [Content.State: Int64]?) -> Int64? {
        if let state { return counts?[state] }
        return counts.map { counts in
            counts.filter { $0.key != .archived && $0.key != .trash }.reduce(0) { $0 + $1.value }
        }
    }

    private func tab(_ title: String, _ link: String, _ total: Int64?, isCurrent: Bool) -> JSON {
        [
            "tab_title": .string(title), "tab_link": .string(link), "is_here": .bool(isCurrent),
            "tab_count": total.map { .string(ListCell.number($0, language)) } ?? .null,
        ]
    }
}
