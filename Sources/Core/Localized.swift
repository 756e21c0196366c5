/// The languages of content; the first is the one that every entry has.
package enum Language: String, Sendable, CaseIterable, Codable {
    private static let headerLengthMax = 200

    case ru, en

    package static let standard = Language.ru

    /// The best supported language of an `Accept-Language` header (RFC 9110 §12.5.4).
    package init(accepting header: String?, otherwise: Language = .standard) {
        let wanted = (header ?? "").prefix(Self.headerLengthMax).split(separator: ",").map { part in
            let pieces = part.split(separator: ";")
            let tag = pieces.first?.drop(while: \.isWhitespace).prefix(2).lowercased() ?? ""
            let quality = pieces.dropFirst().compactMap { piece -> Double? in
                let trimmed = piece.filter { !$0.isWhitespace }
                return trimmed.hasPrefix("q=") ? Double(trimmed.dropFirst(2)) : nil
            }
            return (tag: tag, quality: quality.first ?? 1)
        }
        let known = wanted.compactMap { part in Language(rawValue: part.tag).map { ($0, part.quality) } }
            .filter { $0.1 > 0 }
        self =
            known.reduce(nil as (Language, Double)?) { best, next in
                if let best, best.1 >= next.1 { best } else { next }
            }?.0 ?? otherwise
    }
}

/// A text of the program itself, in every language of the console.
package struct Localized: Sendable, Hashable {
    package let ru: String
    package let en: String

    package init(_ ru: String, _ en: String) {
        self.ru = ru
        self.en = en
    }

    /// A text that is already in the right language, or has only one.
    package init(same text: String) {
        self.init(text, text)
    }

    package subscript(language: Language) -> String {
        switch language {
        case .ru: ru
        case .en: en
        }
    }
}

extension Language: JSONReadable {}
