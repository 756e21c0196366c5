/// Splits one JSON array into its objects from pieces of a file, in bounded memory, without parsing them.
package struct JSONElements {
    package struct Element: Sendable {
        /// The line of the file at which the object begins, from 1.
        package let line: Int
        package let bytes: [UInt8]
    }

    private enum State {
        case start
        /// An object must follow, or the end of an empty array.
        case first
        case next
        case object
        case afterObject
        case end
    }

    private var state = State.start
    private var bytes: [UInt8] = []
    private var depth = 0
    private var isString = false
    private var isEscaped = false
    private var line = 1
    private var objectLine = 1
    private var elements: [Element] = []

    package init() {}

    /// The objects that end within this piece; a fault if the file cannot be parsed further.
    package mutating func read(_ piece: some Collection<UInt8>) -> (elements: [Element], end: Fault?) {
        elements = []
        do throws(Fault) {
            for byte in piece {
                try take(byte)
                if byte == 0x0A { line += 1 }
            }
            return (elements, nil)
        } catch {
            return (elements, error)
        }
    }

    /// A fault if the array has not ended.
    package func finish() -> Fault? {
        switch state {
        case .end: nil
        case .start: fault("файл пуст: нужен массив JSON", "is empty; it must hold a JSON array")
        case .first, .next, .object, .afterObject: fault("массив оборван", "ends before its array does")
        }
    }

    private mutating func take(_ byte: UInt8) throws(Fault) {
        let isSpace = byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
        switch (state, byte) {
        case (.object, _): try takeWithin(byte)
        case (_, _) where isSpace: break
        case (.start, UInt8(ascii: "[")): state = .first
        case (.start, _): throw fault("нужен массив JSON", "must hold a JSON array")
        case (.first, UInt8(ascii: "]")), (.afterObject, UInt8(ascii: "]")): state = .end
        case (.first, UInt8(ascii: "{")), (.next, UInt8(ascii: "{")):
            (state, depth, objectLine) = (.object, 1, line)
            bytes = [byte]
        case (.first, _), (.next, _): throw fault("нужен объект JSON", "must have a JSON object here")
        case (.afterObject, UInt8(ascii: ",")): state = .next
        case (.afterObject, _): throw fault("нужна запятая или ]", "must have a comma or ] here")
        case (.end, _): throw fault("лишнее после массива", "has something behind the array")
        }
    }

    private mutating func takeWithin(_ byte: UInt8) throws(Fault) {
        bytes.append(byte)
        guard bytes.count <= Limits.importRowSizeMax else {
            let size = Limits.importRowSizeMax >> 20
            throw fault("запись больше \(size) МиБ", "has an object over \(size) MiB", at: objectLine)
        }
        if isString {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == CSV.quote {
                isString = false
            }
            return
        }
        switch byte {
        case CSV.quote: isString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            depth -= 1
            guard depth == 0 else { return }
            elements.append(Element(line: objectLine, bytes: bytes))
            bytes = []
            state = .afterObject
        case _: break
        }
    }

    private func fault(_ ru: String, _ en: String, at line: Int? = nil) -> Fault {
        Fault("#", ru, en).at(line: line ?? self.line, column: nil)
    }
}
