import Core
import Storage

/// The description of one backup, which is written last: without it a backup does not exist.
package struct BackupSummary: Sendable, Hashable {
    /// The version of the format that this program writes.
    static let format: Int64 = 1

    /// A part of a backup as one object.
    package struct Part: Sendable, Hashable {
        /// The size of the plain bytes, and their SHA-256.
        package let size: Int64
        package let digest: String
    }

    package let id: String
    package let at: Timestamp
    /// The version of the program that made it.
    package let version: String
    /// The database that it was made of: `sqlite` or `postgres`.
    package let database: String
    /// The last step of the schema.
    package let step: String
    /// The number of rows by table.
    package let tables: [String: Int64]
    /// The last number that each numbered table has given, even if its row is gone.
    package let numbers: [String: Int64]
    package let rows: Part
    package let list: Part
    /// The number of files, and their bytes.
    package let files: Int64
    package let filesSize: Int64
    /// The number of uploads whose file was missing or damaged; the list names them.
    package let lost: Int64

    /// The number of all rows.
    package var rowCount: Int64 { tables.values.reduce(0, +) }
    /// The bytes of its rows and files, before they are stored.
    package var size: Int64 { rows.size + filesSize }

    package var json: JSON {
        [
            "format": .integer(Self.format), "id": .string(id), "at": .string(at.description),
            "version": .string(version), "database": .string(database), "step": .string(step),
            "tables": .object(tables.mapValues { .integer($0) }),
            "numbers": .object(numbers.mapValues { .integer($0) }), "rows": rows.json, "list": list.json,
            "files": .integer(files), "files_size": .integer(filesSize),
            "lost": .integer(lost),
        ]
    }
}

extension BackupSummary: JSONReadable {
    package init(json: JSON) throws(Fault) {
        guard try json.get("format", as: Int64.self) == Self.format else {
            throw Fault("#/format", "неизвестно этой версии", "is unknown to this version")
        }
        id = try json.get("id")
        at = try json.get("at")
        version = try json.get("version")
        database = try json.get("database")
        step = try json.get("step")
        tables = try json.get("tables")
        numbers = try json.get("numbers")
        rows = try json.get("rows")
        list = try json.get("list")
        files = try json.get("files")
        filesSize = try json.get("files_size")
        lost = try json.get("lost")
        // A description that was not written here must not overflow.
        let numbers = Array(tables.values) + [rows.size, filesSize, files, lost]
        var total: Int64 = 0
        for number in numbers {
            let (sum, isHuge) = total.addingReportingOverflow(number)
            guard number >= 0, !isHuge else { throw Fault("#/tables", "слишком велико", "is too large") }
            total = sum
        }
    }
}

extension BackupSummary.Part: JSONReadable {
    package init(json: JSON) throws(Fault) {
        size = try json.get("size")
        digest = try json.get("digest")
    }

    var json: JSON { ["size": .integer(size), "digest": .string(digest)] }

    /// The part that the file at `path` is; it blocks.
    init(file path: String) throws {
        let (hex, count) = try SHA256.ofFile(path)
        (size, digest) = (Int64(count), hex)
    }
}
