import Foundation
import Testing

@testable import Core

/// Documents as PDF files.
struct TypesetterTests {
    private func document(_ blocks: [PrintedDocument.Block]) -> PrintedDocument {
        PrintedDocument(title: "Ваучер № 1", madeAt: "2026-11-25T10:00:00Z", blocks: blocks)
    }

    @Test func `a rich text becomes a file with the words of its places`() async throws {
        let html = """
            <h2>Ваучер {n}</h2><p>Для <strong>{who}</strong> &amp; друзей</p><ol><li>Раз<ul><li>Два</li></ul></li></ol>
            <p>{table}</p><hr>
            """
        let blocks = PrintedDocument.blocks(
            html,
            fill: { $0.replacing("{n}", with: "№ 7").replacing("{who}", with: "<b>Анна</b>") },
            insert: { $0 == "{table}" ? [.table(header: ["А"], rows: [["1"]], widths: [1])] : nil }
        )
        guard case .heading("Ваучер № 7", level: 1) = blocks[0], case .paragraph(let text) = blocks[1] else {
            Issue.record("\(blocks)")
            return
        }
        // Nothing that stands in a place is markup.
        #expect(text == "Для <b>&lt;b&gt;Анна&lt;/b&gt;</b> &amp; друзей")
        let bytes = try await Typesetter.shared.pdf(of: document(blocks))
        #expect(String(decoding: bytes.prefix(5), as: UTF8.self) == "%PDF-")
        #expect(String(decoding: bytes.suffix(6), as: UTF8.self).contains("%%EOF"))
    }

    @Test func `long texts and tables run over pages, and too long ones are refused`() async throws {
        let line = String(repeating: "слово ", count: 400)
        let rows = (0..<200).map { [String($0), line] }
        let table = PrintedDocument.Block.table(header: ["№", "Текст"], rows: rows, widths: [1, 9])
        await #expect(throws: Problem.self) { try await Typesetter.shared.pdf(of: document([table])) }
        let some = (0..<30).map { PrintedDocument.Block.paragraph("\($0) \(line)") }
        let bytes = try await Typesetter.shared.pdf(of: document(some))
        #expect(bytes.count > 10_000)
    }

    @Test func `signs that no document may have are left out`() async throws {
        #expect(PrintedDocument.markup("a\u{0}b\u{1F}<&>\u{FFFE}\nc") == "ab&lt;&amp;&gt;\nc")
        let odd = (1...400).compactMap { Unicode.Scalar($0 * 37) }.map { String($0) }.joined()
        let bytes = try await Typesetter.shared.pdf(of: document([.paragraph(PrintedDocument.markup(odd))]))
        #expect(!bytes.isEmpty)
    }
}
