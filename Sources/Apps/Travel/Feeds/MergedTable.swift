import Core
import Feeds
import Storage
import Transit

/// A table of the timetable as an import merges rows into it.
struct MergedTable<Element: Sendable> {
    private static var batch: Int { 250 }

    let kind: FeedKind
    let table: TimetableTable<Element>
    /// The columns that the feed has; the others of a row that exists stay as they are.
    let columns: Set<String>
    let read: @Sendable (Row) throws -> Element
    /// The condition that finds the rows with these keys.
    let find: @Sendable ([String]) -> SQL
    let key: @Sendable (Element) -> String
    /// The text that is hashed in place of a column, such as the feed's id of a calendar.
    var stands: @Sendable (_ column: String, Element) -> String? = { _, _ in nil }
    /// True if a row that people have removed is added again, as others refer to it.
    var restores = false
    /// Adds one row and answers its key; nil if rows are written many at a time.
    var add: ((Element) throws -> String)?
    /// Changes one row; nil if the row is found by its key.
    var change: ((Element) throws -> Void)?

    /// The hash of the columns that the feed has.
    func hash(_ element: Element) -> UInt64 {
        var hash = ContentHash()
        for column in table.columns where columns.contains(column.name) {
            if let text = stands(column.name, element) {
                hash.add(text)
            } else {
                hash.add(column.value(element).value)
            }
        }
        return hash.value
    }

    /// The hashes of the rows with these keys, by key.
    func hashes(_ keys: [String], on connection: any Connection) throws -> [String: UInt64] {
        var hashes: [String: UInt64] = [:]
        let keys = keys.filter { !$0.isEmpty }
        for start in stride(from: 0, to: keys.count, by: Self.batch) {
            let part = Array(keys[start..<min(start + Self.batch, keys.count)])
            let rows = try connection.rows("SELECT * FROM \(name: table.name) WHERE \(find(part))")
            for row in rows {
                let element = try read(row)
                hashes[key(element)] = hash(element)
            }
        }
        return hashes
    }

    /// Writes rows; the keys of those that are added are set.
    func write(
        _ added: [(index: Int, row: Element)],
        _ changed: [Element],
        at now: Timestamp,
        _ keys: inout [String],
        on connection: any Connection
    ) throws {
        guard let add else {
            let others = Set(table.columns.map(\.name)).subtracting(columns)
            return try table.put(added.map(\.row) + changed, at: now, keeping: others, on: connection)
        }
        for (index, row) in added { keys[index] = try add(row) }
        for row in changed {
            if let change {
                try change(row)
            } else {
                try table.update(row, where: find([key(row)]), at: now, on: connection)
            }
        }
    }
}

extension ContentHash {
    fileprivate mutating func add(_ value: Value) {
        switch value {
        case .null: add("")
        case .bool(let flag): add(flag ? "1" : "0")
        case .integer(let number): add(number)
        case .double(let number): add(number)
        case .text(let text): add(text)
        case .bytes(let bytes): for byte in bytes { add(byte) }
        case .timestamp(let time): add(time.microseconds)
        }
    }
}

extension TimetableTables {
    /// A table whose rows are known by their codes.
    static func merged<Element>(
        _ kind: FeedKind,
        _ table: TimetableTable<Element>,
        columns: Set<String>,
        read: @escaping @Sendable (Row) throws -> Element,
        code: @escaping @Sendable (Element) -> Int64
    ) -> MergedTable<Element> {
        MergedTable(
            kind: kind,
            table: table,
            columns: columns,
            read: read,
            find: { keys in
                let list = keys.compactMap { Int64($0) }.map { "\($0)" as SQL }
                return "\(name: table.number ?? table.key) IN (\(list.joined(separator: ", ")))"
            },
            key: { String(code($0)) },
            restores: true
        )
    }
}
