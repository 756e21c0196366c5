import Storage

/// Knows the names of time zones (IANA), and remembers those it has looked up.
struct TimeZoneNames {
    private static let lengthMax = 60
    private static let rememberedMax = 1_000

    private var known: [String: Bool] = [:]

    /// A name such as `Europe/Moscow` or `UTC`; never an offset or an abbreviation.
    mutating func contains(_ name: String) -> Bool {
        if let isKnown = known[name] { return isKnown }
        let isName =
            name.utf8.count <= Self.lengthMax && !name.hasPrefix("/") && !name.contains("..")
            && name.utf8.allSatisfy { $0 < 0x80 && Character(UnicodeScalar($0)).isNameCharacter }
        let isKnown =
            isName && (name.contains("/") || name == "UTC" || name == "GMT")
            && Zone.exists(name)
        if known.count < Self.rememberedMax { known[name] = isKnown }
        return isKnown
    }
}

extension Character {
    fileprivate var isNameCharacter: Bool {
        isLetter || isNumber || self == "/" || self == "_" || self == "-" || self == "+"
    }
}
