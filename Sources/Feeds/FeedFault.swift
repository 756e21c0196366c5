import Core

/// A fault at one place of a feed.
package struct FeedFault: Error, Sendable, Hashable {
    package enum Severity: String, Sendable, CaseIterable {
        /// The feed cannot be taken in.
        case error
        /// The feed can be taken in; the value is left out, or the data is doubtful.
        case warning
    }

    /// Characters of a value that are shown.
    static let valueLengthMax = 60

    package let reason: Reason
    /// The file within the feed, or the archive itself.
    package let file: String
    /// The line of the file, from 1, of the row or of the JSON value.
    package let line: Int?
    /// The column of a table, or the JSON pointer (RFC 6901) of a value; empty for a whole row or file.
    package let field: String
    /// As it stands in the file, shortened.
    package let value: String

    package init(_ reason: Reason, file: String, line: Int? = nil, field: String = "", value: String = "") {
        self.reason = reason
        self.file = file
        self.line = line
        self.field = field
        self.value =
            value.count > Self.valueLengthMax ? value.prefix(Self.valueLengthMax) + "…" : value
    }

    package var severity: Severity { reason.severity }
    package var detail: Localized { reason.detail }

    package func json(in language: Language) -> JSON {
        var members: [String: JSON] = [
            "code": .string(reason.code), "severity": .string(severity.rawValue), "file": .string(file),
            "field": .string(field),
            "value": .string(value), "detail": .string(detail[language]),
        ]
        if let line { members["line"] = .integer(Int64(line)) }
        return .object(members)
    }
}

extension FeedFault {
    /// The kind of a fault: one of the constants of this type, which are declared by subject.
    package struct Reason: Sendable, Hashable {
        /// Stays the same from version to version: `missing-value`.
        package let code: String
        package let severity: Severity
        /// One clause without a full stop.
        package let detail: Localized

        init(_ code: String, _ severity: Severity, _ ru: String, _ en: String) {
            self.code = code
            self.severity = severity
            detail = Localized(ru, en)
        }
    }
}
