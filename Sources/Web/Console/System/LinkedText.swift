import Core

/// A plain text with its web addresses as links.
struct LinkedText {
    let parts: [(text: String, isLink: Bool)]

    /// An address with a masked part leads nowhere, so it is not a link.
    init(_ text: String) {
        var parts: [(text: String, isLink: Bool)] = []
        var plain = ""
        var rest = text[...]
        while let start = rest.firstRange(of: /https?:\/\//)?.lowerBound {
            plain += rest[..<start]
            var link = rest[start...].prefix { !$0.isWhitespace && !"<>\"'«»".contains($0) }
            // Punctuation at the end of a sentence is not a part of the address.
            while let last = link.last, ".,;:!?)".contains(last) { link.removeLast() }
            if link.contains("•") {
                plain += link
            } else {
                if !plain.isEmpty { parts.append((plain, false)) }
                parts.append((String(link), true))
                plain = ""
            }
            rest = rest[link.endIndex...]
        }
        plain += rest
        if !plain.isEmpty { parts.append((plain, false)) }
        self.parts = parts
    }

    var json: JSON {
        .array(
            parts.map { part in
                ["words": .string(part.text), "link": .string(part.isLink ? part.text : "")]
            }
        )
    }
}
