import Core

/// Values of the stations list; one of the wrong type is a fault, and the rest is read on.
extension StationsListParser {
    private static let quote = UInt8(ascii: "\"")

    /// The members of an object; nothing where there is null.
    mutating func members(
        _ scanner: inout JSONScanner,
        _ member: (inout StationsListParser, inout JSONScanner, String) throws -> Void
    ) throws {
        guard try scanner.next() == UInt8(ascii: "{") else { return try refuse(&scanner, "object") }
        try scanner.object { try member(&self, &$0, $1) }
    }

    /// The elements of an array.
    mutating func elements(
        _ scanner: inout JSONScanner,
        _ element: (inout StationsListParser, inout JSONScanner) throws -> Void
    ) throws {
        guard try scanner.next() == UInt8(ascii: "[") else { return try refuse(&scanner, "array") }
        try scanner.array { scanner, _ in try element(&self, &scanner) }
    }

    private mutating func refuse(_ scanner: inout JSONScanner, _ type: String) throws {
        faults.add(scanner.fault(.wrongType(type)))
        try scanner.skip()
    }

    /// A string; null counts as empty.
    mutating func text(_ scanner: inout JSONScanner) throws -> String {
        var text = ""
        switch try scanner.next() {
        case Self.quote:
            text = try keep(try scanner.string(), scanner)
        case UInt8(ascii: "n"): _ = try scanner.word()
        case _: try refuse(&scanner, "string")
        }
        return text
    }

    mutating func choice(_ scanner: inout JSONScanner, _ values: [String]) throws -> String {
        let text = try text(&scanner)
        if !text.isEmpty, !values.contains(text) { faults.add(scanner.fault(.badChoice(values), text)) }
        return text
    }

    /// A number; `""` and null stand for none.
    mutating func degrees(
        _ scanner: inout JSONScanner,
        _ bound: Double,
        _ reason: FeedFault.Reason
    ) throws -> Double? {
        switch try scanner.next() {
        case Self.quote:
            let text = try scanner.string()
            if !text.isEmpty { faults.add(scanner.fault(reason, text)) }
            return nil
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            try refuse(&scanner, "number")
            return nil
        case _:
            let word = try scanner.word()
            guard word != "null" else { return nil }
            guard let number = CellValue.decimal(Array(word.utf8)[...]), abs(number) <= bound else {
                faults.add(scanner.fault(reason, word))
                return nil
            }
            return number
        }
    }

    /// `yandex_code`, a letter and digits, and `esr_code`; empty if there is none.
    mutating func codes(
        _ scanner: inout JSONScanner,
        prefix: Character
    ) throws -> (yandex: String, esr: String) {
        var codes = (yandex: "", esr: "")
        try members(&scanner) { parser, scanner, name in
            switch name {
            case "yandex_code":
                codes.yandex = try parser.text(&scanner)
                guard !codes.yandex.isEmpty else { return }
                let isCode =
                    codes.yandex.first == prefix && 2...19 ~= codes.yandex.utf8.count
                    && codes.yandex.utf8.dropFirst().allSatisfy { 48...57 ~= $0 }
                if !isCode { parser.faults.add(scanner.fault(.badCode, codes.yandex)) }
                if !parser.isNew(codes.yandex) { parser.faults.add(scanner.fault(.duplicate, codes.yandex)) }
            case "esr_code": codes.esr = try parser.text(&scanner)
            case _: try scanner.skip()
            }
        }
        return codes
    }
}
