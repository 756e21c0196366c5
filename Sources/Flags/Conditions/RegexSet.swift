import Core

/// A set of Unicode scalars: `[a-z]`, `\d`, `\pL`, `.`.
struct RegexSet: Sendable {
    enum Member: Sendable {
        case range(ClosedRange<UInt32>)
        /// Sorted, without overlaps.
        case ranges([ClosedRange<UInt32>], isNegated: Bool)
        case categories(Set<Unicode.GeneralCategory>, isNegated: Bool)
    }

    private let members: [Member]
    private let isNegated: Bool
    private let isFolded: Bool
    /// The membership of each ASCII character, as bits.
    private var ascii: (UInt64, UInt64) = (0, 0)

    init(_ members: [Member], isNegated: Bool = false, isFolded: Bool = false) {
        var members = members
        if isFolded {
            for case .range(let range) in members where range.count == 1 {
                let folded = RegexFold.fold(range.lowerBound)
                members.append(.range(folded...folded))
            }
        }
        (self.members, self.isNegated, self.isFolded) = (members, isNegated, isFolded)
        for bit in 0..<64 as Range<UInt32> {
            if isAmong(bit) { ascii.0 |= 1 << UInt64(bit) }
            if isAmong(bit + 64) { ascii.1 |= 1 << UInt64(bit) }
        }
    }

    func contains(_ scalar: UInt32) -> Bool {
        if scalar < 64 { return ascii.0 & (1 << UInt64(scalar)) != 0 }
        if scalar < 128 { return ascii.1 & (1 << UInt64(scalar - 64)) != 0 }
        return isAmong(scalar)
    }

    private func isAmong(_ scalar: UInt32) -> Bool {
        var isIn = members.contains { $0.contains(scalar) }
        if isFolded, !isIn {
            isIn = RegexFold.variants(of: scalar).contains { variant in
                members.contains { $0.contains(variant) }
            }
        }
        return isIn != isNegated
    }
}

extension RegexSet.Member {
    fileprivate func contains(_ scalar: UInt32) -> Bool {
        switch self {
        case .range(let range): range.contains(scalar)
        case .ranges(let ranges, let isNegated): ranges.contains { $0.contains(scalar) } != isNegated
        case .categories(let categories, let isNegated):
            categories.contains(Unicode.Scalar(scalar)?.properties.generalCategory ?? .unassigned)
                != isNegated
        }
    }

    /// The set named by `\pL`, `\p{Lu}` or `\p{Cyrillic}`; nil for any other name.
    static func named(_ name: String, isNegated: Bool) -> Self? {
        if name == "Any" { return .ranges([0...0x10_FFFF], isNegated: isNegated) }
        if let script = RegexScript(rawValue: name) { return .ranges(script.ranges, isNegated: isNegated) }
        let categories = Self.categories.filter {
            $0.key == name || (name.utf8.count == 1 && $0.key.hasPrefix(name))
        }
        return categories.isEmpty ? nil : .categories(Set(categories.values), isNegated: isNegated)
    }

    private static let categories: [String: Unicode.GeneralCategory] = [
        "Cc": .control, "Cf": .format, "Co": .privateUse, "Cs": .surrogate,
        "Ll": .lowercaseLetter, "Lm": .modifierLetter, "Lo": .otherLetter, "Lt": .titlecaseLetter,
        "Lu": .uppercaseLetter, "Mc": .spacingMark, "Me": .enclosingMark, "Mn": .nonspacingMark,
        "Nd": .decimalNumber, "Nl": .letterNumber, "No": .otherNumber, "Pc": .connectorPunctuation,
        "Pd": .dashPunctuation, "Pe": .closePunctuation, "Pf": .finalPunctuation,
        "Pi": .initialPunctuation, "Po": .otherPunctuation, "Ps": .openPunctuation,
        "Sc": .currencySymbol, "Sk": .modifierSymbol, "Sm": .mathSymbol, "So": .otherSymbol,
        "Zl": .lineSeparator, "Zp": .paragraphSeparator, "Zs": .spaceSeparator,
    ]

    /// `\d`, `\s` and `\w` are ASCII, as in RE2; upper case negates.
    static func perl(_ letter: Unicode.Scalar) -> Self? {
        switch letter {
        case "d": .ranges([48...57], isNegated: false)
        case "D": .ranges([48...57], isNegated: true)
        case "s": .ranges([9...10, 12...13, 32...32], isNegated: false)
        case "S": .ranges([9...10, 12...13, 32...32], isNegated: true)
        case "w": .ranges([48...57, 65...90, 95...95, 97...122], isNegated: false)
        case "W": .ranges([48...57, 65...90, 95...95, 97...122], isNegated: true)
        case _: nil
        }
    }

    /// `[:alpha:]`; nil for any other name.
    static func posix(_ name: String, isNegated: Bool) -> Self? {
        posixRanges[name].map { .ranges($0, isNegated: isNegated) }
    }

    private static let posixRanges: [String: [ClosedRange<UInt32>]] = [
        "alnum": [48...57, 65...90, 97...122], "alpha": [65...90, 97...122], "ascii": [0...127],
        "blank": [9...9, 32...32], "cntrl": [0...31, 127...127], "digit": [48...57], "graph": [33...126],
        "lower": [97...122], "print": [32...126], "punct": [33...47, 58...64, 91...96, 123...126],
        "space": [9...13, 32...32], "upper": [65...90], "word": [48...57, 65...90, 95...95, 97...122],
        "xdigit": [48...57, 65...70, 97...102],
    ]
}

/// Case folding of single scalars.
enum RegexFold {
    /// The folded scalar, equal for all cases of a letter.
    static func fold(_ scalar: UInt32) -> UInt32 {
        if scalar < 128 { return 65...90 ~= scalar ? scalar + 32 : scalar }
        return mapped(mapped(scalar, \.uppercaseMapping), \.lowercaseMapping)
    }

    static func variants(of scalar: UInt32) -> [UInt32] {
        [fold(scalar), mapped(scalar, \.uppercaseMapping), mapped(scalar, \.lowercaseMapping)]
    }

    /// The mapping if it is a single scalar, else the scalar itself.
    private static func mapped(
        _ value: UInt32,
        _ mapping: KeyPath<Unicode.Scalar.Properties, String>
    ) -> UInt32 {
        guard let scalar = Unicode.Scalar(value) else { return value }
        let mapped = scalar.properties[keyPath: mapping].unicodeScalars
        guard mapped.count == 1, let first = mapped.first else { return value }
        return first.value
    }
}
