import CLibPQ
import Foundation

/// The values of a statement in the form in which they are sent.
struct PostgresParameters {
    let types: [Oid]
    let texts: [String?]

    init(_ sql: SQL) throws(StorageError) {
        let values = try sql.keepableValues()
        types = values.map(\.postgresType)
        texts = values.map(\.postgresText)
    }
}

/// Copies of texts for C, which live as long as this.
final class CStrings {
    private let copies: [UnsafeMutablePointer<CChar>?]
    /// One null more than there are texts.
    let pointers: [UnsafePointer<CChar>?]

    init(_ texts: [String?]) {
        copies = texts.map { $0.flatMap { strdup($0) } }
        pointers = copies.map { $0.map { UnsafePointer($0) } } + [nil]
    }

    deinit {
        for copy in copies { free(copy) }
    }
}
