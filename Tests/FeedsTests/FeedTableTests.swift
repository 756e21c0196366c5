import Testing

@testable import Feeds

/// A file in memory that comes in pieces of one size.
final class PiecedFile: FeedFile {
    private var rest: ArraySlice<UInt8>
    private let size: Int

    init(_ bytes: [UInt8], size: Int) {
        rest = bytes[...]
        self.size = size
    }

    func read(into buffer: inout [UInt8]) throws -> Bool {
        buffer += rest.prefix(size)
        defer { rest = rest.dropFirst(size) }
        return !rest.isEmpty
    }
}

struct FeedTableTests {
    private func rows(_ text: String, size: Int) throws -> [[String]] {
        var table = try FeedTable(
            file: "x.txt",
            source: PiecedFile(Array(text.utf8), size: size),
            progress: FeedProgress(all: 0, report: { _, _ in }, isCancelled: { false }),
            limits: FeedLimits()
        )
        let columns = ["a", "b", "c"].map { table.column($0) }
        var rows: [[String]] = []
        while try table.next() {
            rows.append(
                [String(table.line)] + columns.map { String(decoding: table.bytes($0), as: UTF8.self) }
            )
        }
        #expect(table.faults.errorCount == 0)
        return rows
    }

    @Test(arguments: 1...12)
    func `pieces of any size give the same rows`(size: Int) throws {
        let text = "a,b,c\r\n1,\"2\n\"\"x\",3\r\n\r\n ä ,\" \",\"\"\r,,\r\n\"\"\"\",,5\n7,8,9"

        #expect(
            try rows(text, size: size) == [
                ["2", "1", "2\n\"x", "3"], ["5", "ä", " ", ""], ["7", "\"", "", "5"], ["8", "7", "8", "9"],
            ]
        )
    }

    @Test func `random cells are written and read back`() throws {
        var generator = SeededGenerator(seed: 1)
        let pieces = ["\"", ",", "\n", "\r", "\r\n", " ", "ж", "a", ";", "\t"]
        for size in 1...200 {
            var (writer, rows) = (TableWriter(), [[String]]())
            writer.header(["a", "b", "c"])
            for _ in 0..<5 {
                let cells = (0..<3).map { _ in
                    (0..<4).compactMap { _ in pieces.randomElement(using: &generator) }.joined()
                }
                for cell in cells { writer.text(cell) }
                writer.endRow()
                rows.append(cells)
            }
            let text = String(decoding: writer.take(), as: UTF8.self)

            #expect(try self.rows(text, size: size).map { Array($0.dropFirst()) } == rows)
        }
    }
}
