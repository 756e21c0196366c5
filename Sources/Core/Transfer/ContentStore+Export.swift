import Storage

/// Options of an export of entries.
package struct ExportOptions: Sendable {
    package var format = TransferFormat.csv
    /// True for a byte order mark, by which Excel recognizes UTF-8.
    package var hasByteOrderMark = false
    /// True if references are written as slugs, where the targets have one.
    package var namesSlugs = false
    /// True if archived entries are included when no state is given.
    package var includesArchive = false
    var separator = CSV.separators[0]

    package init() {}

    private static let names: Set = ["format", "bom", "separator", "references", "archived"]

    /// Reads the parameters of the export; the others are those of a list.
    package init(
        _ parameters: [(name: String, value: String)],
        of type: ContentType
    ) throws(Problem) {
        var faults: [Fault] = []
        for (name, value) in parameters {
            let isKnown =
                switch name {
                case "format": TransferFormat(rawValue: value).map { format = $0 } != nil
                case "bom": Bool(value).map { hasByteOrderMark = $0 } != nil
                case "archived": Bool(value).map { includesArchive = $0 } != nil
                case "separator": Self.separator(value).map { separator = $0 } != nil
                case "references": ["id", "slug"].firstIndex(of: value).map { namesSlugs = $0 == 1 } != nil
                case "limit", "cursor", "before", "sort": false
                case _: true
                }
            if !isKnown { faults.append(Fault("#/\(name)", Self.expected(name))) }
        }
        guard faults.isEmpty else { throw .invalid(faults) }
        _ = try ContentQuery(Self.filters(parameters), of: type)
    }

    /// The parameters that are those of a list.
    static func filters(_ parameters: [(name: String, value: String)]) -> [(name: String, value: String)] {
        parameters.filter { !names.contains($0.name) }
    }

    private static func separator(_ text: String) -> UInt8? {
        text == "tab" ? CSV.separators[2] : CSV.separators.first { text.utf8.elementsEqual([$0]) }
    }

    private static func expected(_ name: String) -> Localized {
        switch name {
        case "format": Localized("должно быть csv или json", "must be csv or json")
        case "bom", "archived": Localized("должно быть true или false", "must be true or false")
        case "separator": Localized("должно быть , или ; или tab", "must be , or ; or tab")
        case "references": Localized("должно быть id или slug", "must be id or slug")
        case _: Localized("нет такого параметра", "is not a parameter here")
        }
    }
}

extension ContentStore {
    /// Exports entries in pieces, with one page in memory at a time, in the order of the type.
    package func export(
        _ parameters: [(name: String, value: String)],
        _ options: ExportOptions,
        of type: ContentType,
        write: ([UInt8]) async throws -> Void
    ) async throws {
        let filters = ExportOptions.filters(parameters)
        let writer = ExportWriter(type: type, options: options)
        var cursor: String?
        var isFirst = true
        try await write(writer.head)
        repeat {
            let paging = [("limit", String(Limits.pageSizeMax))] + (cursor.map { [("cursor", $0)] } ?? [])
            var query = try ContentQuery(filters + paging, of: type)
            query.includesArchive = options.includesArchive
            let wanted = query
            // JSON is what another installation takes: it decides by it, as `promote` does. A search adds the last changes
            // to its index first, and must see them.
            let isReport = options.format == .csv && wanted.search == nil
            let page = try await Lane.heavy.run(mayLag: isReport) {
                try await list(wanted, of: type)
            }
            let known = try await Lane.heavy.run { try await names(for: page.elements, options, of: type) }
            let bytes = writer.bytes(page.elements, at: now(), known, isFirst: isFirst)
            if !bytes.isEmpty { try await write(bytes) }
            isFirst = isFirst && page.elements.isEmpty
            cursor = page.next
        } while cursor != nil
        try await write(writer.tail)
    }

    /// The data that a page needs in addition to its entries.
    private func names(
        for contents: [Content],
        _ options: ExportOptions,
        of type: ContentType
    ) async throws -> ExportNames {
        try await database.read { connection in
            var names = ExportNames()
            if options.format == .json { names.origins = try connection.origins(of: contents.map(\.id)) }
            guard options.format == .csv, options.namesSlugs else { return names }
            let ids = Set(contents.flatMap { type.references(in: $0.fields).flatMap { $0.ids } })
            for list in lists(of: ids) {
                let rows = try connection.rows(
                    "SELECT id, slug FROM contents WHERE id IN (\(list)) AND slug IS NOT NULL"
                )
                for row in rows { names.slugs[try row.get("id")] = try row.get("slug", as: String.self) }
            }
            return names
        }
    }
}

/// Slugs and origins that a page of an export refers to.
struct ExportNames: Sendable {
    var slugs: [String: String] = [:]
    var origins: [String: Origin] = [:]
}

/// Encodes entries as the bytes of a file.
struct ExportWriter: Sendable {
    let type: ContentType
    let options: ExportOptions
    private let columns: [TransferColumn]

    init(type: ContentType, options: ExportOptions) {
        self.type = type
        self.options = options
        columns = type.transferColumns
    }

    var head: [UInt8] {
        switch options.format {
        case .csv:
            (options.hasByteOrderMark ? CSV.byteOrderMark : [])
                + CSV.row(columns.map(\.name), separator: options.separator)
        case .json: Array("[".utf8)
        }
    }

    var tail: [UInt8] {
        switch options.format {
        case .csv: []
        case .json: Array("\n]\n".utf8)
        }
    }

    /// `isFirst` is true if nothing was written before.
    func bytes(_ contents: [Content], at now: Timestamp, _ names: ExportNames, isFirst: Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        for (index, content) in contents.enumerated() {
            switch options.format {
            case .csv: bytes += CSV.row(cells(of: content, at: now, names), separator: options.separator)
            case .json:
                bytes += Array(isFirst && index == 0 ? "\n".utf8 : ",\n".utf8)
                bytes += content.exported(names.origins[content.id]).bytes
            }
        }
        return bytes
    }

    private func cells(of content: Content, at now: Timestamp, _ names: ExportNames) -> [String] {
        let body = content.fields
        return columns.map { column in
            switch column.kind {
            case .id: content.id
            case .state: content.state(at: now).rawValue
            case .position: String(content.position)
            case .window: body[column.name]?.string ?? ""
            case .field(let field): field.cell(of: body[field.name]) { _, id in names.slugs[id] ?? id }
            case .text(let field, let language):
                CSV.safe(body[field.name]?[language.rawValue]?.string ?? "")
            }
        }
    }
}

extension Content {
    /// Everything that another installation needs to reproduce the entry.
    fileprivate func exported(_ origin: Origin?) -> JSON {
        var members: [String: JSON] = [
            "id": .string(id), "version": .integer(version), "position": .integer(position),
            "created_at": .string(createdAt.description), "created_by": .string(createdBy),
            "updated_at": .string(updatedAt.description), "updated_by": .string(updatedBy),
            "archived_at": JSON(archivedAt?.description),
            "draft": draft.map { .object($0) } ?? .null, "live": live.map { .object($0) } ?? .null,
            "origin": origin?.json ?? .null,
        ]
        members["number"] = number.map { .integer($0) }
        return .object(members)
    }
}
