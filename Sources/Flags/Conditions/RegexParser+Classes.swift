import Core

// Classes and escapes.
extension RegexParser {
    /// Parses `\…` outside of brackets.
    mutating func escape() throws(ConditionFault) -> RegexNode {
        let start = index
        if let set = try namedSet() { return node(RegexSet([set], isFolded: flags.isFolded)) }
        let assertion: RegexAssertion? =
            switch scalar(1) {
            case "A": .textStart
            case "z": .textEnd
            case "b": .wordBoundary
            case "B": .noWordBoundary
            case _: nil
            }
        if let assertion {
            index = start + 2
            return .assertion(assertion)
        }
        return literal(try escapedScalar())
    }

    /// Parses `\d`, `\pL`, `\P{Cyrillic}`; nil for anything else.
    private mutating func namedSet() throws(ConditionFault) -> RegexSet.Member? {
        guard next == "\\", let letter = scalar(1) else { return nil }
        let start = index
        if let set = RegexSet.Member.perl(letter) {
            index += 2
            return set
        }
        guard letter == "p" || letter == "P" else { return nil }
        index += 2
        var isNegated = letter == "P"
        var name = ""
        if take("{") {
            if take("^") { isNegated.toggle() }
            while let scalar = next, scalar != "}" {
                name.unicodeScalars.append(scalar)
                index += 1
            }
            index = min(index + 1, scalars.count)
        } else if let scalar = next {
            name.unicodeScalars.append(scalar)
            index += 1
        }
        guard let set = RegexSet.Member.named(name, isNegated: isNegated) else {
            throw fault("нет такого класса знаков", "there is no such class of characters", start..<index)
        }
        return set
    }

    private mutating func escapedScalar() throws(ConditionFault) -> Unicode.Scalar {
        let start = index
        index += 1
        guard let scalar = next else {
            throw fault("после \\ ничего нет", "nothing follows the backslash", start..<(start + 1))
        }
        index += 1
        switch scalar {
        case "a": return "\u{07}"
        case "f": return "\u{0C}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "v": return "\u{0B}"
        case "x": return try hexadecimal(start)
        case "0": return octal(0)
        case "1"..."7":
            if let digit = next, "0"..."7" ~= digit { return octal(scalar.value - 48) }
        case _:
            let isLetter = scalar.properties.isAlphabetic || "0"..."9" ~= scalar
            if scalar.isASCII, !isLetter { return scalar }
        }
        if "1"..."9" ~= scalar {
            throw fault(
                "ссылки на группы не поддерживаются",
                "references to groups are not supported",
                start..<index
            )
        }
        throw fault("такого знака с \\ нет", "there is no such escape", start..<index)
    }

    private mutating func octal(_ first: UInt32) -> Unicode.Scalar {
        var value = first
        for _ in 0..<2 {
            guard let digit = next, "0"..."7" ~= digit else { break }
            value = value * 8 + digit.value - 48
            index += 1
        }
        // At most 0o777, which is a scalar.
        return Unicode.Scalar(value) ?? "\0"
    }

    /// Parses `\x41` or `\x{1F600}`.
    private mutating func hexadecimal(_ start: Int) throws(ConditionFault) -> Unicode.Scalar {
        let isBraced = take("{")
        var digits = ""
        while let scalar = next, digits.utf8.count < (isBraced ? 6 : 2), scalar.properties.isASCIIHexDigit {
            digits.unicodeScalars.append(scalar)
            index += 1
        }
        guard isBraced ? take("}") : digits.utf8.count == 2, let value = UInt32(digits, radix: 16),
            let scalar = Unicode.Scalar(value)
        else {
            throw fault("неверный код знака", "the code of the character is malformed", start..<(index + 1))
        }
        return scalar
    }

    /// Parses `[a-z\d[:alpha:]]`.
    mutating func bracket() throws(ConditionFault) -> RegexSet {
        let start = index
        index += 1
        let isNegated = take("^")
        var members: [RegexSet.Member] = []
        while members.isEmpty || next != "]" {
            guard next != nil else {
                throw fault("нет закрывающей ]", "the class is not closed", start..<(start + 1))
            }
            members.append(try member())
        }
        index += 1
        return RegexSet(members, isNegated: isNegated, isFolded: flags.isFolded)
    }

    private mutating func member() throws(ConditionFault) -> RegexSet.Member {
        let start = index
        if let set = try posix() { return set }
        if let set = try namedSet() { return set }
        let low = try bound()
        guard next == "-", let after = scalar(1), after != "]" else { return .range(low.value...low.value) }
        index += 1
        let high = try bound()
        guard low <= high else {
            throw fault("диапазон задом наперёд", "the range is reversed", start..<index)
        }
        return .range(low.value...high.value)
    }

    private mutating func bound() throws(ConditionFault) -> Unicode.Scalar {
        guard let scalar = next else {
            throw fault("нет закрывающей ]", "the class is not closed", index..<index)
        }
        if scalar == "\\" { return try escapedScalar() }
        index += 1
        return scalar
    }

    /// Parses `[:alpha:]` or `[:^alpha:]`; nil if no `:]` follows.
    private mutating func posix() throws(ConditionFault) -> RegexSet.Member? {
        let start = index
        guard take("[:"), let end = scalars.indices[index...].first(where: { isPosixEnd($0) }) else {
            index = start
            return nil
        }
        let isNegated = take("^")
        var name = String.UnicodeScalarView()
        if index < end { name.append(contentsOf: scalars[index..<end]) }
        index = end + 2
        guard let set = RegexSet.Member.posix(String(name), isNegated: isNegated) else {
            throw fault("нет такого класса знаков", "there is no such class of characters", start..<index)
        }
        return set
    }

    private func isPosixEnd(_ place: Int) -> Bool {
        scalars[place...].starts(with: ":]".unicodeScalars)
    }
}
