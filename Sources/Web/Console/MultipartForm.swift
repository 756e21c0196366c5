import Core
import HTTPTypes
import Hummingbird
import NIOCore
import Storage

/// A form with files as a browser sends it (RFC 7578); the files are spooled to disk.
package struct MultipartForm: Sendable {
    package static let partSizeMax = 64 << 10
    package static let filesMax = 20
    /// The size of a form with all its files.
    package static let sizeMax = Limits.importSizeMax + (1 << 20)

    package struct File: Sendable {
        package let field: String
        package let name: String
        package let size: Int
        package let spool: Spool
    }

    package let fields: Form
    package let files: [File]

    /// True if the request contains such a form.
    package static func isSent(by request: Request) -> Bool {
        request.headers[.contentType]?.lowercased().hasPrefix("multipart/form-data") == true
    }

    /// Throws `.tooLarge` for more than `max` bytes, before they are read if the request declares its size.
    package init(_ request: Request, max: Int = Self.sizeMax) async throws {
        guard let type = request.headers[.contentType], var parser = MultipartParser(contentType: type) else {
            throw MultipartParser.malformed
        }
        let told = request.headers[.contentLength].flatMap { Int($0) } ?? 0
        guard told <= max else { throw MultipartParser.tooLarge }
        var (fields, files) = ([(name: String, value: String)](), [File]())
        var (part, text, spool, size) = (nil as MultipartParser.Part?, [UInt8](), nil as Spool?, 0)
        var total = 0
        for try await buffer in request.body {
            // Bytes before the first part and after the last count too, although they are dropped.
            total += buffer.readableBytes
            guard total <= max else { throw MultipartParser.tooLarge }
            for event in try parser.feed(buffer.readableBytesView) {
                switch event {
                case .begin(let new):
                    (part, text, spool, size) = (new, [], nil, 0)
                    if new.fileName != nil { spool = try Spool() }
                case .data(let bytes):
                    size += bytes.count
                    if let spool {
                        try await spool.append(bytes)
                    } else {
                        text += bytes
                        guard text.count <= Self.partSizeMax else { throw MultipartParser.tooLarge }
                    }
                case .end:
                    guard let done = part else { continue }
                    if let spool, let name = done.fileName {
                        if size > 0 {
                            files.append(File(field: done.name, name: name, size: size, spool: spool))
                        }
                    } else {
                        guard let value = String(validating: text, as: UTF8.self) else {
                            throw MultipartParser.malformed
                        }
                        fields.append((done.name, value.replacing("\r\n", with: "\n")))
                    }
                    guard files.count <= Self.filesMax else { throw MultipartParser.tooManyFiles }
                }
            }
        }
        guard parser.isFinished else { throw MultipartParser.malformed }
        (self.fields, self.files) = (Form(fields), files)
    }
}

/// Parses such a form incrementally; it holds no more than the head of a part and a piece of its body.
struct MultipartParser: Sendable {
    /// The number of parts in a form with files, and the size of the head of a part.
    static let partsMax = 60
    static let partHeadSizeMax = 8 << 10
    /// The length of the name of a form field, in bytes.
    static let nameSizeMax = 200

    struct Part: Sendable, Hashable {
        let name: String
        /// The name of the file; nil for a field.
        let fileName: String?
    }

    enum Event: Sendable, Hashable {
        case begin(Part)
        case data([UInt8])
        case end
    }

    private enum State { case preamble, border, head, body, finished }

    private let border: [UInt8]
    private var state = State.preamble
    // The first boundary may come at the very beginning, without a line break before it.
    private var rest: [UInt8] = [0x0D, 0x0A]
    private var count = 0

    /// Nil if the header names no boundary.
    init?(contentType: String) {
        let parts = contentType.split(separator: ";").dropFirst().map { $0.drop { $0 == " " } }
        guard let parameter = parts.first(where: { $0.lowercased().hasPrefix("boundary=") }) else {
            return nil
        }
        let boundary = parameter.dropFirst("boundary=".count).filter { $0 != "\"" }
        // RFC 2046 §5.1.1 allows at most 70 characters.
        guard 1...70 ~= boundary.utf8.count else { return nil }
        border = Array("\r\n--\(boundary)".utf8)
    }

    var isFinished: Bool { state == .finished }

    mutating func feed(_ bytes: some Collection<UInt8>) throws(Problem) -> [Event] {
        rest += bytes
        var events: [Event] = []
        while let isMore = try step(&events) { if !isMore { break } }
        return events
    }

    /// False if more bytes are needed; nil at the end.
    private mutating func step(_ events: inout [Event]) throws(Problem) -> Bool? {
        switch state {
        case .finished:
            rest = []
            return nil
        case .preamble:
            return pass(into: &events, isBody: false)
        case .border:
            guard rest.count >= 2 else { return false }
            if rest.starts(with: "--".utf8) {
                state = .finished
                return nil
            }
            guard rest.starts(with: "\r\n".utf8) else { throw Self.malformed }
            state = .head
            return true
        case .head: return try head(&events)
        case .body:
            return pass(into: &events, isBody: true)
        }
    }

