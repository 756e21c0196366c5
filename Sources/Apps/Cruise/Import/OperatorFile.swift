import Core

/// Reads the cruises of an operator's file piece by piece: an array of objects, a page with one, or a table.
struct OperatorFile: Sendable {
    enum Format: String, Sendable, CaseIterable {
        case json, csv
    }

    struct Row: Sendable {
        let line: Int
        let content: Result<OperatorRow, OperatorFault>
    }

    /// Names under which a page of an API has its list.
    private static let lists: Set<String> = ["data", "items", "cruises", "result", "results"]

    let format: Format

    /// Calls `take` with the rows of each piece; throws if the file cannot be read to its end.
    func read(_ spool: Spool, _ take: ([Row]) async throws -> Void) async throws {
        switch format {
        case .json: try await readJSON(spool, take)
        case .csv: try await readTable(spool, take)
        }
    }

    // MARK: JSON

    private func readJSON(_ spool: Spool, _ take: ([Row]) async throws -> Void) async throws {
        var (elements, offset, isPage) = (JSONElements(), 0, false)
        while case let piece = try await spool.piece(at: offset), !piece.isEmpty {
            var bytes = piece[...]
            if offset == 0 {
                bytes = bytes.dropFirst(Self.isMarked(piece) ? 3 : 0)
                if let start = Self.listStart(in: bytes) { (bytes, isPage) = (bytes[start...], true) }
            }
            offset += piece.count
            let (found, fault) = elements.read(bytes)
            try await take(found.map { Row(line: $0.line, content: Self.content(of: $0)) })
            // The members after the list of a page are about other pages.
            if isPage, elements.finish() == nil { return }
            if let fault { throw Problem.invalid([fault]) }
        }
        if let fault = elements.finish() { throw Problem.invalid([fault]) }
    }

    private static func content(of element: JSONElements.Element) -> Result<OperatorRow, OperatorFault> {
        do {
            return .success(OperatorRow(try JSON(parsing: element.bytes)))
        } catch {
            return .failure(OperatorFault(error))
        }
    }

    private static func isMarked(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0xEF, 0xBB, 0xBF]) }

    /// The index of the array in an object that holds one under a known name; nil if the file is no such object.
    private static func listStart(in bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.first(where: { ![0x20, 0x0A, 0x0D, 0x09].contains($0) }) == UInt8(ascii: "{") else {
            return nil
        }
        var (depth, isString, isEscaped) = (0, false, false)
        var (name, key) = ([UInt8](), "")
        for (index, byte) in zip(bytes.indices, bytes) {
            if isString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isString = false
                    key = String(decoding: name, as: UTF8.self)
                } else {
                    name.append(byte)
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): (isString, name) = (true, [])
            case UInt8(ascii: "["):
                if depth == 1, lists.contains(key) { return index }
                depth += 1
            case UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            case _: break
            }
        }
        return nil
    }

    // MARK: Tables

    private func readTable(_ spool: Spool, _ take: ([Row]) async throws -> Void) async throws {
        let first = try await spool.piece(at: 0)
        let separator = CSVReader.separator(of: CSV.withoutByteOrderMark(first))
        var (reader, offset, head) = (CSVReader(separator: separator), 0, [String]?.none)
        while case let piece = try await spool.piece(at: offset), !piece.isEmpty {
            let (rows, fault) = reader.read(offset == 0 ? CSV.withoutByteOrderMark(piece) : piece[...])
            offset += piece.count
            try await take(Self.rows(rows, under: &head))
            if let fault { throw Problem.invalid([fault]) }
        }
        let (rows, fault) = reader.finish()
        try await take(Self.rows(rows, under: &head))
        if let fault { throw Problem.invalid([fault]) }
    }

    private static func rows(_ rows: [CSVReader.Row], under head: inout [String]?) -> [Row] {
        rows.compactMap { row in
            guard let columns = head else {
                head = row.cells.map { $0.trimmingSpaces.lowercased() }
                return nil
            }
            guard row.cells.contains(where: { !$0.isEmpty }) else { return nil }
            let pairs = zip(columns, row.cells).filter { !$0.1.isEmpty }
            let members = Dictionary(pairs.map { ($0, JSON.string($1)) }) { first, _ in first }
            // Names of an API are written with capitals inside.
            let named = Dictionary(members.map { (aliases[$0.key] ?? $0.key, $0.value) }) { first, _ in first
            }
            return Row(line: row.line, content: .success(OperatorRow(.object(named))))
        }
    }

    private static let aliases = ["datestart": "dateStart", "dateend": "dateEnd", "оператор": "компания"]
}
