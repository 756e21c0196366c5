import Storage

/// Slugs made of titles, and former slugs under which an entry was published.
extension Connection {
    /// Fills in a slug made of the title, if none was typed.
    ///
    /// Until the entry is published for the first time, a slug that was never edited follows the title.
    func fillSlug(of content: inout Content, since before: Content?, _ type: ContentType) throws {
        guard let field = type.slugField, field.source != nil, content.trashedAt == nil,
            let title = type.slugSource(of: content.fields)
        else { return }
        let known = content.fields[field.name]?.string
        let isOutdated = before.map { type.hasOutgrownSlug(content, since: $0) } ?? false
        guard known == nil || isOutdated else { return }
        let made = Slug.made(of: title)
        let slug = try freeSlug(like: made.isEmpty ? type.singular : made, of: type, for: content.id)
        if content.live != nil, before?.live == nil { content.live?[field.name] = .string(slug) }
        if content.draft != nil { content.draft?[field.name] = .string(slug) }
    }

    /// `dinozavr`, or `dinozavr-2` if another entry of the type has that.
    func freeSlug(like base: String, of type: ContentType, for id: String) throws -> String {
        let step = 100
        for start in stride(from: 1, through: Limits.slugNumbersMax, by: step) {
            let candidates = (start..<(start + step)).map { $0 == 1 ? base : "\(base)-\($0)" }
            let taken = try slugsTaken(among: candidates, of: type, besides: id)
            if let free = candidates.first(where: { !taken.contains($0) }) { return free }
        }
        // The last digits of an id are random.
        return "\(base.prefix(Limits.madeSlugLengthMax))-\(id.suffix(12))"
    }

    private func slugsTaken(
        among slugs: [String],
        of type: ContentType,
        besides id: String
    ) throws -> Set<String> {
        guard let field = type.slugField else { return [] }
        let list = slugs.map { "\($0)" as SQL }.joined(separator: ", ")
        let rows = try rows(
            """
            SELECT slug FROM contents WHERE type = \(type.name) AND slug IN (\(list)) AND id <> \(id)
            UNION SELECT f.slug FROM former_slugs f JOIN contents c ON c.id = f.content_id
                WHERE f.type = \(type.name) AND f.slug IN (\(list)) AND c.trashed_at IS NULL AND c.id <> \(id)
            UNION SELECT \(name: field.name) AS slug FROM \(name: type.name)
                WHERE \(name: field.name) IN (\(list)) AND id <> \(id)
            """
        )
        return Set(try rows.map { try $0.get("slug") })
    }

    /// Refuses a slug under which apps still reach another entry.
    ///
    /// That is a former slug, or the published one of an entry whose draft changes it.
    func requireFreeSlug(of content: Content, since before: Content?, _ type: ContentType) throws {
        guard let slug = type.slug(of: content.fields), content.trashedAt == nil else { return }
        if let before, before.trashedAt == nil, type.slug(of: before.fields) == slug { return }
        guard try slugsTaken(among: [slug], of: type, besides: content.id).isEmpty else {
            throw Problem.slugTaken(type, formerlyBy: try formerHolder(of: slug, type))
        }
    }

    /// The title of the entry that was formerly published under the slug and has another one now.
    private func formerHolder(of slug: String, _ type: ContentType) throws -> String? {
        try rows(
            """
            SELECT c.title FROM former_slugs f JOIN contents c ON c.id = f.content_id
            WHERE f.type = \(type.name) AND f.slug = \(slug) AND c.trashed_at IS NULL
                AND coalesce(c.slug, '') <> f.slug
            """
        ).first?.get("title")
    }

    /// Stores the former slug of an entry that is published under another one, or no longer published.
    func keepFormerSlugs(from before: Content?, to after: Content, of type: ContentType) throws {
        let (old, new) = (
            before?.live.flatMap { type.slug(of: $0) }, after.live.flatMap { type.slug(of: $0) }
        )
        guard old != new else { return }
        if let new {
            // The entry's own former slug, which it takes back, or that of an entry in the trash.
            try send("DELETE FROM former_slugs WHERE type = \(type.name) AND slug = \(new)")
        }
        guard let old else { return }
        try send(
            """
            INSERT INTO former_slugs (type, slug, content_id, since)
            VALUES (\(type.name), \(old), \(after.id), \(after.updatedAt))
            ON CONFLICT (type, slug) DO UPDATE SET content_id = excluded.content_id, since = excluded.since
            """
        )
        try send(
            """
            DELETE FROM former_slugs WHERE content_id = \(after.id) AND slug NOT IN (
                SELECT slug FROM former_slugs WHERE content_id = \(after.id)
                ORDER BY since DESC, slug LIMIT \(Limits.formerSlugsMax)
            )
            """
        )
    }

    /// The former slugs of each published entry; `condition` is about the live table as `l`.
    func formerSlugs(of type: ContentType, where condition: SQL) throws -> [String: [String]] {
        guard type.slugField != nil else { return [:] }
        let rows = try rows(
            """
            SELECT f.content_id, f.slug FROM former_slugs f JOIN \(name: type.name) l ON l.id = f.content_id
            WHERE f.type = \(type.name) AND (\(condition)) ORDER BY f.slug
            """
        )
        var slugs: [String: [String]] = [:]
        for row in rows { slugs[try row.get("content_id"), default: []].append(try row.get("slug")) }
        return slugs
    }
}

extension ContentType {
    /// The source of the slug: the text in the standard language, or else in any other.
    fileprivate func slugSource(of body: Body) -> String? {
        guard let source = slugField?.source, let value = body[source] else { return nil }
        return value.string ?? value[Language.standard.rawValue]?.string
            ?? Language.allCases.lazy.compactMap { value[$0.rawValue]?.string }.first
    }

    /// True if the slug was made of an earlier title, was never edited, and was never sent to an app.
    fileprivate func hasOutgrownSlug(_ content: Content, since before: Content) -> Bool {
        guard before.live == nil, let slug = slug(of: content.fields),
            slug == self.slug(of: before.fields), let old = slugSource(of: before.fields),
            old != slugSource(of: content.fields)
        else { return false }
        return Slug.isMade(slug, of: old)
    }
}

extension Limits {
    /// Numbers that are tried as a suffix of a taken slug before a part of the id is used.
    fileprivate static let slugNumbersMax = 1_000
    /// Former slugs under which an entry is still found; the oldest are dropped first.
    fileprivate static let formerSlugsMax = 50
}
