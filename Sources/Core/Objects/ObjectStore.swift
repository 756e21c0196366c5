import Storage

/// A store of named objects: a directory, or a bucket that speaks S3.
///
/// A key consists of parts with slashes between them, `media/ab/abcd.jpg`; see `ObjectKey`. An object appears as a whole
/// or not at all, and is durable once `put` returns.
package protocol ObjectStore: Sendable {
    /// The place as people know it, without any secret: `/var/backups/vitrina`, `s3://bucket/prefix`.
    var place: String { get }

    /// Stores the bytes of the file at `path`; an object with this key is replaced.
    func put(_ key: ObjectKey, file path: String) async throws

    /// Writes an object to a new file at `path`; throws `ObjectFault.missing` if there is none.
    func get(_ key: ObjectKey, to path: String) async throws

    /// The size of an object in bytes; nil if there is none.
    func size(of key: ObjectKey) async throws -> Int?

    /// The objects whose keys begin with `prefix`, in the order of their keys, as UTF-8 compares them.
    func list(_ prefix: String) async throws -> [StoredObject]

    /// Removes an object; one that is missing is no error.
    func remove(_ key: ObjectKey) async throws
}

/// An object in a list.
package struct StoredObject: Sendable, Hashable {
    package let key: ObjectKey
    /// Bytes.
    package let size: Int
    /// The time at which it was stored; nil if the store does not say.
    package let storedAt: Timestamp?

    package init(key: ObjectKey, size: Int, storedAt: Timestamp? = nil) {
        (self.key, self.size, self.storedAt) = (key, size, storedAt)
    }
}

/// The name of an object: parts of letters, digits, `.`, `_` and `-`, with slashes between them.
///
/// No part begins with a dot, so that a key is a safe path in a directory, and needs no escaping in a URL.
package struct ObjectKey: Sendable, Hashable, Comparable, CustomStringConvertible {
    private static let lengthMax = 500

    package let text: String

    package init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard text.utf8.count <= Self.lengthMax, parts.allSatisfy(Self.isPart) else { return nil }
        self.text = text
    }

    private static func isPart(_ part: Substring.UTF8View) -> Bool {
        part.first.map { $0 != UInt8(ascii: ".") } ?? false
            && part.allSatisfy { $0.isLetterOrDigit || "._-".utf8.contains($0) }
    }

    package static func < (left: Self, right: Self) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    package var description: String { text }
}

/// The reason why a store has not done what was asked.
package enum ObjectFault: Error, Sendable, Hashable {
    /// There is no such object.
    case missing(String)
    /// The store refuses the credentials, or what they may do.
    case refused(String)
    /// The store cannot be reached; the same request may succeed later.
    case unavailable(String)
    /// The store has no room.
    case full(String)
    /// The place is wrong, such as a bucket that does not exist, or the store's answer is unusable.
    case wrong(String)
}
