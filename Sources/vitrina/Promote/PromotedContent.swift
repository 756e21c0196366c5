import Core
import Storage

/// An entry of the source.
struct PromotedContent: Sendable, JSONReadable {
    let id: String
    let version: Int64
    let position: Int64
    let updatedAt: Timestamp
    let isArchived: Bool
    let draft: Body?
    let live: Body?
    /// Nil unless it was imported.
    let origin: Origin?
    /// The exported JSON.
    let json: JSON

    /// Reads an exported entry.
    init(json: JSON) throws(Fault) {
        self.json = json
        id = try json.get("id")
        version = try json.get("version")
        position = min(max(try json.get("position"), -Limits.positionMax), Limits.positionMax)
        updatedAt = try json.get("updated_at")
        isArchived = try json.get("archived_at", as: Timestamp?.self) != nil
        draft = try json.get("draft")
        live = try json.get("live")
        origin = try json.get("origin")
    }

    var fields: Body { draft ?? live ?? [:] }
}

/// The state of an entry in the target.
///
/// It has digests instead of bodies, because there may be very many entries.
struct Counterpart: Sendable {
    typealias Digest = [UInt8]

    let version: Int64
    let position: Int64
    let isArchived: Bool
    let draft: Digest?
    let live: Digest?
    let source: String?
    /// The versions in the source and here after the last copy from `source`.
    let sourceVersion: Int64
    let promotedVersion: Int64

    init(_ content: PromotedContent) {
        (version, position, isArchived) = (content.version, content.position, content.isArchived)
        (draft, live) = (content.draft.map(Self.digest), content.live.map(Self.digest))
        source = content.origin?.source
        sourceVersion = content.origin?.sourceVersion ?? 0
        promotedVersion = content.origin?.version ?? 0
    }

    static func digest(_ body: Body) -> Digest {
        SHA256.digest(JSON.object(body).bytes)
    }

    /// True if the entry is live here and only a draft in the source: the live version stays.
    func keepsLive(_ content: PromotedContent) -> Bool { content.live == nil && live != nil }

    /// True if a copy would change nothing here.
    func isSame(_ content: PromotedContent) -> Bool {
        let draft = content.draft.map(Self.digest)
        guard keepsLive(content) else {
            return !isArchived && draft == self.draft && content.live.map(Self.digest) == live
        }
        return !isArchived && (draft == live ? nil : draft) == self.draft
    }
}

/// The entries of one type in the target.
struct TypeIndex: Sendable {
    private(set) var contents: [String: Counterpart] = [:]
    private(set) var trash: Set<String> = []
    /// The id of the entry with a slug.
    private(set) var owners: [String: String] = [:]
    private let slugField: String?

    init(_ type: ContentType) {
        slugField = type.slugField?.name
    }

    mutating func add(_ content: PromotedContent) {
        contents[content.id] = Counterpart(content)
        if let slug = slug(of: content) { owners[slug] = content.id }
    }

    mutating func add(trashed content: PromotedContent) { trash.insert(content.id) }

    /// Returns another entry with the same slug.
    func rival(of content: PromotedContent) -> String? {
        slug(of: content).flatMap { owners[$0] }.flatMap { $0 == content.id ? nil : $0 }
    }

    private func slug(of content: PromotedContent) -> String? {
        slugField.flatMap { content.fields[$0]?.string }
    }
}
