import Core
import Storage

/// The rows of a database in a file: before those of each table a line with its name and columns, after them one with
/// their number, both after a `#`.
///
/// The same file is read by both databases: values are converted to the columns of the one that takes them.
enum DatabaseRows {
    /// Tables whose rows are derived from others, or have no meaning on another server.
    private static let leftOut: Set = [
        "migrations", "sqlite_sequence", "search_state", "search_words", "search_variants",
        "search_documents",
        "search_places", "search_queue", "servers", "editing", "history_passes", "history_pass_ends",
    ]
    /// Rows that are inserted by one call.
    private static let batchSize = 1_000
    private static let mark = UInt8(ascii: "#")

    /// The kept tables of a database with their columns.
    static func tables(on connection: any Connection) throws -> [(name: String, columns: [String])] {
        try connection.tables().filter { !leftOut.contains($0.key) }
            .sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    // MARK: Writing

    /// Writes all rows of one snapshot; returns their number by table.
    ///
    /// An error of `progress` ends the writing, and is rethrown.
    static func write(
        _ connection: any Connection,
        to path: String,
        progress: (Int64) throws -> Void
    ) throws -> [String: Int64] {
        let file = try CompressedLineWriter(path: path)
        var (counts, total): ([String: Int64], Int64) = ([:], 0)
        for (name, columns) in try tables(on: connection) {
            try file.write { bytes in
                bytes.append(mark)
                BackupRow.append(([name] + columns).map { .text($0) }, to: &bytes)
            }
            var count: Int64 = 0
            try connection.forEach("SELECT \(SQL.names(columns)) FROM \(name: name)") { row in
                try file.write { BackupRow.append(row, count: columns.count, to: &$0) }
                count += 1
                if count.isMultiple(of: Int64(batchSize)) { try progress(total + count) }
            }
            try file.write { bytes in
                bytes.append(mark)
                BackupRow.append([.integer(count)], to: &bytes)
            }
            counts[name] = count
            total += count
        }
        try progress(total)
        try file.finish()
        return counts
    }

    /// Inserts all rows of a file into a database whose tables are of the same step; returns their number by table.
    ///
    /// It runs in one transaction, which may begin again from the start.
    static func load(
        _ path: String,
        into connection: any Connection,
        progress: (Int64) -> Void
    ) throws -> [String: Int64] {
        let known = Dictionary(uniqueKeysWithValues: try tables(on: connection).map { ($0.name, $0.columns) })
        let types = try connection.restoredTypes()
        var total: Int64 = 0
        return try read(path) { section in
            guard let columns = known[section.table], Set(columns) == Set(section.columns) else {
                throw BackupDamage.columns(table: section.table)
            }
            let kinds = section.columns.map { types[section.table]?[$0] ?? .asItIs }
            var batch: [[Value]] = []
            func insert() throws {
                try connection.insert(batch, into: section.table, section.columns, "")
                total += Int64(batch.count)
                progress(total)
                batch = []
            }
            while let row = try section.next() {
                batch.append(zip(row, kinds).map { value, kind in kind.value(of: value) })
                if batch.count == batchSize { try insert() }
            }
            if !batch.isEmpty { try insert() }
        }
    }

    /// Reads all rows, and returns their number by table.
    static func count(_ path: String) throws -> [String: Int64] {
        try read(path) { section in while try section.next() != nil {} }
    }

    // MARK: Reading

    /// The rows of one table, which must all be read.
    final class Section {
        let table: String
        let columns: [String]
        private let file: CompressedLineReader
        fileprivate private(set) var count: Int64?
        private var read: Int64 = 0

        fileprivate init(_ line: ArraySlice<UInt8>, _ file: CompressedLineReader) throws {
            let texts = (try DatabaseRows.marked(line) ?? []).compactMap { String($0) }
            guard let name = texts.first, texts.count > 1 else { throw BackupDamage.rows }
            (table, columns, self.file) = (name, Array(texts.dropFirst()), file)
        }

        /// The next row; nil after the last one.
        func next() throws -> [Value]? {
            guard let line = try file.next() else { throw BackupDamage.rows }
            if let end = try DatabaseRows.marked(line) {
                guard end == [.integer(read)] else { throw BackupDamage.count(table: table) }
                count = read
                return nil
            }
            guard let values = BackupRow.values(of: line), values.count == columns.count else {
                throw BackupDamage.rows
            }
            read += 1
            return values
        }
    }

    /// The values after the mark; nil for a line without it.
    private static func marked(_ line: ArraySlice<UInt8>) throws -> [Value]? {
        guard line.first == mark else { return nil }
        guard let values = BackupRow.values(of: line.dropFirst()) else { throw BackupDamage.rows }
        return values
    }

    private static func read(_ path: String, _ body: (Section) throws -> Void) throws -> [String: Int64] {
        let file = try CompressedLineReader(path: path)
        var counts: [String: Int64] = [:]
        while let line = try file.next() {
            let section = try Section(line, file)
            try body(section)
            guard let count = section.count, counts.updateValue(count, forKey: section.table) == nil else {
                throw BackupDamage.rows
            }
        }
        return counts
    }
}

/// The conversion of a value for a column of PostgreSQL; SQLite takes every value as it is.
private enum RestoredType {
    case bool, moment, asItIs

    func value(of value: Value) -> Value {
        switch (self, value) {
        case (.bool, .integer(let integer)): .bool(integer != 0)
        case (.moment, .integer(let microseconds)):
            Timestamp(microseconds: microseconds).map { .timestamp($0) } ?? value
        case _: value
        }
    }
}

extension Connection {
    /// The columns that need a conversion, by their table.
    fileprivate func restoredTypes() throws -> [String: [String: RestoredType]] {
        guard dialect == .postgres else { return [:] }
        let rows = try rows(
            """
            SELECT table_name::text, column_name::text, data_type::text FROM information_schema.columns
            WHERE table_schema = current_schema() AND data_type IN ('boolean', 'timestamp with time zone')
            """
        )
        return try rows.reduce(into: [:]) { types, row in
            let type: String = try row.get("data_type")
            types[try row.get("table_name"), default: [:]][try row.get("column_name")] =
                type == "boolean" ? .bool : .moment
        }
    }
}
