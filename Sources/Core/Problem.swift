/// An error in the words of the client; the only error that crosses module boundaries.
package struct Problem: Error, Sendable, Hashable {
    package enum Kind: String, Sendable, CaseIterable {
        /// The request is not well-formed.
        case malformed
        /// Fields, rules or filters are invalid; the only kind that carries faults.
        case invalid
        /// There is no signed-in user.
        case unauthenticated
        /// The client is known, and lacks the permission.
        case forbidden
        case notFound = "not-found"
        case methodNotAllowed = "method-not-allowed"
        /// The version that the change was made from is no longer the newest.
        case stale
        /// The change does not name the version that it was made from.
        case unconditional
        /// A unique value is taken, or something is still referred to.
        case conflict
        case tooLarge = "too-large"
        /// Too many attempts or requests.
        case limited
        /// The database is busy or unreachable; the same request may succeed later.
        case unavailable
        /// An internal error; logged with the request id, never shown.
        case unexpected
    }

    package let kind: Kind
    /// One sentence or two, with a full stop.
    package let detail: Localized
    package let faults: [Fault]
    /// For `.stale`: the current state.
    package let current: JSON?
    /// For `.limited` and `.unavailable`: seconds to wait.
    package let retryAfter: Int?
    /// The code of this problem in the contract of an app; only that app receives it.
    package let code: Int64?

    package init(
        _ kind: Kind,
        _ detail: Localized,
        faults: [Fault] = [],
        current: JSON? = nil,
        retryAfter: Int? = nil,
        code: Int64? = nil
    ) {
        self.kind = kind
        self.detail = detail
        self.faults = faults
        self.current = current
        self.retryAfter = retryAfter
        self.code = code
    }

    package static func invalid(_ faults: [Fault]) -> Problem {
        Problem(
            .invalid,
            Localized(
                "\(faults.count) \(plural(faults.count, "поле", "поля", "полей")) с ошибкой.",
                faults.count == 1 ? "1 field is not valid." : "\(faults.count) fields are not valid."
            ),
            faults: faults
        )
    }

    package static func notFound(_ what: Localized) -> Problem {
        Problem(.notFound, what)
    }
}

/// The fault of one value; it completes the sentence "*name* …".
package struct Fault: Error, Sendable, Hashable {
    /// A JSON pointer into the body as a fragment (RFC 6901 §6): `#/title/en`.
    package let pointer: String
    package let detail: Localized
    /// The line of an uploaded file, from 1.
    package private(set) var line: Int?
    /// The column of an uploaded table, or the member of an object.
    package private(set) var column: String?

    package init(_ pointer: String, _ detail: Localized) {
        self.pointer = pointer
        self.detail = detail
    }

    package init(_ pointer: String, _ ru: String, _ en: String) {
        self.init(pointer, Localized(ru, en))
    }

    /// The same fault, located in a file.
    package func at(line: Int?, column: String?) -> Fault {
        var fault = self
        (fault.line, fault.column) = (line, column)
        return fault
    }

    package func json(in language: Language) -> JSON {
        var members: [String: JSON] = ["pointer": .string(pointer), "detail": .string(detail[language])]
        if let line { members["line"] = .integer(Int64(line)) }
        if let column { members["column"] = .string(column) }
        return .object(members)
    }
}

/// The Russian form of a noun after a number: 1 поле, 2 поля, 5 полей.
package func plural(_ count: Int, _ one: String, _ few: String, _ many: String) -> String {
    let (tens, ones) = (abs(count % 100), abs(count % 10))
    return switch (tens, ones) {
    case (11...14, _): many
    case (_, 1): one
    case (_, 2...4): few
    case (_, _): many
    }
}

extension StringProtocol {
    /// At most 80 code points, as messages quote a text; a single character may have millions.
    package var clipped: String { String(String.UnicodeScalarView(unicodeScalars.prefix(80))) }
}

extension String {
    /// The text as a part of a JSON pointer (RFC 6901 §3).
    package var pointerPart: String { replacing("~", with: "~0").replacing("/", with: "~1") }
}

extension Fault: JSONReadable {
    package init(json: JSON) throws(Fault) {
        self.init(try json.get("pointer"), try json.get("detail", as: Localized.self))
        self = at(line: try json.get("line"), column: try json.get("column"))
    }
}
