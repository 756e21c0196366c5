import Core
import Hummingbird
import Storage

/// The changes of entries: all of them, or filtered by types, actions and a person.
struct ChangesPage: Sendable {
    static let path = "/system/changes"
    private static let pageSize = 50

    let console: Console

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get(RouterPath(Self.path)) { request, context in try await show(request, context) }
    }

    private func show(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let given = request.query.filter {
            ["type", "action", "author", "cursor"].contains($0.name) && !$0.value.isEmpty
        }
        try context.author.require(.readContent)
        func values(_ name: String) -> [String] { given.filter { $0.name == name }.map { String($0.value) } }
        let changes = try await console.services.changes.list(
            types: values("type"),
            actions: values("action").compactMap { HistoryEntry.Action(rawValue: $0) },
            author: values("author").last,
            limit: Self.pageSize,
            before: values("cursor").last.flatMap { Int64($0) }
        )
        var page = ConsolePage(
            "changes",
            title: Localized("Журнал", "Changes")[context.language],
            path: Self.path,
            types: given.contains { $0.name == "cursor" } ? [] : ["*"]
        )
        page.context = [
            "changes": .array(
                changes.elements.map {
                    ChangeLine($0, console, context, back: request.head.path ?? Self.path).json
                }
            ),
            "next": JSON(changes.next.map { Self.address($0, given) }),
            "author": .string(given.last { $0.name == "author" }?.value ?? ""),
            "is_narrowed": .bool(given.contains { $0.name != "cursor" }),
            "type": choice(
                "type",
                given,
                console.types.map { ($0.name, $0.title[context.language]) },
                context
            ),
            "action": choice(
                "action",
                given,
                HistoryEntry.Action.allCases.map { action in
                    (action.rawValue, ChangeLine.verb(action)[context.language].capitalizedStart)
                },
                context
            ),
        ]
        return try await console.show(page, context)
    }

    /// The URL of the page that begins at a cursor.
    private static func address(_ cursor: String, _ given: Form.Fields) -> String {
        let query = given.filter { $0.name != "cursor" } + [(name: "cursor", value: cursor)]
        let words = query.map { "\($0.name)=\($0.value.percentEncoded)" }
        return "\(path)?\(words.joined(separator: "&"))"
    }

    /// A select with the given options; several values in the URL are one additional option.
    private func choice(
        _ name: String,
        _ given: Form.Fields,
        _ options: [(value: String, title: String)],
        _ context: ConsoleContext
    ) -> JSON {
        let chosen = given.filter { $0.name == name }.map(\.value)
        let titles = options.filter { chosen.contains($0.value) }.map(\.title)
        return [
            "options": .array(
                options.map { option in
                    [
                        "value": .string(option.value), "title": .string(option.title),
                        "is_chosen": .bool(chosen == [option.value]),
                    ]
                }
            ),
            "several": titles.count > 1 ? .string(titles.joined(separator: ", ")) : .null,
            "values": chosen.count > 1 ? .array(chosen.map { ["value": .string($0)] }) : [],
        ]
    }
}
