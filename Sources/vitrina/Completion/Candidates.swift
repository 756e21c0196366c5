import Apps
import ArgumentParser
import Core
import Flags
import FoundationEssentials
import Glibc
import Web

/// Completion candidates for a shell; none if anything fails.
enum Candidates {
    static let countMax = 200
    /// The timeout of a server or a database.
    private static let patience: Duration = .milliseconds(100)

    static let roles = Role.allCases.map(\.rawValue)
    static let grants = Permission.grantable.map(\.rawValue)
    static let states = Content.State.allCases.map(\.rawValue)
    static let sorts = ContentQuery.Sort.allCases.flatMap { [$0.rawValue, "-\($0.rawValue)"] }

    // MARK: Candidates of the program itself

    @Sendable static func contexts(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
        let file = try? ContextFile(ProcessInfo.processInfo.environment)
        return shown((file?.contexts ?? []).map { ($0.name, $0.url) })
    }

    @Sendable static func blocks(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
        ["slider", "offers", "services", "events"]
    }

    @Sendable static func apps(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
        shown(Catalog.apps.map { ($0.name, $0.title[language]) })
    }

    /// The settings of the app that is named earlier on the command line.
    @Sendable static func appSettings(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
        let settings = Catalog.apps.first { words.contains($0.name) }?.settings ?? []
        return shown(settings.map { ("\($0.name)=", $0.title[language]) })
    }

    @Sendable static func appSettingNames(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
        let settings = Catalog.apps.first { words.contains($0.name) }?.settings ?? []
        return shown(settings.map { ($0.name, $0.title[language]) })
    }

    /// The fields of the type, for `--set`; after the name of a field, its values.
    @Sendable static func fields(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
        guard let type = type(in: words) else { return [] }
        if let values = values(prefix, of: type) { return values }
        let fields = type.fields.flatMap { field in
            field.paths.map { (value: "\($0)=", title: field.title[language]) }
        }
        let window = type.window == .none ? [] : ContentType.windowNames
        return shown(fields + window.map { (value: "\($0)=", title: "") })
    }

    /// The filters of the type, for `--filter`; after the name of a filter, its values.
    @Sendable static func filters(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
        guard let type = type(in: words) else { return [] }
        if let values = values(prefix, of: type) { return values }
        return shown(type.filters.map { ("\($0.name)=", $0.title[language]) })
    }

    private static func values(_ prefix: String, of type: ContentType) -> [String]? {
        guard let sign = prefix.firstIndex(of: "="), let field = type.field(String(prefix[..<sign])) else {
            return nil
        }
        return field.names.map { "\(field.name)=\($0)" }
    }

    // MARK: Candidates from a database or a server

    /// The most recently changed entries of the type: by slug if they have one, else by id.
    @Sendable static func contents(_ words: [String], _ index: Int, _ prefix: String) async -> [String] {
        guard let type = type(in: words) else { return [] }
        let query = [("sort", "-updated_at"), ("limit", String(countMax))].map { (name: $0.0, value: $0.1) }
        let slug = type.slugField?.name
        return await list(words, type.path, query, of: Content.Answer.self) { content in
            let name = slug.flatMap { content.fields.string($0) } ?? content.id
            let isID = !prefix.isEmpty && content.id.hasPrefix(prefix)
            return (isID ? content.id : name, content.title)
        }
    }

    /// The rows of a list: by alias if they have one, else by id.
    static func rows(_ words: [String], of resource: Resource) async -> [String] {
        let main = resource.columns.first { $0.place == .main }?.name ?? "id"
        let query = [(name: "limit", value: String(countMax))]
        return await list(words, resource.address, query, of: JSON.self) { item in
            let title = item.member(at: main).string ?? ""
            return (resource.alias.flatMap { item[$0]?.string } ?? item.id ?? "", title)
        }
    }

    /// The releases that are still editable.
    @Sendable static func releases(_ words: [String], _ index: Int, _ prefix: String) async -> [String] {
        let query = [(name: "limit", value: String(countMax))]
        return await list(words, ["releases"], query, of: Release.Answer.self) { release in
            [.open, .failed].contains(release.state) ? (release.id, release.title) : ("", "")
        }
    }

    @Sendable static func codes(_ words: [String], _ index: Int, _ prefix: String) async -> [String] {
        await list(words, ["codes"], of: Code.Answer.self) { ($0.id, $0.phone) }
    }

    @Sendable static func flagProjects(_ words: [String], _ index: Int, _ prefix: String) async -> [String] {
        await rows(words, of: FlagProjects.resource)
    }

    /// The parameters of the project that is named earlier on the command line, or of the only one.
    @Sendable static func flagKeys(_ words: [String], _ index: Int, _ prefix: String) async -> [String] {
        await flagThings(words, "parameters", of: ListedFlag.self) { ($0.key, $0.title ?? "") }
    }

    @Sendable static func flagConditions(_ words: [String], _ index: Int, _ prefix: String) async -> [String]
    {
        await flagThings(words, "conditions", of: ListedCondition.self) { ($0.name, $0.expression) }
    }

