import Core

/// An excursion of a timetable.
struct OperatorExcursion: Sendable {
    /// The index of its stop in the timetable, and its own index there.
    let key: String
    let stop: Int
    let name: String
    let fields: [String: JSON]

    static func all(in timetable: [OperatorRow]) throws(OperatorFault) -> [OperatorExcursion] {
        var excursions: [OperatorExcursion] = []
        for (stop, row) in timetable.enumerated() {
            for (index, excursion) in row.rows("excursions").prefix(50).enumerated() {
                guard let name = excursion.text("name", "title") else { continue }
                excursions.append(
                    OperatorExcursion(
                        key: "\(stop)/\(index)",
                        stop: stop,
                        name: String(name.prefix(300)),
                        fields: try fields(of: excursion)
                    )
                )
            }
        }
        return excursions
    }

    private static func fields(of row: OperatorRow) throws(OperatorFault) -> [String: JSON] {
        var tariffs: [JSON] = []
        if let price = try row.rubles("priceAdult") { tariffs.append(["name": "Взрослый", "price": price]) }
        if let price = try row.rubles("priceChild") { tariffs.append(["name": "Детский", "price": price]) }
        var fields: [String: JSON] = [
            "included": .bool(row.flag("included")), "tariffs": .array(tariffs),
        ]
        if let text = row.text("description", "ex_description") {
            fields["description"] = ["ru": .string(text)]
        }
        let times = [row.text("timeStart"), row.text("timeEnd")].compactMap { $0 }.joined(separator: "–")
        let duration = row.text("length") ?? (times.isEmpty ? nil : times)
        if let duration { fields["duration"] = .string(String(duration.prefix(100))) }
        if let people = row.integer("minimumPeople"), 1...10_000 ~= people {
            fields["people_min"] = .integer(people)
        }
        return fields
    }
}
