import Core

/// Parses an expression of the grammar in remote-config.md section 5: clauses joined by `&&`.
struct ConditionParser {
    let scalars: [Unicode.Scalar]
    var index = 0
    /// The room for the automata of patterns.
    var statesLeft: Int

    /// A quoted text with its range, quotes included.
    struct Quoted {
        let text: String
        let range: Range<Int>
    }

    init(_ text: String, statesLeft: Int) {
        self.statesLeft = statesLeft
        scalars = Array(text.unicodeScalars)
    }

    mutating func parse() throws(ConditionFault) -> [ConditionClause] {
        guard scalars.count <= Limits.flagExpressionLengthMax else {
            let max = Limits.flagExpressionLengthMax
            throw ConditionFault(max..<scalars.count, "не длиннее \(max) знаков", "at most \(max) characters")
        }
        var clauses = [try clause()]
        while true {
            skipSpace()
            guard next != nil else { return clauses }
            try and()
            guard clauses.count < Limits.flagClausesMax else {
                let max = Limits.flagClausesMax
                throw ConditionFault(
                    index..<scalars.count,
                    "в одном выражении не больше \(max) условий",
                    "one expression has at most \(max) clauses"
                )
            }
            clauses.append(try clause())
        }
    }

    // MARK: Between clauses

    private mutating func and() throws(ConditionFault) {
        if take("&&") { return }
        try refuseOthers()
        throw unexpected("между условиями ставится &&", "clauses are joined by &&")
    }

    /// Reports a known but unsupported operator more precisely than as unexpected (R47).
    private func refuseOthers() throws(ConditionFault) {
        switch next {
        case "|":
            throw unexpected(
                "«или» (||) здесь нельзя: перечислите значения списком или заведите несколько условий",
                "OR (||) is not allowed here: list the values, or use several conditions"
            )
        case "!" where scalar(1) != "=":
            throw unexpected(
                "«не» (!) здесь нельзя: возьмите обратный оператор, например != или notContains",
                "NOT (!) is not allowed here: use a negative operator such as != or notContains"
            )
        case "(":
            throw unexpected(
                "скобки для группировки здесь нельзя",
                "grouping parentheses are not allowed here"
            )
        case _: break
        }
    }

    private mutating func clause() throws(ConditionFault) -> ConditionClause {
        skipSpace()
        guard next != nil else { throw unexpected("здесь нужно условие", "a clause is missing") }
        try refuseOthers()
        let start = index
        let test = try test()
        return ConditionClause(test, start..<index)
    }
}

// MARK: Tokens

extension ConditionParser {
    var next: Unicode.Scalar? { scalar(0) }

    func scalar(_ ahead: Int) -> Unicode.Scalar? {
        index + ahead < scalars.count ? scalars[index + ahead] : nil
    }

    mutating func skipSpace() {
        while let scalar = next, scalar.properties.isWhitespace { index += 1 }
    }

    /// Consumes this text after any white space; false, with nothing consumed, if there is another.
    mutating func take(_ text: String) -> Bool {
        let start = index
        skipSpace()
        guard scalars[index...].starts(with: text.unicodeScalars) else {
            index = start
            return false
        }
        index += text.unicodeScalars.count
        return true
    }

    mutating func expect(_ text: String) throws(ConditionFault) {
        guard take(text) else {
            skipSpace()
            throw unexpected("здесь нужно \(text)", "\(text) is expected here")
        }
    }

    /// A fault at the next token: a word, an operator or one character.
    func unexpected(_ ru: String, _ en: String) -> ConditionFault {
        var end = index
        while end < scalars.count, scalars[end].isOfWord { end += 1 }
        if end == index {
            while end < scalars.count, "|&!<>=".unicodeScalars.contains(scalars[end]) { end += 1 }
        }
        return ConditionFault(index..<min(max(end, index + 1), max(scalars.count, index)), ru, en)
    }

    /// Letters and digits after any white space; empty if there are none.
    mutating func word() -> String {
        skipSpace()
        var word = ""
        while let scalar = next, scalar.isOfWord {
            word.unicodeScalars.append(scalar)
            index += 1
        }
        return word
    }

    /// A name such as `app.version`, without a method after it.
    mutating func name() -> String {
        var name = word()
        if name == "app" || name == "device", next == "." {
            index += 1
            name += "." + word()
        }
        return name
    }

    mutating func order(_ allowed: [Order]) throws(ConditionFault) -> Order {
        skipSpace()
        // The longer ones first, or `<=` would be parsed as `<`.
        let order = [Order.lessOrEqual, .greaterOrEqual, .equal, .notEqual, .less, .greater]
            .first { scalars[index...].starts(with: $0.rawValue.unicodeScalars) }
        guard let order, allowed.contains(order) else { throw unexpectedOperator(allowed.map(\.rawValue)) }
        index += order.rawValue.utf8.count
        return order
    }

    func unexpectedOperator(_ allowed: [String]) -> ConditionFault {
        let list = allowed.joined(separator: ", ")
        return unexpected("здесь может быть \(list)", "one of \(list) is expected here")
    }

    /// In single or double quotes; a backslash escapes quotes and itself, and is literal before anything else.
    mutating func quoted() throws(ConditionFault) -> Quoted {
        skipSpace()
        let start = index
        guard let quote = next, quote == "'" || quote == "\"" else {
            throw unexpected("здесь нужна строка в кавычках", "a text in quotes is expected here")
        }
        index += 1
        var text = String.UnicodeScalarView()
        while let scalar = next, scalar != quote {
            if scalar == "\\", let escaped = self.scalar(1),
                escaped == "'" || escaped == "\"" || escaped == "\\"
            {
                index += 1
            }
            text.append(scalars[index])
            index += 1
        }
        guard next == quote else {
            throw ConditionFault(start..<scalars.count, "кавычка не закрыта", "the quote is not closed")
        }
        index += 1
        return Quoted(text: String(text), range: start..<index)
    }

    /// `['a', 'b']`, not empty.
    mutating func list(max: Int = Limits.flagTargetsMax) throws(ConditionFault) -> [Quoted] {
        skipSpace()
        let start = index
        try expect("[")
        var texts = [try quoted()]
        while take(",") { texts.append(try quoted()) }
        try expect("]")
        guard texts.count <= max else {
            throw ConditionFault(
                start..<index,
                "в списке не больше \(max) значений",
                "a list has at most \(max) values"
            )
        }
        return texts
    }

    /// `(['a', 'b'])`.
    mutating func arguments(max: Int = Limits.flagTargetsMax) throws(ConditionFault) -> [Quoted] {
        try expect("(")
        let texts = try list(max: max)
        try expect(")")
        return texts
    }

    /// In the syntax of NUMBER values: `-1`, `.5`.
    mutating func number() throws(ConditionFault) -> (text: String, range: Range<Int>) {
        skipSpace()
        let start = index
        var text = take("-") ? "-" : ""
        while let scalar = next, "0"..."9" ~= scalar || scalar == "." {
            text.unicodeScalars.append(scalar)
            index += 1
        }
        let digits = text.utf8.drop { $0 == UInt8(ascii: "-") }
        guard let last = digits.last, last != UInt8(ascii: "."),
            digits.count(where: { $0 == UInt8(ascii: ".") }) <= 1,
            next?.isOfWord != true
        else {
            index = start
            throw unexpected("здесь нужно число без кавычек", "a number without quotes is expected here")
        }
        return (text, start..<index)
    }
}

extension Unicode.Scalar {
    fileprivate var isOfWord: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "_": true
        case _: false
        }
    }
}
