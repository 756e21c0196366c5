import Core
import Hummingbird
import NIOCore

/// The fields of an HTML form (WHATWG URL §5.1).
package struct Form: Sendable {
    private static let formFieldsMax = 6_000
    private static let backLengthMax = 4_000

    package typealias Fields = [(name: String, value: String)]

    package let fields: Fields

    package init(_ fields: Fields) {
        self.fields = fields
    }

    /// Parses `name=value&…`; throws if it is not percent-encoded UTF-8, or has too many fields.
    package init(parsing text: String) throws(Problem) {
        let pairs = text.split(separator: "&")
        guard pairs.count <= Self.formFieldsMax else { throw Self.malformed }
        var fields: Fields = []
        for pair in pairs {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let texts = parts.compactMap { $0.replacing("+", with: " ").percentDecoded }
            guard texts.count == parts.count, let name = texts.first else { throw Self.malformed }
            // Browsers send line breaks as CRLF.
            fields.append((name, (texts.dropFirst().first ?? "").replacing("\r\n", with: "\n")))
        }
        self.fields = fields
    }

    private static let malformed = Problem(
        .malformed,
        Localized("Форму не разобрать.", "The form cannot be understood.")
    )

    /// The last value of a field; nil if it is absent.
    package subscript(name: String) -> String? { fields.last { $0.name == name }?.value }

    package func all(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

    /// The path to continue with: a safe `back` of this server, or the other one.
    package func back(_ otherwise: String) -> String {
        guard let back = self["back"], back.hasPrefix("/"), !back.hasPrefix("//"), !back.contains("\\"),
            back.utf8.count <= Self.backLengthMax, back.utf8.allSatisfy({ 0x20 < $0 && $0 < 0x7F })
        else { return otherwise }
        return back
    }
}

extension Request {
    /// The form fields in the query of the URL; empty if they cannot be parsed.
    package var asked: Form { (try? Form(parsing: uri.query ?? "")) ?? Form([]) }

    /// The form fields in the body.
    package func form() async throws -> Form {
        let buffer: ByteBuffer
        do {
            buffer = try await body.collect(upTo: Limits.bodySizeMax)
        } catch is NIOTooManyBytesError {
            throw Problem(.tooLarge, Localized("Форма слишком большая.", "The form is too large."))
        }
        return try Form(parsing: String(decoding: buffer.readableBytesView, as: UTF8.self))
    }
}
