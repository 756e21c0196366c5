import Core
import Hummingbird
import Storage
import Transit
import Web

/// The parameters of a request; unknown ones are ignored (T10), a bad value is a 400.
struct TravelQuery: Sendable {
    private static let limitMax: Int64 = 1_000
    private static let valueLengthMax = 200

    private let values: [String: String]
    let language: Language

    init(_ request: Request) throws(Problem) {
        values = Dictionary(request.query.map { ($0.name, $0.value) }) { _, last in last }
        for (name, value) in values where value.count > Self.valueLengthMax {
            throw Self.wrong(name.clipped, "слишком длинное значение", "is too long")
        }
        // `uk_UA` and the like read Russian titles.
        language = values["lang"]?.lowercased().hasPrefix("en") == true ? .en : .ru
        switch values["format"] {
        case nil, "", "json": break
        case "xml":
            throw Problem(
                .malformed,
                Localized("Формат xml не поддерживается.", "The format xml is not supported.")
            )
        case _: throw Self.wrong("format", "json или xml", "must be json or xml")
        }
    }

    /// Nil for a parameter that is absent or empty.
    subscript(name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }

    static func wrong(_ name: some StringProtocol, _ ru: String, _ en: String) -> Problem {
        .invalid([Fault("#/\(name)", "Неверный параметр \(name): \(ru)", "\(name) \(en)")])
    }

    // MARK: Values

    var limit: Int { get throws(Problem) { Int(try integer("limit", 1...Self.limitMax) ?? 100) } }
    var offset: Int { get throws(Problem) { Int(try integer("offset", 0...Int64(Int32.max)) ?? 0) } }

    private func integer(_ name: String, _ range: ClosedRange<Int64>) throws(Problem) -> Int64? {
        guard let text = self[name] else { return nil }
        guard let number = Int64(text), range.contains(number) else {
            throw Self.wrong(
                name,
                "нужно целое число от \(range.lowerBound) до \(range.upperBound)",
                "must be a whole number from \(range.lowerBound) to \(range.upperBound)"
            )
        }
        return number
    }

    func number(_ name: String) throws(Problem) -> Double {
        guard let text = self[name] else { throw Self.wrong(name, "нужно указать", "is missing") }
        // `Double` also reads hexadecimal numbers and words.
        guard text.allSatisfy({ $0.isWholeNumber || "+-.eE".contains($0) }), let number = Double(text),
            number.isFinite
        else {
            throw Self.wrong(name, "нужно число", "must be a number")
        }
        return number
    }

    func bool(_ name: String) throws(Problem) -> Bool {
        switch self[name]?.lowercased() {
        case nil, "false", "0": return false
        case "true", "1": return true
        case _?: throw Self.wrong(name, "нужно true или false", "must be true or false")
        }
    }

    /// A day (`2026-06-12`), as days since 1970.
    func day(_ name: String = "date") throws(Problem) -> Int32? {
        guard let text = self[name] else { return nil }
        guard let day = Int32(day: text) else {
            throw Self.wrong(name, "нужна дата ГГГГ-ММ-ДД", "must be a date, YYYY-MM-DD")
        }
        return day
    }

    func transports(_ name: String = "transport_types") throws(Problem) -> Set<TransportKind> {
        try kinds(name) { TransportKind(name: $0) }
    }

    func stationKinds() throws(Problem) -> Set<StationKind> {
        try kinds("station_types") { StationKind(name: $0) }
    }

    private func kinds<Kind: Hashable>(
        _ name: String,
        _ read: (Substring) -> Kind?
    ) throws(Problem) -> Set<Kind> {
        guard let text = self[name] else { return [] }
        var kinds: Set<Kind> = []
        for word in text.split(separator: ",") {
            guard let kind = read(word) else {
                throw Self.wrong(name, "неизвестное значение", "has an unknown value")
            }
            kinds.insert(kind)
        }
        return kinds
    }

    /// The system of codes of the request; nil for ours.
    func system() throws(Problem) -> CodeSystem? {
        guard let text = self["system"], text != "yandex" else { return nil }
        guard let system = CodeSystem(rawValue: text) else {
            throw Self.wrong(
                "system",
                "yandex, iata, sirena, express или esr",
                "must be yandex, iata, sirena, express or esr"
            )
        }
        return system
    }

    /// The systems of codes of stations in an answer.
    func shownSystems() throws(Problem) -> ShownSystems {
        guard let text = self["show_systems"] else { return .none }
        guard let shown = ShownSystems(rawValue: text) else {
            throw Self.wrong("show_systems", "yandex, esr или all", "must be yandex, esr or all")
        }
        return shown
    }

    /// The zone in which all times are told; nil for that of each station.
    func resultZone() throws(Problem) -> Zone? {
        guard let name = self["result_timezone"] else { return nil }
        guard let zone = Zone(name) else {
            throw Self.wrong("result_timezone", "неизвестный часовой пояс", "is no time zone")
        }
        return zone
    }

    // MARK: The request itself

    /// The key: `apikey`, or the raw header `Authorization` (T3, T4).
    static func key(of request: Request) -> String? {
        let given = request.query.last { $0.name == "apikey" }?.value
        return given.flatMap { $0.isEmpty ? nil : $0 } ?? request.headers[.authorization]
    }

    /// Path and query with the key masked (T15).
    static func shown(_ request: Request) -> String {
        let parts = (request.uri.query ?? "").split(separator: "&", omittingEmptySubsequences: false).map {
            part in
            // A key whose name is written with percent signs is refused, and must not be echoed either.
            let name = String(part.prefix { $0 != "=" })
            return (name.percentDecoded ?? name) == "apikey" ? "apikey=***" : String(part)
        }
        return request.uri.path + (parts.isEmpty ? "" : "?" + parts.joined(separator: "&"))
    }
}

/// The systems whose codes an answer has for each station.
enum ShownSystems: String, Sendable, CaseIterable {
    case none, yandex, esr, all
}
