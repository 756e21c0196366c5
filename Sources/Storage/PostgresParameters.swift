import CLibPQ
import Glibc

/// The values of a statement in the wire format.
struct PostgresParameters {
    let types: [Oid]
    let texts: [String?]

    init(_ sql: SQL) throws(StorageError) {
        let values = try sql.keepableValues()
        types = values.map(\.postgresType)
        texts = values.map(\.postgresText)
    }
}

/// Copies of texts as C strings, valid during a call of `body`.
enum CStrings {
    /// Passes `body` one null more than there are texts.
    static func copying<R>(_ texts: [String?], _ body: ([UnsafePointer<CChar>?]) -> R) -> R {
        let copies = texts.map { $0.flatMap { strdup($0) } }
        defer { for copy in copies { free(copy) } }
        return body(copies.map { $0.map { UnsafePointer($0) } } + [nil])
    }
}
