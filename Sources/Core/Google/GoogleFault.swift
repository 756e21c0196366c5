/// A failed exchange with Google.
package struct GoogleFault: Error, Sendable, Hashable {
    /// The length to which Google's reason is cut.
    private static let reasonLengthMax = 500

    package enum Kind: Sendable, Hashable {
        /// Another attempt may succeed.
        case away
        /// It will not succeed until somebody corrects something.
        case refused
        /// Somebody has published there since the last read.
        case mismatch
        /// The remote version was changed by others, and would be overwritten.
        case conflict
    }

    package let kind: Kind
    /// A sentence with its full stop.
    package let detail: Localized

    package init(_ kind: Kind, _ detail: Localized) {
        (self.kind, self.detail) = (kind, detail)
    }

    package static func refused(_ ru: String, _ en: String) -> GoogleFault {
        GoogleFault(.refused, Localized(ru, en))
    }

    package var problem: Problem {
        Problem(kind == .away ? .unavailable : .conflict, detail)
    }
}

extension GoogleFault {
    /// The fault of a response with an error status; rate limits and server errors are temporary.
    package init(status: Int, _ reason: String?, _ what: Localized) {
        let words = String(
            String.UnicodeScalarView(
                (reason ?? "").unicodeScalars.lazy.map {
                    $0.properties.generalCategory == .control ? " " : $0
                }
                .prefix(Self.reasonLengthMax)
            )
        )
        let end = words.isEmpty ? "." : ": \(words)" + (words.last?.isPunctuation == true ? "" : ".")
        self.init(
            status == 429 || status >= 500 ? .away : .refused,
            Localized("\(what.ru), код \(status)\(end)", "\(what.en), status \(status)\(end)")
        )
    }
}
