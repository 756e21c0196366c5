import Storage

/// The origin of an imported entry, with its version there and its version here right after the import.
package struct Origin: Sendable, Hashable {
    package let source: String
    package let sourceVersion: Int64
    package let version: Int64

    var json: JSON {
        ["source": .string(source), "source_version": .integer(sourceVersion), "version": .integer(version)]
    }
}

extension Origin: JSONReadable {
    package init(json: JSON) throws(Fault) {
        source = try json.get("source")
        sourceVersion = try json.get("source_version")
        version = try json.get("version")
    }
}

extension Connection {
    func keepOrigin(_ origin: Origin, of id: String) throws {
        try send(
            """
            INSERT INTO origins (content_id, source, source_version, version)
            VALUES (\(id), \(origin.source), \(origin.sourceVersion), \(origin.version))
            ON CONFLICT (content_id) DO UPDATE SET source = excluded.source,
                source_version = excluded.source_version, version = excluded.version
            """
        )
    }

    func origins(of ids: [String]) throws -> [String: Origin] {
        var origins: [String: Origin] = [:]
        for list in lists(of: Set(ids)) {
            for row in try rows("SELECT * FROM origins WHERE content_id IN (\(list))") {
                origins[try row.get("content_id")] = Origin(
                    source: try row.get("source"),
                    sourceVersion: try row.get("source_version"),
                    version: try row.get("version")
                )
            }
        }
        return origins
    }
}