    private static func flagThings<Item: JSONReadable>(
        _ words: [String],
        _ part: String,
        of kind: Item.Type,
        _ candidate: (Item) -> (value: String, title: String)
    ) async -> [String] {
        let named = words.firstIndex { ["--project", "-p"].contains($0) }.map { $0 + 1 }
        var project = named.flatMap { words.indices.contains($0) ? words[$0] : nil }
        if project == nil {
            let projects = await answer(words, ["flags"], as: Page<FlagProject.Answer>.self)?.elements ?? []
            if projects.count == 1 { project = projects[0].id }
        }
        guard let project else { return [] }
        return await list(words, ["flags", project, part], of: kind, candidate)
    }

    /// The cards of the block that is named earlier on the command line.
    @Sendable static func cards(_ words: [String], _ index: Int, _ prefix: String) async -> [String] {
        let blocks = await answer(words, ["mall", "home"], as: HomeAnswer.self)?.blocks ?? []
        let cards = blocks.filter { words.contains($0.name) }.flatMap(\.cards)
        return shown(cards.map { ($0.id, $0.title) })
    }

    private static func list<Item: JSONReadable>(
        _ words: [String],
        _ path: [String],
        _ query: [(name: String, value: String)] = [],
        of kind: Item.Type,
        _ candidate: (Item) -> (value: String, title: String)
    ) async -> [String] {
        let page = await answer(words, path, query, as: Page<Item>.self)
        return shown((page?.elements ?? []).map(candidate))
    }

    /// The answer to a request; nil if there is none, because a completion reports no failure.
    private static func answer<Answer: JSONReadable>(
        _ words: [String],
        _ path: [String],
        _ query: [(name: String, value: String)] = [],
        as kind: Answer.Type
    ) async -> Answer? {
        guard let configuration = try? configuration(words) else { return nil }
        if configuration.server == nil && configuration.postgres == nil {
            // A completion must not create a database.
            guard FileManager.default.fileExists(atPath: "\(configuration.data)/vitrina.db") else {
                return nil
            }
        } else {
            giveUp(after: patience)
        }
        guard let output = try? OutputOptions.parse([]),
            let session = try? await Session(configuration: configuration, output: output)
        else { return nil }
        let answer = try? await session.api.get(path, query: query, as: kind)
        await session.close()
        return answer
    }

    /// Ends the program after the timeout, without output.
    private static func giveUp(after time: Duration) {
        signal(SIGALRM) { _ in _exit(0) }
        ualarm(UInt32(time / .microseconds(1)), 0)
    }

    // MARK: The typed words

    static func type(in words: [String]) -> ContentType? {
        words.lazy.compactMap { ContentType.named($0) }.first
    }

    private static func configuration(_ words: [String]) throws -> Configuration {
        let place = PlaceOptions.parsing(words)
        return try place.configuration()
    }

    // MARK: The shell's format

    private static var language: Language { Terminal.language(ProcessInfo.processInfo.environment) }

    /// Returns only values that no shell interprets; with titles if the shell can show them.
    private static func shown(_ candidates: [(value: String, title: String)]) -> [String] {
        candidates.filter { !$0.value.isEmpty && $0.value.utf8.allSatisfy(isPlain) }.prefix(countMax).map {
            let title = printable($0.title)
            guard !title.isEmpty else { return $0.value }
            return switch CompletionShell.requesting {
            case .zsh?: "\($0.value):\(title)"
            case .fish?: "\($0.value)\t\(title)"
            case _: $0.value
            }
        }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122: true
        case _: "-._@=+/%".utf8.contains(byte)
        }
    }
}

extension PlaceOptions {
    /// Reads the target from an incomplete command line.
    fileprivate static func parsing(_ words: [String]) -> PlaceOptions {
        let names = ["--config", "--data", "--postgres", "--context", "--server", "--token-file", "--token"]
        var arguments: [String] = []
        for (index, word) in words.enumerated() {
            if names.contains(where: { word.hasPrefix("\($0)=") }) { arguments.append(word) }
            if names.contains(word), index + 1 < words.count, !words[index + 1].hasPrefix("-") {
                arguments += [word, words[index + 1]]
            }
        }
        return (try? PlaceOptions.parse(arguments)) ?? PlaceOptions()
    }
}

extension Field {
    /// The names of the field on the command line: a localized text has one for each language.
    fileprivate var paths: [String] {
        isPerLanguage ? Language.allCases.map { "\(name).\($0.rawValue)" } : [name]
    }

    /// The values of the field, if they are enumerable.
    fileprivate var names: [String] { shape == .bool ? ["true", "false"] : choices.map(\.name) }
}

/// A parameter in the list of those that apps see.
private struct ListedFlag: JSONReadable {
    private struct Note: JSONReadable {
        let title: String?

        init(json: JSON) throws(Fault) { title = try json.get("title") }
    }

    let key: String
    let title: String?

    init(json: JSON) throws(Fault) {
        key = try json.get("key")
        title = try json.get("note", as: Note.self).title
    }
}

/// A condition in the list of those that apps see.
private struct ListedCondition: JSONReadable {
    let name: String
    let expression: String

    init(json: JSON) throws(Fault) {
        name = try json.get("name")
        expression = try json.get("expression")
    }
}
