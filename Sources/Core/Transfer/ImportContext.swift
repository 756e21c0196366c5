import Storage

/// The data in the database that some rows refer to.
struct ImportContext {
    /// The entries of the imported type that the rows name, by id.
    var contents: [String: Content] = [:]
    /// The type of each named id that belongs to another type.
    var strangers: [String: String] = [:]
    /// The owner of a slug, by type and slug.
    var owners: [String: [String: String]] = [:]
    /// The entry that was formerly published under a slug, by type and slug.
    var formerOwners: [String: [String: String]] = [:]
    /// The existing targets of references, by type.
    var present: [String: Set<String>] = [:]
    var uploads: Set<String> = []
}

extension Connection {
    /// Looks everything up in a few statements; with `locks` the entries are locked for writing.
    func importContext(
        of rows: [ImportRow],
        _ type: ContentType,
        key: ImportOptions.Key,
        locks: Bool = false
    ) throws -> ImportContext {
        var context = ImportContext()
        var (ids, slugs, uploads) = (
            [:] as [String: Set<String>], [:] as [String: Set<String>], [] as Set<String>
        )
        for row in rows {
            for (_, body) in row.bodies {
                for (_, target, names) in type.references(in: body) {
                    for name in names { sort(name, of: target, into: &ids, &slugs) }
                }
                uploads.formUnion(
                    type.uploads(in: body).flatMap { $0.ids }.filter { Media.type(ofID: $0) != nil }
                )
            }
            if let slug = row.slug { sort(slug, of: type.name, into: &ids, &slugs) }
        }
        for (target, slugs) in slugs {
            context.owners[target] = try owners(of: slugs, target)
            context.formerOwners[target] = try formerOwners(of: slugs, target)
        }
        for (target, ids) in ids { context.present[target] = try present(ids, of: target) }
        for (target, owners) in context.owners {
            context.present[target, default: []].formUnion(owners.values)
            context.present[target, default: []].formUnion((context.formerOwners[target] ?? [:]).values)
        }
        for list in lists(of: uploads) {
            context.uploads.formUnion(
                try self.rows("SELECT id FROM media WHERE id IN (\(list))").map {
                    try $0.get("id", as: String.self)
                }
            )
        }

        let named = Set(rows.compactMap(\.id))
        let own =
            key == .id ? named : Set(rows.compactMap { $0.slug.flatMap { context.owners[type.name]?[$0] } })
        for list in lists(of: own) { try addContents(list, of: type, locks: locks, to: &context) }
        let unknown = named.filter { context.contents[$0] == nil }
        for list in lists(of: unknown) {
            for row in try self.rows("SELECT id, type FROM contents WHERE id IN (\(list))") {
                context.strangers[try row.get("id")] = try row.get("type")
            }
        }
        return context
    }

    private func sort(
        _ name: String,
        of type: String,
        into ids: inout [String: Set<String>],
        _ slugs: inout [String: Set<String>]
    ) {
        if let id = Identifier.normalized(name) {
            ids[type, default: []].insert(id)
        } else if 1...Limits.slugLengthMax ~= name.utf8.count, !name.utf8.contains(0) {
            slugs[type, default: []].insert(name)
        }
    }

    private func addContents(
        _ list: SQL,
        of type: ContentType,
        locks: Bool,
        to context: inout ImportContext
    ) throws {
        // In a fixed order, so that two imports cannot deadlock.
        let lock = locks ? locking("ORDER BY c.id FOR UPDATE OF c") : ""
        let rows = try rows(
            """
            SELECT c.*, d.body AS draft FROM contents c LEFT JOIN drafts d ON d.content_id = c.id
            WHERE c.type = \(type.name) AND c.id IN (\(list)) \(lock)
            """
        )
        for content in try contents(rows, of: type) { context.contents[content.id] = content }
    }

    private func owners(of slugs: Set<String>, _ type: String) throws -> [String: String] {
        var owners: [String: String] = [:]
        for list in lists(of: slugs) {
            let rows = try rows("SELECT slug, id FROM contents WHERE type = \(type) AND slug IN (\(list))")
            for row in rows { owners[try row.get("slug")] = try row.get("id", as: String.self) }
        }
        return owners
    }

    private func formerOwners(of slugs: Set<String>, _ type: String) throws -> [String: String] {
        var owners: [String: String] = [:]
        for list in lists(of: slugs) {
            let rows = try rows(
                """
                SELECT f.slug, f.content_id FROM former_slugs f JOIN contents c ON c.id = f.content_id
                WHERE f.type = \(type) AND f.slug IN (\(list)) AND c.trashed_at IS NULL
                """
            )
            for row in rows { owners[try row.get("slug")] = try row.get("content_id", as: String.self) }
        }
        return owners
    }

    private func present(_ ids: Set<String>, of type: String) throws -> Set<String> {
        var present: Set<String> = []
        for list in lists(of: ids) {
            let rows = try rows(
                "SELECT id FROM contents WHERE id IN (\(list)) AND type = \(type) AND trashed_at IS NULL"
            )
            present.formUnion(try rows.map { try $0.get("id", as: String.self) })
        }
        return present
    }
}

/// The values in lists that fit one statement.
///
/// Their lengths are powers of two, the last value being repeated, so that few statements differ.
func lists(of values: Set<String>) -> [SQL] {
    let sorted = values.sorted()
    return Swift.stride(from: 0, to: sorted.count, by: 256).map { start in
        let part = sorted[start..<min(start + 256, sorted.count)]
        var length = 1
        while length < part.count { length *= 2 }
        let padding = Array(repeating: part.last ?? "", count: length - part.count)
        return (Array(part) + padding).map { "\($0)" as SQL }.joined(separator: ", ")
    }
}
