import Storage

/// The result of the first pass over a file.
struct ImportScan: Sendable {
    private(set) var count = 0
    /// The line of each id.
    private var lines: [IdentifierKey: Int] = [:]
    private var slugLines: [String: Int] = [:]
    /// The id of each slug, if entries of the type may refer to one another by slug.
    private(set) var idsBySlug: [String: String] = [:]

    func contains(id: String) -> Bool {
        IdentifierKey(id).map { lines[$0] != nil } ?? false
    }

    /// Adds a row, and returns its faults, including duplicates of earlier rows.
    fileprivate mutating func take(_ row: ImportRow, isSelfReferring: Bool, newID: () -> String) -> [Fault] {
        count += 1
        var faults = row.faults
        if let id = row.id, let key = IdentifierKey(id), let line = lines.updateValue(row.line, forKey: key) {
            faults.append(Self.twice("id", line, row))
        }
        if let slug = row.slug {
            if let line = slugLines.updateValue(row.line, forKey: slug) {
                faults.append(Self.twice("slug", line, row))
            }
            if isSelfReferring {
                let id = row.id ?? newID()
                idsBySlug[slug] = id
                if let key = IdentifierKey(id) { lines[key] = row.line }
            }
        }
        return faults
    }

    private static func twice(_ name: String, _ line: Int, _ row: ImportRow) -> Fault {
        Fault("#/\(name)", "уже есть в строке \(line)", "is on line \(line) already")
            .at(line: row.line, column: name)
    }
}

extension Importer {
    /// Reads the file once, without the database: checks its form, its header and duplicates.
    func scan(_ spool: Spool, into report: inout ImportReport) async throws -> ImportScan {
        let isSelfReferring = type.slugField != nil && type.fields.contains { $0.targets.contains(type.name) }
        var scan = ImportScan()
        var reader = ImportReader(spool, of: type, options)
        while case let rows = try await reader.next(Limits.importBatchSize), !rows.isEmpty {
            for row in rows {
                report.faults.add(
                    scan.take(row, isSelfReferring: isSelfReferring) { newID(row) }
                )
            }
            guard scan.count <= Limits.importRowsMax else {
                report.faults.add([tooMany(after: rows)])
                return scan
            }
        }
        report.faults.add(reader.headerFaults)
        if let end = reader.end { report.faults.add([end]) }
        return scan
    }

    private func tooMany(after rows: [ImportRow]) -> Fault {
        Fault(
            "#",
            "больше \(Limits.importRowsMax) строк; разделите файл",
            "has more than \(Limits.importRowsMax) rows; split the file"
        ).at(line: rows.last?.line, column: nil)
    }
}
