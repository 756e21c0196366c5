import Core
import HTTPTypes
import Hummingbird
import NIOCore
import Storage
import Web

/// The body of a request to the accounts app: a form, a form with files, or JSON (A1–A6).
///
/// Names are case-insensitive, the last of two equal names counts, and a blank value counts as absent.
struct AccountBody: Sendable {
    private static let fieldsMax = 60
    private static let fieldNameLengthMax = 60

    private let fields: [String: String]
    /// JSON members that are not a text, a number or a boolean.
    private let odd: Set<String>
    let files: [MultipartForm.File]

    /// Throws `.tooLarge` for more than `max` bytes, before reading if the request declares its length.
    init(_ request: Request, max: Int = Limits.accountBodySizeMax) async throws {
        if MultipartForm.isSent(by: request) {
            let form = try await MultipartForm(request, max: max)
            try self.init(form.fields.fields, files: form.files)
            return
        }
        guard (request.headers[.contentLength].flatMap { Int($0) } ?? 0) <= max else { throw Self.tooLarge }
        let bytes: ByteBuffer
        do {
            bytes = try await request.body.collect(upTo: max)
        } catch is NIOTooManyBytesError {
            throw Self.tooLarge
        }
        let view = bytes.readableBytesView
        let type = request.headers[.contentType]?.lowercased() ?? ""
        let isForm = type.hasPrefix("application/x-www-form-urlencoded")
        if type.contains("json") || !isForm && first(view) == UInt8(ascii: "{") {
            try self.init(json: view)
        } else {
            guard let text = String(validating: view, as: UTF8.self) else { throw Self.malformed }
            try self.init(try Form(parsing: text).fields)
        }
    }

    private init(json bytes: ByteBufferView) throws {
        guard first(bytes) != nil else {
            try self.init([])
            return
        }
        let json: JSON
        do {
            json = try JSON(parsing: bytes)
        } catch {
            throw Self.malformed
        }
        // JSON loses the order of members, so of two equal names neither is the last.
        guard case .object(let members) = json,
            Set(members.keys.map { $0.lowercased() }).count == members.count
        else { throw Self.malformed }
        var (fields, odd) = ([(name: String, value: String)](), Set<String>())
        for (name, value) in members {
            switch value {
            case .null: break
            case .bool(let bool): fields.append((name, bool ? "true" : "false"))
            case .integer(let number): fields.append((name, String(number)))
            case .string(let text): fields.append((name, text))
            case .decimal, .array, .object: odd.insert(name.lowercased())
            }
        }
        try self.init(fields, odd: odd)
    }

    init(
        _ fields: [(name: String, value: String)],
        odd: Set<String> = [],
        files: [MultipartForm.File] = []
    ) throws(Problem) {
        guard fields.count <= Self.fieldsMax else { throw Self.malformed }
        var known: [String: String] = [:]
        for (name, value) in fields where name.utf8.count <= Self.fieldNameLengthMax {
            known[name.lowercased()] = value
        }
        (self.fields, self.odd, self.files) = (known, odd, files)
    }

    /// The first of the fields that has a value, as one trimmed line; nil if none has.
    func text(_ names: String..., lengthMax: Int) throws(Problem) -> String? {
        for name in names {
            guard let value = try value(name) else { continue }
            let trimmed = value.trimmed
            guard !trimmed.isEmpty else { continue }
            let isPlain = trimmed.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
            guard isPlain, trimmed.unicodeScalars.count <= lengthMax else { throw Self.wrong(name) }
            return trimmed
        }
        return nil
    }

    /// A text of several lines.
    func lines(_ name: String, lengthMax: Int) throws(Problem) -> String? {
        guard let value = try value(name) else { return nil }
        let trimmed = value.trimmed
        guard !trimmed.isEmpty else { return nil }
        let isPlain = trimmed.unicodeScalars.allSatisfy {
            $0.properties.generalCategory != .control || $0 == "\n" || $0 == "\t"
        }
        guard isPlain, trimmed.unicodeScalars.count <= lengthMax else { throw Self.wrong(name) }
        return trimmed
    }

    /// A password exactly as typed; nil if it is blank.
    func secret(_ name: String) throws(Problem) -> String? {
        guard let value = try value(name), value.contains(where: { !$0.isWhitespace }) else { return nil }
        guard value.utf8.count <= 4 * Limits.passwordLengthMax else { throw Self.wrong(name) }
        return value
    }

    func bool(_ name: String) throws(Problem) -> Bool {
        guard let text = try text(name, lengthMax: 10) else { return false }
        switch text.lowercased() {
        case "true", "1", "yes", "on": return true
        case "false", "0", "no", "off": return false
        case _: throw Self.wrong(name)
        }
    }

    private func value(_ name: String) throws(Problem) -> String? {
        let name = name.lowercased()
        guard !odd.contains(name) else { throw Self.wrong(name) }
        return fields[name]
    }

    private static let malformed = Problem(
        .malformed,
        Localized("Запрос не разобрать", "The request cannot be understood")
    )
    private static let tooLarge = Problem(
        .tooLarge,
        Localized("Запрос слишком большой", "The request is too large")
    )

    static func wrong(_ name: String) -> Problem {
        AccountRefusal.refusal("Неверное значение поля \(name)")
    }
}

/// The first byte that is not white space.
private func first(_ bytes: ByteBufferView) -> UInt8? {
    bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
}
