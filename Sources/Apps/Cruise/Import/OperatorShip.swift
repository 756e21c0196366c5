import Core
import Storage

/// The ship of a row: its name alone, or with everything that its card shows.
struct OperatorShip: Sendable {
    struct Cabin: Sendable {
        let number: String
        let deck: String
        let cabinClass: String
        let places: Int64
    }

    let title: String
    /// The fields of the content type that the file has.
    let fields: [String: JSON]
    let cabins: [Cabin]

    init(_ row: OperatorRow) throws(OperatorFault) {
        guard let title = row.named("ship", "t_title", "теплоход") else {
            throw OperatorFault("нет теплохода", "has no ship")
        }
        self.title = String(title.prefix(200))
        let ship = OperatorRow(row.members["ship"])
        var fields: [String: JSON] = [:]
        if let text = ship.text("description", "t_description") {
            fields["description"] = ["ru": .string(text)]
        }
        for (name, lines) in [
            ("services", ship.lines("services", "t_usl")), ("includes", row.lines("include")),
            ("extras", row.lines("additional")),
        ] where !lines.isEmpty {
            fields[name] = .array(lines.prefix(100).map { ["text": .string(String($0.prefix(500)))] })
        }
        let decks = ship.lines("decks")
        if !decks.isEmpty {
            fields["decks"] = .array(decks.prefix(100).map { ["name": .string(String($0.prefix(500)))] })
        }
        if let specs = Self.specs(ship) { fields["specs"] = specs }
        self.fields = fields
        let list = ship.rows("cabins").isEmpty ? row.rows("cabins") : ship.rows("cabins")
        cabins = list.prefix(2_000).compactMap { Self.cabin($0) }
    }

    /// `features` as objects, or the legacy list `Длина: 135 м; Ширина: 16 м`.
    private static func specs(_ ship: OperatorRow) -> JSON? {
        var pairs = ship.rows("features").compactMap { row -> (String, String)? in
            guard let title = row.text("name", "title"), let value = row.text("value", "text") else {
                return nil
            }
            return (title, value)
        }
        if pairs.isEmpty, let text = ship.text("t_teh_xar") {
            pairs = text.split(separator: ";").compactMap { part in
                let halves = part.split(separator: ":", maxSplits: 1)
                    .map { $0.trimmed }
                return halves.count == 2 && !halves.contains("") ? (halves[0], halves[1]) : nil
            }
        }
        guard !pairs.isEmpty else { return nil }
        return .array(
            pairs.prefix(100).map { title, value in
                ["title": .string(String(title.prefix(200))), "value": .string(String(value.prefix(500)))]
            }
        )
    }

    /// Nil without a number or a class; the places are those that are not extra.
    private static func cabin(_ row: OperatorRow) -> Cabin? {
        guard let number = row.text("name", "k_name"), let title = row.named("type", "k_type_name", "k_type")
        else { return nil }
        let main = row.rows("places").filter { ($0.integer("type") ?? 0) == 0 }.count
        let places = main > 0 ? Int64(main) : row.integer("k_places", "capacity") ?? 2
        return Cabin(
            number: String(number.prefix(20)),
            deck: String((row.named("deck", "k_deck") ?? "Главная палуба").prefix(100)),
            cabinClass: String(title.prefix(200)),
            places: min(max(places, CabinClasses.places.lowerBound), CabinClasses.places.upperBound)
        )
    }
}
