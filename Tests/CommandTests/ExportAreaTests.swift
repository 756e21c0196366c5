import Apps
import Core
import Foundation
import Storage
import TestSupport
import Testing

@testable import vitrina

/// The parts listed by an export match the tables.
struct ExportAreaTests {
    @Test(arguments: TestDatabase.all)
    func `every table is taken along, left behind, or made again by each installation`(
        kind: TestDatabase
    ) async throws {
        try await withMigratedDatabase(kind) { database in
            let tables = Set(try await database.rowCounts().keys)
            let types = Catalog.types.map { $0.type.name }
            let areas = ExportArea.taken + ExportArea.left
            let named = areas.flatMap { Array($0.tables) } + ExportArea.made + types

            #expect(Set(named).count == named.count, "no table is in two areas")
            #expect(Set(named).symmetricDifference(tables.subtracting(["migrations"])) == [])
        }
    }

    @Test func `the documentation says the same as the command`() throws {
        let top = URL(filePath: #filePath).appending(path: "../../..").standardized
        for (file, text) in [
            ("docs/OPERATORS.md", ExportArea.summary.en), ("docs/ru/OPERATORS.md", ExportArea.summary.ru),
        ] {
            let words = try String(contentsOf: top.appending(path: file), encoding: .utf8)
                .split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(words.contains(text), "\(file)")
        }
    }
}
