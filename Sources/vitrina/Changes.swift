import ArgumentParser
import Core

/// Runs `vitrina changes --type offers --follow`.
struct Changes: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "Показать, что сделали коллеги, новое сверху.",
        "Show what colleagues did, newest first.",
        discussion:
            Localized(
                "С --follow сначала старое, по строке, новое добавляется до Ctrl-C.",
                "With --follow the oldest comes first, one line each, and what happens is added until Ctrl-C."
            ).here
    )

    @Option(
        help: ArgumentHelp(
            "Только записи этого вида; можно несколько раз.",
            "Only contents of this type; may be given again."
        )
    ) var type: [String] = []
    @Option(
        help: ArgumentHelp(
            "Только это действие, например published или flagged; можно несколько раз.",
            "Only this action, such as published or flagged; may be given again."
        )
    )
    var action: [String] = []
    @Option(
        help: ArgumentHelp(
            "Только этого сотрудника: id или имя.",
            "Only by this one: the id of a member of staff, or a name."
        )
    ) var author: String?
    @OptionGroup var page: PageOptions
    @Flag(
        name: [.short, .long],
        help: ArgumentHelp("Продолжать и показывать новое.", "Go on, and show what happens.")
    ) var follow = false
    @OptionGroup var options: Options

    func validate() throws { try page.validate(following: follow) }

    func run() async throws {
        try await options.run { session in
            if follow { return try await follow(session) }
            try await session.answerPage(["changes"], page, query, table: session.changeTable)
        }
    }

    private var query: [(name: String, value: String)] {
        type.map { ("type", $0) } + action.map { ("action", $0) } + (author.map { [("author", $0)] } ?? [])
    }

    private func follow(_ session: Session) async throws {
        var follower = ChangeFollower()
        let first = try await session.api.get(
            ["changes"],
            query: query + follower.query(nil),
            as: Page<JSON>.self
        )
        let old = try follower.new(in: first.elements)
        try session.tell(old.suffix(page.limit ?? 10), cells: session.cells)
        try await session.follow(every: .seconds(1)) {
            let new = try await follower.look {
                try await session.api.get(["changes"], query: query + $0, as: Page<JSON>.self)
            }
            try session.tell(new, cells: session.cells)
        }
    }
}

/// The changes that have been shown.
///
/// A change may appear below one that was shown before, so they are identified by number, not by position.
private struct ChangeFollower {
    private static let pagesMax = 10
    /// The maximum number of stored change numbers.
    private static let shownMax = 10_000

    private var shown: Set<Int64> = []
    /// Changes up to this number are ignored.
    private var floor: Int64 = 0

    func query(_ cursor: String?) -> [(name: String, value: String)] {
        [("limit", String(Limits.pageSizeMax))] + (cursor.map { [("cursor", $0)] } ?? [])
    }

    /// The unseen changes, oldest first; `page` is newest first.
    mutating func new(in page: [JSON]) throws(Fault) -> [JSON] {
        let numbers = try [Change](json: .array(page)).map(\.number)
        if shown.isEmpty { floor = (numbers.last ?? 1) - 1 }
        let new = zip(page, numbers).filter { $1 > floor && shown.insert($1).inserted }.map { $0.0 }
        if shown.count > Self.shownMax {
            let kept = shown.sorted().suffix(Self.shownMax / 2)
            floor = (kept.first ?? 1) - 1
            shown = Set(kept)
        }
        return new.reversed()
    }

    mutating func look(
        _ get: ([(name: String, value: String)]) async throws -> Page<JSON>
    ) async throws -> [JSON] {
        var (result, cursor) = ([] as [JSON], nil as String?)
        for _ in 0..<Self.pagesMax {
            let page = try await get(query(cursor))
            let new = try new(in: page.elements)
            result = new + result
            cursor = page.next
            if new.count < page.elements.count || cursor == nil { break }
        }
        return result
    }
}

extension Session {
    fileprivate func changeTable(_ items: [Change]) -> Table {
        let columns = [
            Table.Column(Localized("КОГДА", "AT")),
            Table.Column(Localized("КТО", "BY")),
            Table.Column(Localized("ЧТО", "ACTION")),
            Table.Column(Localized("ВИД", "TYPE")),
            Table.Column(Localized("НАЗВАНИЕ", "TITLE"), isFlexible: true),
            Table.Column("ID"),
            Table.Column(Localized("ЗАЧЕМ", "NOTE"), isReason: true),
        ]
        return Table(columns, rows: items.map { cells($0) })
    }

    fileprivate func cells(_ change: Change) -> [String] {
        [
            clock.text(change.at), change.author, text(change.action.title), change.type, change.title,
            change.id, change.note ?? "",
        ]
    }
}
