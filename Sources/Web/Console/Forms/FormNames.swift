import Core
import Storage

/// What the contents and files are called that a form, a difference or a list refers to.
struct FormNames {
    /// Titles of contents by their ids.
    private(set) var titles: [String: String] = [:]
    /// What uploads were called, by their ids.
    private(set) var files: [String: JSON] = [:]

    /// More of either than this are shown by their ids.
    private static let lookupsMax = 60

    /// Looks up what the texts refer to, first in what apps see.
    init(_ texts: [FormTexts], of type: ContentType, _ api: AdminAPI, _ console: Console) async throws {
        var lookups = 0
        for part in type.formParts {
            let ids = Set(texts.flatMap { $0[part.name] }).sorted()
            switch part.field.control {
            case .reference(let target, _):
                for id in ids where titles[id] == nil && lookups < Self.lookupsMax {
                    lookups += 1
                    titles[id] = try await Self.title(of: id, target, api, console)
                }
            case .media:
                for id in ids
                where files[id] == nil && lookups < Self.lookupsMax && Media.type(ofID: id) != nil {
                    lookups += 1
                    files[id] = try? await api.get("/media/\(id)")
                }
            case .text, .rich, .number, .toggle, .choice, .date, .moment: continue
            }
        }
    }

    private static func title(
        of id: String,
        _ target: String,
        _ api: AdminAPI,
        _ console: Console
    ) async throws -> String? {
        if let content = console.services.live.state[target][id], let type = console.type(named: target) {
            return type.title(of: content.fields)
        }
        guard Identifier.normalized(id) != nil, let app = console.module(of: target)?.name else { return nil }
        return (try? await api.get("/\(app)/\(target)/\(id)"))?["title"]?.string
    }

    /// What stands in a part, in words.
    func words(_ texts: [String], of field: Field, _ time: HumanTime) -> String {
        let language = time.language
        let words = texts.map { text -> String in
            switch field.control {
            case .toggle: (text == "true" ? Localized("да", "yes") : Localized("нет", "no"))[language]
            case .choice(let choices): choices.first { $0.name == text }?.title[language] ?? text
            case .moment: time.moment(ofField: text).map { time.moment($0) } ?? text
            case .date: Timestamp("\(text)T12:00:00Z").map { time.day($0) } ?? text
            case .reference: titles[text] ?? text
            case .media: files[text]?["name"]?.string ?? text
            case .rich: RichText.plain(text)
            case .number(let unit, _): unit.map { "\(text)\u{A0}\($0[language])" } ?? text
            case .text: text
            }
        }
        return words.joined(separator: ", ")
    }

    /// The address under which a browser gets an upload.
    static func address(_ id: String) -> String { "/media/\(id)" }
}

extension Console {
    func module(of type: String) -> (any App)? {
        services.apps.first { $0.types.contains { $0.type.name == type } }
    }

    func type(named name: String) -> ContentType? {
        services.modules.flatMap { $0.types }.map { $0.type }.first { $0.name == name }
    }
}
