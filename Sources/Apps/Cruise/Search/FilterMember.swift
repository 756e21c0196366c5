import Core
import Storage

/// A member of the body of a search that is given, with the checks of its value.
struct FilterMember {
    private static let listMax = 100
    private static let textLengthMax = 200

    private let name: String
    let value: JSON

    /// The first of the names that is neither absent nor null.
    init?(_ names: String..., in members: [String: JSON]) {
        for name in names {
            guard let value = members[name], value != .null else { continue }
            (self.name, self.value) = (name, value)
            return
        }
        return nil
    }

    func text() throws(CruiseError) -> String {
        guard let text = value.string, text.utf8.count <= Self.textLengthMax * 4 else {
            throw .bad("\(name) must be a short string.")
        }
        return text
    }

    func integer(_ range: ClosedRange<Int64>) throws(CruiseError) -> Int64 {
        guard let number = value.integer, range ~= number else {
            throw .bad(
                range.upperBound == .max
                    ? "\(name) must be a whole number from \(range.lowerBound)."
                    : "\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound)."
            )
        }
        return number
    }

    func bool() throws(CruiseError) -> Bool {
        guard let bool = value.bool else { throw .bad("\(name) must be true or false.") }
        return bool
    }

    func object() throws(CruiseError) -> [String: JSON] {
        guard let object = value.object else { throw .bad("\(name) must be an object.") }
        return object
    }

    /// A list of short texts, or one text; empty ones are left out.
    func ids() throws(CruiseError) -> Set<String> {
        let values = value.array ?? [value]
        let texts = values.compactMap(\.string)
        guard texts.count == values.count, values.count <= Self.listMax,
            texts.allSatisfy({ $0.utf8.count <= Self.textLengthMax })
        else { throw .bad("\(name) must be a list of at most \(Self.listMax) short strings.") }
        return Set(texts.filter { !$0.isEmpty })
    }

    /// A day as `2026.06.15` or as ISO 8601 has it, with a time or without, in days since 1970.
    func day(_ path: String) throws(CruiseError) -> Int32? {
        guard let text = value.string else { throw .bad("\(path) must be a date.") }
        if text.isEmpty { return nil }
        guard let day = Self.day(text) else { throw .bad("\(path) must be a date, YYYY.MM.DD or ISO 8601.") }
        return day
    }

    static func day(_ text: String) -> Int32? {
        let date =
            text.count <= 10
            ? CivilDate(text.replacing(".", with: "-")) : Timestamp(text).map { CruiseTerm.date(of: $0) }
        // A time without an offset is at the place of the departure.
        return (date ?? Timestamp(text + "+03:00").map { CruiseTerm.date(of: $0) }).map {
            Int32(clamping: $0.daysSince1970)
        }
    }

    /// An amount of rubles from nothing to the most that a filter may ask for.
    func kopecks(_ path: String) throws(CruiseError) -> Int64 {
        guard let kopecks = value.string == nil ? CruisePrice.kopecks(value) : nil,
            kopecks <= FilterRequest.priceMax * 100
        else { throw .bad("\(path) must be an amount of rubles from 0 to \(FilterRequest.priceMax).") }
        return kopecks
    }
}