    /// Advances to the next boundary.
    private mutating func pass(into events: inout [Event], isBody: Bool) -> Bool {
        let place = Self.place(of: border, in: rest)
        let end = place ?? max(0, rest.count - border.count + 1)
        if isBody, end > 0 { events.append(.data(Array(rest[..<end]))) }
        rest.removeFirst(end)
        guard place != nil else { return false }
        if isBody { events.append(.end) }
        rest.removeFirst(border.count)
        state = .border
        return true
    }

    private mutating func head(_ events: inout [Event]) throws(Problem) -> Bool {
        let end = Self.place(of: Array("\r\n\r\n".utf8), in: rest)
        // The limit does not depend on how the head is cut into pieces.
        guard end ?? rest.count <= Self.partHeadSizeMax else { throw Self.longHead }
        guard let end else { return false }
        guard let head = String(validating: rest[..<end], as: UTF8.self) else { throw Self.malformed }
        rest.removeFirst(end + 4)
        count += 1
        guard count <= Self.partsMax else { throw Self.tooManyParts }
        let line = head.split(whereSeparator: \.isNewline).first {
            $0.lowercased().hasPrefix("content-disposition:")
        }
        let parameters = line.map(Self.parameters) ?? [:]
        guard let name = parameters["name"], !name.isEmpty else { throw Self.malformed }
        guard name.utf8.count <= Self.nameSizeMax else { throw Self.longHead }
        events.append(.begin(Part(name: name, fileName: parameters["filename"])))
        state = .body
        return true
    }

    /// The parameters of a header by name.
    ///
    /// The form is `name="…"`, in which browsers write quotation marks as `%22`, or `name=…` (RFC 9110 §5.6.6).
    private static func parameters(of line: Substring) -> [String: String] {
        var parameters: [String: String] = [:]
        var rest = line.drop { $0 != ";" }
        while !rest.isEmpty {
            rest = rest.dropFirst().drop(while: \.isWhitespace)
            let name = rest.prefix { $0 != "=" && $0 != ";" }
            rest = rest[name.endIndex...]
            guard rest.first == "=" else { continue }
            rest.removeFirst()
            let isQuoted = rest.first == "\""
            if isQuoted { rest.removeFirst() }
            let value = rest.prefix { $0 != (isQuoted ? "\"" : ";") }
            rest = rest[value.endIndex...].drop { $0 != ";" }
            let text =
                isQuoted
                ? String(value).replacing("%22", with: "\"") : value.trimmed
            // The first of two equal names counts.
            if parameters[name.lowercased()] == nil { parameters[name.lowercased()] = text }
        }
        return parameters
    }

    private static func place(of pattern: [UInt8], in bytes: [UInt8]) -> Int? {
        guard let first = pattern.first, bytes.count >= pattern.count else { return nil }
        var from = 0
        while let start = bytes[from...].firstIndex(of: first) {
            guard start + pattern.count <= bytes.count else { return nil }
            if bytes[start..<start + pattern.count].elementsEqual(pattern) { return start }
            from = start + 1
        }
        return nil
    }

    static let malformed = Problem(
        .malformed,
        Localized("Форму с файлом не разобрать.", "The form with the file cannot be understood.")
    )
    static let tooLarge = Problem(.tooLarge, Localized("Форма слишком большая.", "The form is too large."))
    static let longHead = Problem(
        .malformed,
        Localized(
            "У части формы слишком длинное название.",
            "The name of a part of the form is too long."
        )
    )
    static let tooManyParts = Problem(
        .tooLarge,
        Localized(
            "В форме больше \(Self.partsMax) частей.",
            "The form has over \(Self.partsMax) parts."
        )
    )
    static let tooManyFiles = Problem(
        .tooLarge,
        Localized(
            "За раз можно загрузить не больше \(MultipartForm.filesMax) файлов.",
            "No more than \(MultipartForm.filesMax) files can be uploaded at once."
        )
    )
}

/// Reads a spool from its beginning, piece by piece.
private actor SpoolPieces {
    private let spool: Spool
    private var offset = 0

    init(_ spool: Spool) { self.spool = spool }

    func next() async throws -> ByteBuffer? {
        let piece = try await spool.piece(at: offset)
        offset += piece.count
        return piece.isEmpty ? nil : ByteBuffer(bytes: piece)
    }
}

extension RequestBody {
    /// A file that is spooled to disk.
    init(_ spool: Spool) {
        let pieces = SpoolPieces(spool)
        self.init(asyncSequence: AsyncThrowingStream(unfolding: { try await pieces.next() }))
    }
}
