import Core
import FoundationEssentials
import Storage

/// The members of one object of an operator's file, under any of the names that operators give them.
struct OperatorRow: Sendable {
    /// Characters of one text that are read.
    private static let textLengthMax = 20_000

    let members: [String: JSON]

    init(_ json: JSON?) { members = json?.object ?? [:] }

    /// The first of the names with a text or a number, trimmed; nil if none has one.
    func text(_ names: String...) -> String? {
        for name in names {
            guard let text = Self.text(members[name]), !text.isEmpty else { continue }
            return text
        }
        return nil
    }

    static func text(_ json: JSON?) -> String? {
        switch json {
        case .string(let text)?:
            String(text.prefix(textLengthMax)).trimmed
        case .integer(let number)?: String(number)
        case .decimal(let number)?: "\(number)"
        case .null?, .bool?, .array?, .object?, nil: nil
        }
    }

    func integer(_ names: String...) -> Int64? {
        names.lazy.compactMap { Self.text(members[$0]) }.compactMap { Int64($0) }.first
    }

    /// True for `true`, 1 and the legacy «Да».
    func flag(_ names: String...) -> Bool {
        names.contains { name in
            members[name]?.bool ?? Self.text(members[name]).map {
                ["1", "true", "да"].contains($0.lowercased())
            }
                ?? false
        }
    }

    func rows(_ names: String...) -> [OperatorRow] {
        (names.lazy.compactMap { members[$0]?.array }.first ?? []).map { OperatorRow($0) }
    }

    /// A text, or the name of an object: `"ship": "…"` and `"ship": {"name": "…"}`.
    func named(_ names: String...) -> String? {
        names.lazy.compactMap { name in
            Self.text(members[name]) ?? OperatorRow(members[name]).text("name", "title")
        }.first { !$0.isEmpty }
    }

    /// The lines of a text with markup, or the elements of a list of texts or named objects.
    func lines(_ names: String...) -> [String] {
        for name in names {
            switch members[name] {
            case .string(let html)?:
                return RichText.plain(String(html.prefix(Self.textLengthMax))).split(separator: "\n")
                    .map { $0.trimmed }.filter { !$0.isEmpty }
            case .array(let elements)?:
                return elements.compactMap { Self.text($0) ?? OperatorRow($0).text("name", "title", "text") }
                    .filter { !$0.isEmpty }
            case .null?, .bool?, .integer?, .decimal?, .object?, nil: continue
            }
        }
        return []
    }

    /// A price in rubles; nil if there is none, or 0, which operators write for a price on request.
    func rubles(_ names: String...) throws(OperatorFault) -> JSON? {
        for name in names {
            guard let text = Self.text(members[name]), !text.isEmpty else { continue }
            let digits = text.filter { !$0.isWhitespace }.replacing(",", with: ".")
            guard let number = Decimal(string: digits),
                digits.allSatisfy({ $0.isNumber || $0 == "." || $0 == "-" }),
                number >= 0, number <= Decimal(Ships.priceMax)
            else {
                throw OperatorFault(
                    "цена «\(text.prefix(40))» не число",
                    "the price “\(text.prefix(40))” is no number"
                )
            }
            return number == 0 ? nil : JSON(number)
        }
        return nil
    }
}

/// The reason for which a row of an operator's file is not imported.
struct OperatorFault: Error, Sendable, Hashable {
    let detail: Localized

    init(_ ru: String, _ en: String) { detail = Localized(ru, en) }

    init(_ problem: Problem) {
        let faults = problem.faults.map { fault in
            let place = fault.pointer.split(separator: "/").dropFirst().joined(separator: ".")
            return Localized("\(place): \(fault.detail.ru)", "\(place) \(fault.detail.en)")
        }
        detail =
            faults.isEmpty
            ? problem.detail
            : Localized(
                faults.map(\.ru).joined(separator: "; "),
                faults.map(\.en).joined(separator: "; ")
            )
    }
}
