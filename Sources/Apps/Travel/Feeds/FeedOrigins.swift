import Core
import Storage

/// The rows that a feed has written: their ids in the feed, their keys in the tables, and the hashes of what was written.
struct FeedOrigins: Sendable {
    struct Origin: Sendable {
        var key: String
        var hash: UInt64
    }

    private static let batch = 250

    private let feed: String
    private var origins: [FeedKind: [String: Origin]] = [:]

    init(of feed: String, on connection: any Connection) throws {
        self.feed = feed
        let rows = try connection.rows("SELECT * FROM timetable_origins WHERE feed = \(feed)")
        for row in rows {
            guard let kind = FeedKind(rawValue: try row.get("kind")) else { continue }
            origins[kind, default: [:]][try row.get("external")] = Origin(
                key: try row.get("row_key"),
                hash: UInt64(bitPattern: try row.get("hash", as: Int64.self))
            )
        }
    }

    subscript(kind: FeedKind) -> [String: Origin] { origins[kind] ?? [:] }

    /// Throws a conflict if another feed has written one of these rows.
    func requireOwn(_ keys: [String], of kind: FeedKind, on connection: any Connection) throws {
        for start in stride(from: 0, to: keys.count, by: Self.batch) {
            let part = keys[start..<min(start + Self.batch, keys.count)].map { "\($0)" as SQL }
            let rows = try connection.rows(
                """
                SELECT feed, row_key FROM timetable_origins WHERE kind = \(kind.rawValue) AND feed <> \(feed)
                    AND row_key IN (\(part.joined(separator: ", "))) LIMIT 1
                """
            )
            guard let row = rows.first else { continue }
            let (other, key): (String, String) = (try row.get("feed"), try row.get("row_key"))
            throw Problem(
                .conflict,
                Localized(
                    "\(kind.title.ru): \(key) уже загружает «\(other)».",
                    "\(kind.title.en): \(key) belongs to the feed \(other)."
                )
            )
        }
    }

    /// Keeps what was written of rows.
    func put(_ lines: [(id: String, origin: Origin)], of kind: FeedKind, on connection: any Connection) throws
    {
        let rows: [[Value]] = lines.map { line in
            [
                .text(feed), .text(kind.rawValue), .text(line.id), .text(line.origin.key),
                .integer(Int64(bitPattern: line.origin.hash)),
            ]
        }
        try connection.put(
            rows,
            into: "timetable_origins",
            ["feed", "kind", "external", "row_key", "hash"],
            keys: ["feed", "kind", "external"]
        )
    }

    func remove(_ ids: [String], of kind: FeedKind, on connection: any Connection) throws {
        for start in stride(from: 0, to: ids.count, by: Self.batch) {
            let part = ids[start..<min(start + Self.batch, ids.count)].map { "\($0)" as SQL }
            try connection.send(
                """
                DELETE FROM timetable_origins WHERE feed = \(feed) AND kind = \(kind.rawValue)
                    AND external IN (\(part.joined(separator: ", ")))
                """
            )
        }
    }
}
