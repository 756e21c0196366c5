import ArgumentParser
import Core
import Web

/// The filters of a list for staff as options, generated from its declaration.
///
/// The parser finds options by reflection, so this type reflects their definitions.
struct ResourceOptions<D: ResourceDeclaration>: ParsableArguments, CustomReflectable {
    private var texts: [String: String] = [:]

    init() {}

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: FilterKey.self)
        if !D.resource.orders.isEmpty {
            let key = FilterKey(stringValue: "sort")
            texts["sort"] = try container.decode(Option<String?>.self, forKey: key).wrappedValue
        }
        for filter in D.resource.filters {
            for name in filter.parameters {
                let key = FilterKey(stringValue: name)
                if case .bool = filter.kind {
                    texts[name] = try container.decode(Flag<Bool?>.self, forKey: key).wrappedValue.map {
                        String($0)
                    }
                } else if filter.isWords || filter.isArgument {
                    texts[name] = try container.decode(Argument<String?>.self, forKey: key).wrappedValue
                } else {
                    texts[name] = try container.decode(Option<String?>.self, forKey: key).wrappedValue
                }
            }
        }
    }

    var customMirror: Mirror {
        // The parser removes the underscore of the storage of a property wrapper.
        let definitions = D.resource.filters.flatMap(\.definitions) + D.resource.orders.definitions
        return Mirror(self, children: definitions.map { ("_" + $0.name, $0.definition) })
    }

    /// The given filters as a query of the admin API.
    func query(_ session: Session) async throws -> [(name: String, value: String)] {
        var query: [(name: String, value: String)] = []
        for filter in D.resource.filters {
            switch filter.kind {
            case .period: query += try session.moments(filter.parameters.map { ($0, texts[$0]) })
            case .person:
                guard let text = texts[filter.name] else { continue }
                let isID = text.count == 36 || ShortIdentifier.isOne(text)
                // A user is identified by an id or by the last digits of a phone.
                query.append((isID ? filter.name : D.resource.phoneParameter ?? filter.name, text))
            case .words, .content, .id, .choice, .tabs, .bool, .number, .phone, .name:
                guard let text = texts[filter.name] else { continue }
                let value = filter.isArgument ? try await session.id(of: text, above: D.resource) : text
                query.append((filter.name, value))
            }
        }
        if let sort = texts["sort"] { query.append(("sort", sort)) }
        return query
    }
}

extension [ResourceOrder] {
    fileprivate var definitions: [(name: String, definition: Any)] {
        guard !isEmpty else { return [] }
        let names = map(\.name)
        let option = Option<String?>(
            help: ArgumentHelp(
                "Порядок, большее сверху: \(names.joined(separator: ", ")).",
                "The order, the greatest first: \(names.joined(separator: ", ")).",
                valueName: "order"
            ),
            completion: .list(names)
        )
        return [("sort", option)]
    }
}

/// The name of a filter or of an input, for the parser.
struct FilterKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init?(intValue: Int) { nil }
}

extension Resource {
    fileprivate var phoneParameter: String? {
        filters.first { if case .phone = $0.kind { true } else { false } }?.name
    }
}

extension ResourceFilter {
    /// The definitions of the options for the parser, by parameter.
    fileprivate var definitions: [(name: String, definition: Any)] {
        let long = NameSpecification.customLong(option)
        switch kind {
        case .words:
            return [(name, Argument<String?>(help: ArgumentHelp(title)))]
        case .person:
            return [
                (
                    name,
                    Option<String?>(
                        name: long,
                        help: ArgumentHelp(
                            "\(title.ru): id или последние цифры телефона.",
                            "\(title.en): an ID, or the last digits of a phone.",
                            valueName: "person"
                        )
                    )
                )
            ]
        case .content, .id:
            if isArgument { return [(name, Argument<String?>(help: ArgumentHelp(title, valueName: "id")))] }
            return [
                (name, Option<String?>(name: long, help: ArgumentHelp(title, valueName: "id")))
            ]
        case .name:
            return [
                (name, Option<String?>(name: long, help: ArgumentHelp(title, valueName: option)))
            ]
        case .choice(let options, _), .tabs(let options):
            let values = options.map(\.value)
            return [
                (
                    name,
                    Option<String?>(
                        name: long,
                        help: ArgumentHelp(title, values.joined(separator: ", "), valueName: "kind"),
                        completion: .list(values)
                    )
                )
            ]
        case .bool(_, let yes, let no, _):
            return [
                (
                    name,
                    Flag<Bool?>(
                        name: long,
                        inversion: .prefixedNo,
                        help: ArgumentHelp(yes, no)
                    )
                )
            ]
        case .number(let range, _, _):
            let bounds = "\(range.lowerBound)–\(range.upperBound)"
            return [
                (
                    name,
                    Option<String?>(
                        name: long,
                        help: ArgumentHelp(title, bounds, valueName: "number")
                    )
                )
            ]
        case .period:
            return [
                (
                    "from",
                    Option<String?>(
                        help: ArgumentHelp(
                            "С этого времени: 2026-11-01, yesterday, -7d.",
                            "From this moment on: 2026-11-01, yesterday, -7d.",
                            valueName: "moment"
                        )
                    )
                ),
                (
                    "until",
                    Option<String?>(
                        help: ArgumentHelp("До этого времени.", "Before this moment.", valueName: "moment")
                    )
                ),
            ]
        case .phone:
            return [
                (
                    name,
                    Option<String?>(
                        name: long,
                        help: ArgumentHelp(
                            "Последние цифры телефона.",
                            "The last digits of a phone.",
                            valueName: "digits"
                        )
                    )
                )
            ]
        }
    }
}

extension ArgumentHelp {
    /// The help of a title that is declared elsewhere, with its values.
    init(_ title: Localized, _ values: String? = nil, valueName: String? = nil) {
        self.init(title.here + (values.map { ": \($0)" } ?? "") + ".", valueName: valueName)
    }

    /// The help of one of two titles that are declared elsewhere.
    fileprivate init(_ yes: Localized, _ no: Localized) {
        self.init("\(yes.here) / \(no.here.lowercased()).")
    }
}
