/// Why nothing went to Google or came from there.
package struct GoogleFault: Error, Sendable, Hashable {
    /// How much is kept of what they say went wrong.
    private static let reasonLengthMax = 500

    package enum Kind: Sendable, Hashable {
        /// Another attempt may go better.
        case away
        /// It will not, until somebody mends something.
        case refused
        /// Somebody has published there meanwhile.
        case mismatch
        /// What stands there was changed by others, and would be lost.
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
    /// What an answer that is no success says; limits and faults of theirs pass.
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
