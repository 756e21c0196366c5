/// Collects the text of one paragraph or heading, with white space as a browser shows it.
struct RichTextRuns {
    /// The style of the text to come.
    var style = RichTextPiece.Style()
    private var runs: [RichTextPiece.Run] = []
    private var current: [UInt8] = []
    private var currentStyle = RichTextPiece.Style()
    /// True if more white space would not show.
    private var isAfterSpace = true

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        if style != currentStyle { endRun() }
        currentStyle = style
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            switch (byte, rest.first ?? 0) {
            case (0x09, _), (0x0A, _), (0x0C, _), (0x0D, _), (0x20, _): appendCollapsed()
            case (0..<0x20, _), (0x7F, _): break
            // A C1 control in UTF-8.
            case (0xC2, 0x80...0x9F): rest.removeFirst()
            case (_, _):
                current.append(byte)
                isAfterSpace = false
            }
        }
    }

    mutating func appendSpace() {
        if style != currentStyle { endRun() }
        currentStyle = style
        appendCollapsed()
    }

    mutating func appendLineBreak() {
        endRun()
        trimEnd(isBreakKept: true)
        // A line break before any text would not survive the trimming at the end.
        if !runs.isEmpty { runs.append(.lineBreak) }
        isAfterSpace = true
    }

    /// The collected runs without white space around them; nil if there are none.
    mutating func take() -> [RichTextPiece.Run]? {
        endRun()
        trimEnd(isBreakKept: false)
        defer {
            runs = []
            isAfterSpace = true
        }
        return runs.isEmpty ? nil : runs
    }

    private mutating func appendCollapsed() {
        guard !isAfterSpace else { return }
        current.append(UInt8(ascii: " "))
        isAfterSpace = true
    }

    private mutating func endRun() {
        guard !current.isEmpty else { return }
        if case .text(var bytes, currentStyle)? = runs.last {
            runs.removeLast()
            bytes += current
            runs.append(.text(bytes, currentStyle))
        } else {
            runs.append(.text(current, currentStyle))
        }
        current = []
    }

    private mutating func trimEnd(isBreakKept: Bool) {
        while let last = runs.last {
            switch last {
            case .lineBreak:
                if isBreakKept { return }
                runs.removeLast()
            case .text(var bytes, let style):
                guard bytes.last == UInt8(ascii: " ") else { return }
                runs.removeLast()
                bytes.removeLast()
                if !bytes.isEmpty { runs.append(.text(bytes, style)) }
            }
        }
    }
}
