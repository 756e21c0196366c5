import Core

// The elements of the grammar, one function for each kind.
extension ConditionParser {
    mutating func test() throws(ConditionFault) -> ConditionTest {
        let start = index
        let name = name()
        if let input = KeywordInput(rawValue: name) { return try keyword(input) }
        if let input = GroupInput(rawValue: name) { return try groups(input) }
        switch name {
        case "true": return .constant(true)
        case "false": return .constant(false)
        case "app.version": return try ordered(.appVersion)
        case "app.build": return try ordered(.appBuild)
        case "app.operatingSystemAndVersion": return try text(.operatingSystem)
        case "app.browserAndVersion": return try text(.browser)
        case "app.userProperty": return try value(.userProperty(try key()))
        case "app.customSignal": return try value(.signal(try key()))
        case "version": return try signalVersion()
        case "dateTime", "device.dateTime": return try moment(.now, [.less, .greaterOrEqual])
        case "app.firstOpenTimestamp":
            return try moment(.firstOpen, [.lessOrEqual, .greater, .greaterOrEqual, .less])
        case "percent": return try percent()
        case _: break
        }
        guard !name.isEmpty else {
            throw unexpected("здесь нужно условие, например device.os == 'ios'", "a clause is expected here")
        }
        throw ConditionFault(start..<index, "нет условия «\(name)»", "there is nothing called \(name)")
    }

    // MARK: Keywords

    private mutating func keyword(_ input: KeywordInput) throws(ConditionFault) -> ConditionTest {
        let hasList = input != .platform
        skipSpace()
        let start = index
        if hasList, word() == "in" {
            let targets = try list(
                max: input == .instanceID ? Limits.flagInstallationsMax : Limits.flagTargetsMax
            )
            for target in targets { try check(target, of: input) }
            return .keyword(KeywordTest(input, targets.map(\.text)))
        }
        index = start
        let orders: [Order] = input.canNegate ? [.equal, .notEqual] : []
        let allowed = orders.map(\.rawValue) + (hasList ? ["in"] : [])
        guard input.canNegate, let order = try? order(orders) else { throw unexpectedOperator(allowed) }
        let target = try quoted()
        try check(target, of: input)
        return .keyword(KeywordTest(input, [target.text], isNegated: order == .notEqual))
    }

    private func check(_ target: Quoted, of input: KeywordInput) throws(ConditionFault) {
        let text = target.text
        switch input {
        case .appID, .instanceID:
            guard text.isEmpty else { return }
            throw ConditionFault(
                target.range,
                "пустое значение ничего не выберет",
                "an empty value selects nothing"
            )
        case .platform:
            guard FlagContext.Platform(rawValue: text) == nil else { return }
            throw ConditionFault(
                target.range,
                "бывает 'ios', 'android' или 'web'",
                "is 'ios', 'android' or 'web'"
            )
        case .country:
            guard text.utf8.count != 2 || !text.utf8.allSatisfy({ 65...90 ~= $0 & 0xDF }) else { return }
            throw ConditionFault(
                target.range,
                "страна — две буквы по ISO 3166-1, например 'RU'",
                "a country is two letters of ISO 3166-1, such as 'US'"
            )
        case .language:
            let subtags = FlagInputs.fold(text).utf8.split(
                separator: UInt8(ascii: "-"),
                omittingEmptySubsequences: false
            )
            let isTag = subtags.allSatisfy { subtag in
                1...8 ~= subtag.count && subtag.allSatisfy { 97...122 ~= $0 || 48...57 ~= $0 }
            }
            guard !isTag || subtags.first?.allSatisfy({ 97...122 ~= $0 }) != true else { return }
            throw ConditionFault(
                target.range,
                "язык записывается по BCP 47, например 'ru' или 'en-US'",
                "a language is a BCP 47 tag, such as 'de' or 'en-US'"
            )
        }
    }

    // MARK: Texts, versions and numbers

    private mutating func key() throws(ConditionFault) -> String {
        try expect("[")
        let key = try quoted()
        guard 1...Limits.flagSignalKeyLengthMax ~= key.text.unicodeScalars.count else {
            let max = Limits.flagSignalKeyLengthMax
            throw ConditionFault(
                key.range,
                "имя — от 1 до \(max) знаков",
                "a name has 1 to \(max) characters"
            )
        }
        try expect("]")
        return key.text
    }

