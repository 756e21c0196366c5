import CLibPango
import Dispatch

/// Sets documents as PDF files; the only file that uses Pango and Cairo.
///
/// They block, so they run on a queue of their own, one document after another, and never on a thread that tasks share.
package struct Typesetter: Sendable {
    package static let shared = Typesetter()
    private static let pagesMax = 60

    private let queue = DispatchQueue(label: "vitrina.typesetter")

    private static let opened: vitrina_pango? = {
        var pango = vitrina_pango()
        return vitrina_pango_open(&pango) == 0 ? nil : pango
    }()

    package static var isThere: Bool { opened != nil }

    /// The bytes of a PDF file of A4 pages.
    ///
    /// Throws if Pango is not installed, or the document is too long.
    package func pdf(of document: PrintedDocument) async throws(Problem) -> [UInt8] {
        guard let pango = Self.opened else {
            throw Problem(
                .unavailable,
                Localized(
                    "На сервере нет Pango, без неё документ не сделать.",
                    "The server has no Pango, without which no document can be made."
                )
            )
        }
        let result = await withCheckedContinuation { continuation in
            queue.async {
                continuation.resume(returning: Sheet.set(document, pango, pagesMax: Self.pagesMax))
            }
        }
        guard let bytes = result else {
            throw Problem(
                .tooLarge,
                Localized(
                    "Документ не умещается на \(Self.pagesMax) страницах.",
                    "The document does not fit on \(Self.pagesMax) pages."
                )
            )
        }
        return bytes
    }
}

/// One file while it is set, from the top of the first page to the end of the last one; lengths are points.
///
/// Used on the queue of the typesetter alone.
private final class Sheet {
    private static let width = 595.0
    private static let height = 842.0
    private static let margin = 54.0
    private static let family = "DejaVu Sans"
    private static let textSize = 10.0
    private static let cellGap = 6.0

    private var pango: vitrina_pango
    private let pagesMax: Int
    private var page: OpaquePointer?
    private var bytes: [UInt8] = []
    /// The distance of the next line from the top of the page.
    private var y = Sheet.margin
    private var pages = 1

    private var textWidth: Double { Self.width - 2 * Self.margin }
    private var isTooLong: Bool { pages > pagesMax }

    private init(_ pango: vitrina_pango, pagesMax: Int) { (self.pango, self.pagesMax) = (pango, pagesMax) }

    /// Nil if there are too many pages, or Cairo has failed.
    static func set(_ document: PrintedDocument, _ pango: vitrina_pango, pagesMax: Int) -> [UInt8]? {
        let sheet = Sheet(pango, pagesMax: pagesMax)
        return withExtendedLifetime(sheet) { sheet.set(document) }
    }

    private func set(_ document: PrintedDocument) -> [UInt8]? {
        let write: vitrina_write = { closure, data, length in
            guard let closure, let data else { return 0 }
            Unmanaged<Sheet>.fromOpaque(closure).takeUnretainedValue().bytes
                .append(contentsOf: UnsafeBufferPointer(start: data, count: Int(length)))
            return 0
        }
        let closure = Unmanaged.passUnretained(self).toOpaque()
        guard let surface = vitrina_pango_surface(&pango, write, closure, Self.width, Self.height) else {
            return nil
        }
        vitrina_pango_describe(&pango, surface, 0, document.title)
        vitrina_pango_describe(&pango, surface, 4, document.madeAt)
        page = vitrina_pango_page(&pango, surface)
        for block in document.blocks where !isTooLong { add(block) }
        let status = vitrina_pango_end(&pango, page, surface)
        return status == 0 && !isTooLong ? bytes : nil
    }

    // MARK: Blocks

    private func add(_ block: PrintedDocument.Block) {
        switch block {
        case .heading(let text, let level):
            let size = [16.0, 13.0, 11.0][min(max(level, 1), 3) - 1]
            if y > Self.margin { y += size * 0.8 }
            // A heading stays with the lines that follow.
            keepTogether(size * 4)
            write(PrintedDocument.markup(text), size: size, isBold: true)
            y += size * 0.3
        case .paragraph(let markup):
            write(markup)
            y += Self.textSize * 0.6
        case .item(let markup, let depth, let sign):
            let indent = Double(min(depth, 5) + 1) * 18
            keepTogether(Self.textSize * 1.5)
            let top = y
            write(PrintedDocument.markup(sign), left: indent - 14, width: 14)
            y = top
            write(markup, left: indent)
            y += Self.textSize * 0.3
        case .table(let header, let rows, let widths):
            row(header, widths, isBold: true)
            rule()
            for cells in rows where !isTooLong { row(cells, widths, isBold: false) }
            rule()
            y += Self.textSize * 0.6
        case .rule: rule()
        }
    }

    private func rule() {
        keepTogether(8)
        vitrina_pango_rule(&pango, page, Self.margin, Self.width - Self.margin, y + 3)
        y += 8
    }

    /// Cells beside each other; a row that does not fit begins a page, and the end of one that fits on none is cut.
    private func row(_ cells: [String], _ widths: [Double], isBold: Bool) {
        let whole = widths.reduce(0, +)
        guard whole > 0 else { return }
        let columns = zip(cells, widths).map { (PrintedDocument.markup($0), textWidth * $1 / whole) }
        let heights = columns.map { height(of: $0.0, width: $0.1 - Self.cellGap, isBold: isBold) }
        keepTogether(min(heights.max() ?? 0, Self.height - 2 * Self.margin))
        let (top, end) = (y, y + (heights.max() ?? 0))
        var left = 0.0
        for (markup, width) in columns {
            y = top
            write(markup, left: left, width: width - Self.cellGap, isBold: isBold, isCut: true)
            left += width
        }
        y = min(end, Self.height - Self.margin) + 3
    }

    // MARK: Lines

    private func write(
        _ markup: String,
        left: Double = 0,
        width: Double? = nil,
        size: Double = Sheet.textSize,
        isBold: Bool = false,
        isCut: Bool = false
    ) {
        withLines(markup, size, isBold, width ?? (textWidth - left)) { layout, index, height, ascent in
            if isCut, y + height > Self.height - Self.margin { return }
            keepTogether(height)
            guard !isTooLong else { return }
            vitrina_pango_show_line(&pango, page, layout, index, Self.margin + left, y + ascent)
            y += height
        }
    }

    private func height(of markup: String, width: Double, isBold: Bool) -> Double {
        var sum = 0.0
        withLines(markup, Self.textSize, isBold, width) { _, _, height, _ in sum += height }
        return sum
    }

    private func withLines(
        _ markup: String,
        _ size: Double,
        _ isBold: Bool,
        _ width: Double,
        _ body: (_ layout: OpaquePointer, _ index: Int32, _ height: Double, _ ascent: Double) -> Void
    ) {
        let font = "\(Self.family) \(isBold ? "Bold " : "")\(size)"
        guard let layout = vitrina_pango_layout(&pango, page, markup, font, width) else { return }
        defer { vitrina_pango_end_layout(&pango, layout) }
        for index in 0..<vitrina_pango_line_count(&pango, layout) {
            var ascent = 0.0
            let height = vitrina_pango_line_height(&pango, layout, index, &ascent)
            body(layout, index, height, ascent)
        }
    }

    /// Begins a page unless so much fits on this one.
    private func keepTogether(_ height: Double) {
        guard y + height > Self.height - Self.margin, y > Self.margin else { return }
        vitrina_pango_next_page(&pango, page)
        pages += 1
        y = Self.margin
    }
}
