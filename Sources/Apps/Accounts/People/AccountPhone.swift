import Core

/// A phone of this app: ten digits without the country code (accounts.md section 2).
struct AccountPhone: Sendable, Hashable {
    /// Ten digits: `9067098559`.
    let digits: String

    /// Parses any form; nil unless ten digits remain.
    ///
    /// Drops brackets, spaces, dashes, and a 7 or 8 before ten digits. An unescaped `+` arrives as a space, which is
    /// dropped as well.
    init?(_ text: String) {
        guard text.utf8.count <= 60 else { return nil }
        var bare = String.UnicodeScalarView(text.unicodeScalars.filter { !Self.separators.contains($0) })
        if bare.first == "+" { bare.removeFirst() }
        if bare.count == 11, let first = bare.first, "78".unicodeScalars.contains(first) {
            bare.removeFirst()
        }
        guard bare.count == 10, bare.allSatisfy({ "0"..."9" ~= $0 }) else { return nil }
        digits = String(bare)
    }

    /// The phone in the form for codes and the gateway: `+79067098559`.
    var international: String { "+7\(digits)" }

    /// A masked form that its owner recognizes: `+7 906 ***-**-59`.
    var masked: String { "+7 \(digits.prefix(3)) ***-**-\(digits.suffix(2))" }

    private static let separators: Set<Unicode.Scalar> = [
        "(", ")", " ", "-", ",", ";", ".", "\t", "\u{A0}", "\u{2011}", "\u{2013}",
    ]
}
