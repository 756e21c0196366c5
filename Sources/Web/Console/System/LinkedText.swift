import Core

/// A plain text whose web addresses can be followed.
struct LinkedText {
    let parts: [(text: String, isLink: Bool)]

    /// An address with a part that is hidden leads nowhere, so it is no link.
    init(_ text: String) {
        var parts: [(text: String, isLink: Bool)] = []
        var plain = ""
        var rest = text[...]
        while let start = rest.firstRange(of: /https?:\/\//)?.lowerBound {
            plain += rest[..<start]
            var link = rest[start...].prefix { !$0.isWhitespace && !"<>\"'«»".contains($0) }
            // What ends a sentence is no part of it.
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