    /// `app.version.<(['2.1.0'])` or a list method.
    private mutating func ordered(_ input: TextInput) throws(ConditionFault) -> ConditionTest {
        try expect(".")
        skipSpace()
        guard let scalar = next, "<>=!".unicodeScalars.contains(scalar) else { return try method(input) }
        let order = try order(Order.allCases)
        let targets = try arguments()
        guard targets.count == 1, let target = targets.first else {
            throw ConditionFault(
                (targets.first?.range.lowerBound ?? index)..<(targets.last?.range.upperBound ?? index),
                "для сравнения нужна ровно одна версия",
                "exactly one version can be compared"
            )
        }
        return .version(input, order, try version(target), written: target.text)
    }

    private func version(_ target: Quoted) throws(ConditionFault) -> VersionNumber {
        guard let version = VersionNumber(target.text) else {
            throw ConditionFault(
                target.range,
                "версия — до \(VersionNumber.partsMax) чисел через точку",
                "a version is up to \(VersionNumber.partsMax) numbers with dots between"
            )
        }
        return version
    }

    private mutating func text(_ input: TextInput) throws(ConditionFault) -> ConditionTest {
        try expect(".")
        return try method(input)
    }

    private mutating func method(_ input: TextInput) throws(ConditionFault) -> ConditionTest {
        skipSpace()
        let start = index
        guard let method = TextTest.Method(rawValue: word()) else {
            index = start
            throw unexpectedOperator(TextTest.Method.allCases.map(\.rawValue))
        }
        let isSignal = if case .signal = input { true } else { false }
        let targets = try arguments(max: isSignal ? Limits.flagSignalTargetsMax : Limits.flagTargetsMax)
        switch TextTest.make(method, targets.map(\.text), statesLeft: statesLeft) {
        case .success(let test):
            statesLeft -= test.states
            return .text(input, test)
        case .failure(let failure):
            let quoted = targets[failure.index].range
            throw ConditionFault(source(of: failure.fault.range, in: quoted), failure.fault.detail)
        }
    }

    /// The range in the expression of a part of a quoted text, whose escapes take two characters.
    private func source(of part: Range<Int>, in quoted: Range<Int>) -> Range<Int> {
        var places: [Int] = []
        var place = quoted.lowerBound + 1
        while place < quoted.upperBound - 1 {
            places.append(place)
            let isEscape =
                scalars[place] == "\\" && place + 2 < quoted.upperBound
                && "'\"\\".unicodeScalars.contains(scalars[place + 1])
            place += isEscape ? 2 : 1
        }
        places.append(quoted.upperBound - 1)
        let lower = places[min(part.lowerBound, places.count - 1)]
        return lower..<max(lower, places[min(part.upperBound, places.count - 1)])
    }

    /// Parses what follows `app.userProperty['k']`: a list method or a bare number.
    private mutating func value(_ input: TextInput) throws(ConditionFault) -> ConditionTest {
        if take(".") { return try method(input) }
        let order = try order(Order.allCases)
        let number = try number()
        guard let value = Double(flag: number.text) else {
            throw ConditionFault(number.range, "слишком большое число", "the number is too large")
        }
        return .number(input, order, value, written: number.text)
    }

    /// `version(app.customSignal['k']) >= '1.2.0'`.
    private mutating func signalVersion() throws(ConditionFault) -> ConditionTest {
        try expect("(")
        try expect("app.customSignal")
        let key = try key()
        try expect(")")
        let order = try order(Order.allCases)
        let target = try quoted()
        return .version(.signal(key), order, try version(target), written: target.text)
    }

    private mutating func groups(_ input: GroupInput) throws(ConditionFault) -> ConditionTest {
        try expect(".")
        skipSpace()
        let start = index
        guard let comparison = GroupOperator(rawValue: word()) else {
            index = start
            throw unexpectedOperator(GroupOperator.allCases.map(\.rawValue))
        }
        return .groups(input, comparison, try arguments().map(\.text))
    }
}
