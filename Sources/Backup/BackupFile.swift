import Core
import Storage

/// A file that a backup keeps besides the rows: an upload, or a key of a Google account.
package struct BackupFile: Sendable, Hashable {
    package enum Kind: String, Sendable {
        case upload, key
        /// An upload whose file was missing or damaged.
        case lost
    }

    package let kind: Kind
    /// The id of an upload, the file name of a key.
    package let name: String
    /// Bytes.
    package let size: Int
    /// The SHA-256 of its bytes, in hexadecimal digits.
    package let digest: String

    private static let columns = 4

    /// The line in the list of a backup's files.
    var values: [Value] {
        [.text(kind.rawValue), .text(name), .integer(Int64(size)), .text(digest)]
    }

    init(kind: Kind, name: String, size: Int, digest: String) {
        (self.kind, self.name, self.size, self.digest) = (kind, name, size, digest)
    }

    /// Reads a line; throws if it is none, or if its name is no safe one.
    init(values: [Value]) throws {
        guard values.count == Self.columns, let kind = String(values[0]).flatMap({ Kind(rawValue: $0) }),
            let name = String(values[1]), let size = Int(values[2]), size >= 0,
            let digest = String(values[3]),
            Hex.decode(digest)?.count == SHA256.size, ObjectKey(name) != nil, !name.contains("/")
        else { throw BackupDamage.rows }
        self.init(kind: kind, name: name, size: size, digest: digest)
    }

    /// Writes the list of files.
    static func write(_ files: [BackupFile], to path: String) throws {
        let list = try CompressedLineWriter(path: path)
        for file in files { try list.write { BackupRow.append(file.values, to: &$0) } }
        try list.finish()
    }

    /// Reads a list that `write` has written.
    static func read(_ path: String) throws -> [BackupFile] {
        let list = try CompressedLineReader(path: path)
        var files: [BackupFile] = []
        while let line = try list.next() {
            guard let values = BackupRow.values(of: line) else { throw BackupDamage.rows }
            files.append(try BackupFile(values: values))
        }
        return files
    }
}
