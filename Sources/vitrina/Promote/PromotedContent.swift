import Core
import Storage

/// A content as the installation has it that it comes from.
struct PromotedContent: Sendable {
    let id: String
    let version: Int64
    let position: Int64
    let updatedAt: Timestamp?
    let isArchived: Bool
    let draft: Body?
    let live: Body?
    /// As it was exported.
    let json: JSON

    /// Nil for what is no exported content.
    init?(_ json: JSON) {
        guard let id = json["id"]?.string, let version = json["version"]?.integer,
            let position = json["position"]?.integer
        else { return nil }
        (self.id, self.version, self.json) = (id, version, json)
        self.position = min(max(position, -Limits.positionMax), Limits.positionMax)
        updatedAt = json["updated_at"]?.string.flatMap { Timestamp($0) }
        isArchived = json["archived_at"]?.string != nil
        (draft, live) = (json["draft"]?.object, json["live"]?.object)
    }

    var fields: Body { draft ?? live ?? [:] }
}

/// What is to be known of a content in the installation that contents are copied to.
///
/// Bodies are kept as digests: there may be a great many.
struct Counterpart: Sendable {
    typealias Digest = [UInt8]

    let version: Int64
    let position: Int64
    let isArchived: Bool
    let draft: Digest?
    let live: Digest?
    let source: String?
    /// The versions there and here right after it was last brought in from `source`.
    let sourceVersion: Int64
    let promotedVersion: Int64

    init(_ content: PromotedContent) {
        (version, position, isArchived) = (content.version, content.position, content.isArchived)
        (draft, live) = (content.draft.map(Self.digest), content.live.map(Self.digest))
        let origin = content.json["origin"]
        source = origin?["source"]?.string
        sourceVersion = origin?["source_version"]?.integer ?? 0
        promotedVersion = origin?["version"]?.integer ?? 0
    }

    static func digest(_ body: Body) -> Digest {
        SHA256.digest(JSON.object(body).bytes)
    }

    /// What is published here is no draft there: it stays, beside the draft.
    func keepsLive(_ content: PromotedContent) -> Bool { content.live == nil && live != nil }

    /// Nothing would become different here.
    func isSame(_ content: PromotedContent) -> Bool {
        let draft = content.draft.map(Self.digest)
        guard keepsLive(content) else {
            return !isArchived && draft == self.draft && content.live.map(Self.digest) == live
        }
        return !isArchived && (draft == live ? nil : draft) == self.draft
    }
}

/// The contents of one type in the installation that contents are copied to.
struct TypeIndex: Sendable {
    private(set) var contents: [String: Counterpart] = [:]
    private(set) var trash: Set<String> = []
    /// Who has a slug.
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

    /// The other content that has the slug.
    func rival(of content: PromotedContent) -> String? {
        slug(of: content).flatMap { owners[$0] }.flatMap { $0 == content.id ? nil : $0 }
    }

    private func slug(of content: PromotedContent) -> String? {
        slugField.flatMap { content.fields[$0]?.string }
    }
}
