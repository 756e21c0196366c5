import Core
import Storage

/// The names of the entries and files that a form, a diff or a list refers to.
struct FormNames {
    /// Titles of entries by their ids.
    private(set) var titles: [String: String] = [:]
    /// Uploads by their ids.
    private(set) var files: [String: Media] = [:]

    /// The number of look-ups of each; any others are shown by their ids.
    private static let lookupsMax = 60

    /// Looks up the names of references in the texts, first among live entries.
    init(
        _ texts: [FormTexts],
        of type: ContentType,
        _ console: Console,
        _ context: ConsoleContext
    ) async throws {
        var rest: Set<String> = []
        func look(up ids: [String], in target: String) {
            let (live, type) = (console.services.live.state[target], console.type(named: target))
            for id in ids {
                titles[id] = live[id].flatMap { content in type.map { console.title(of: content.fields, $0) }
                }
                if titles[id] == nil, Identifier.normalized(id) != nil { rest.insert(id) }
            }
        }
        for part in type.formParts {
            let ids = Set(texts.flatMap { $0[part.name] }).sorted()
            switch part.field.control {
            case .reference(let target, _): look(up: ids, in: target)
            case .table(let columns):
                let rows = ids.map { FormRow(text: $0) }
                for column in columns {
                    if let target = column.target {
                        look(up: Set(rows.compactMap { $0.cells[column.name] }).sorted(), in: target)
                    }
                }
            case .media:
                for id in ids where files[id] == nil && files.count < Self.lookupsMax {
                    files[id] = try? await console.services.media.find(id)
                }
            case .text, .rich, .number, .toggle, .choice, .date, .moment: continue
            }
        }
        let missing = Set(rest.sorted().prefix(Self.lookupsMax))
        for found in try await console.contents(context).titles(of: missing) {
            titles[found.id] = found.title
        }
    }

    /// The value of a part for people.
    func words(_ texts: [String], of field: Field, _ time: HumanTime) -> String {
        let language = time.language
        let words = texts.map { text -> String in
            switch field.control {
            case .toggle: (text == "true" ? Localized("да", "yes") : Localized("нет", "no"))[language]
            case .choice(let choices): choices.first { $0.name == text }?.title[language] ?? text
            case .moment: time.moment(ofField: text).map { time.moment($0) } ?? text
            case .date: Timestamp("\(text)T12:00:00Z").map { time.day($0) } ?? text
            case .reference: titles[text] ?? text
            case .media: files[text]?.name ?? text
            case .rich: RichText.plain(text)
            case .number(let unit, _): unit.map { "\(text)\u{A0}\($0[language])" } ?? text
            case .table(let columns): row(FormRow(text: text), of: columns, time)
            case .text: text
            }
        }
        return words.joined(separator: field.columns.isEmpty ? ", " : ";\n")
    }

    /// The filled cells of a row for people: `Standard · 12 000`.
    func row(_ row: FormRow, of columns: [Field.Column], _ time: HumanTime) -> String {
        columns.compactMap { column in
            row.cells[column.name].map { words([$0], of: column.field, time) }
        }.joined(separator: " · ")
    }

    /// The path at which a browser downloads an upload.
    static func address(_ id: String) -> String { "/media/\(id)" }
}

extension Console {
    func module(of type: String) -> (any App)? {
        services.apps.first { $0.types.contains { $0.type.name == type } }
    }

    /// The title of an entry among others; a part has that of its whole after it: `Standard · Admiral`.
    func title(of body: Body, _ type: ContentType) -> String {
        guard let field = type.fields.first(where: \.isPart), let target = field.targets.first,
            let whole = body[field.name]?.string.flatMap({ services.live.state[target][$0] }),
            let wholeType = self.type(named: target)
        else { return type.title(of: body) }
        return "\(type.title(of: body)) · \(wholeType.title(of: whole.fields))"
    }

    func type(named name: String) -> ContentType? {
        services.modules.flatMap { $0.types }.map { $0.type }.first { $0.name == name }
    }
}
