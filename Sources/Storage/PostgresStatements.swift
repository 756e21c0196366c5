import CLibPQ

/// The prepared statements of one connection: the most recently used ones, up to a bound.
struct PostgresStatements {
    /// The types are part of the key, because `$1` may be a number once and NULL the next time.
    struct Key: Hashable {
        let text: String
        let types: [Oid]
    }

    struct Kept {
        let name: String
        fileprivate var columns: Row.Columns?
        fileprivate var lastUse: Int
    }

    private var kept: [Key: Kept] = [:]
    private var uses = 0

    mutating func find(_ key: Key) -> Kept? {
        uses += 1
        kept[key]?.lastUse = uses
        return kept[key]
    }

    mutating func keep(_ key: Key, name: String) -> Kept {
        let new = Kept(name: name, lastUse: uses)
        kept[key] = new
        return new
    }

    /// The columns never change while a statement is prepared: PostgreSQL then refuses to run it.
    mutating func columns(of key: Key, read: () -> [String]) -> Row.Columns {
        if let columns = kept[key]?.columns { return columns }
        let columns = Row.Columns(read())
        kept[key]?.columns = columns
        return columns
    }

    func nextName() -> String { "s\(uses)" }

    /// The statement to deallocate before another is prepared, if there are too many.
    func oldestBeyondBound() -> (key: Key, name: String)? {
        guard kept.count >= PostgresSettings.statementsMax else { return nil }
        return kept.min { $0.value.lastUse < $1.value.lastUse }.map { ($0.key, $0.value.name) }
    }

    mutating func forget(_ key: Key) {
        kept[key] = nil
    }
}
