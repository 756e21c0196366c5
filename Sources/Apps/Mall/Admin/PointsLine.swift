import Core
import Storage
import Web

/// One line of the ledger, as staff read it.
struct PointsLine: Sendable {
    let entry: PointsEntry
    let person: PersonCard?

    init(_ row: Row) throws {
        entry = try PointsEntry(row)
        person = try PersonCard(row, "user_")
    }

    func json(for author: Author, _ language: Language) -> JSON {
        [
            "id": .string(entry.id), "number": .integer(entry.number), "change": .integer(entry.change),
            "balance": .integer(entry.balance), "cause": .string(entry.cause.name),
            "programme": .string(entry.programme.rawValue),
            "subject": entry.subject.flatMap { MallSnapshot($0) }?.line(language) ?? .null,
            "note": JSON(entry.note(for: author)), "by": .string(entry.author),
            "created_at": .string(entry.createdAt.description), "user": JSON(person, for: author),
        ]
    }

    static let header = [
        "time", "user_id", "phone", "name", "email", "cause", "subject", "change", "balance", "programme",
        "by", "note",
    ]

    /// The same as cells of a table.
    func cells(for author: Author, _ language: Language) -> [String] {
        let line = json(for: author, language)
        func text(_ path: String...) -> String {
            path.reduce(Optional(line)) { $0?[$1] }?.string ?? ""
        }
        return [
            text("created_at"), text("user", "id"), text("user", "phone"), text("user", "name"),
            text("user", "email"), text("cause"), text("subject", "title"), String(entry.change),
            String(entry.balance), text("programme"), text("by"), text("note"),
        ]
    }
}

/// What lines of one cause, on one side of the programme, add up to.
struct PointsSum: Sendable {
    let programme: String
    let cause: String
    let count: Int64
    let plus: Int64
    /// Never above zero.
    let minus: Int64

    init(_ row: Row) throws {
        programme = try row.get("programme")
        cause = try row.get("cause")
        count = try row.get("count")
        plus = try row.get("plus")
        minus = try row.get("minus")
    }

    /// All of them: together, by side of the programme and by cause.
    static func json(_ sums: [PointsSum]) -> JSON {
        func total(_ sums: [PointsSum], _ part: (PointsSum) -> Int64) -> Int64 {
            sums.reduce(0) { $0.addingReportingOverflow(part($1)).partialValue }
        }
        let sides = PointsEntry.Programme.allCases.map { side in
            let own = sums.filter { $0.programme == side.rawValue }
            // What people get, the programme gives.
            return (side.rawValue, JSON.integer(-total(own) { $0.plus + $0.minus }))
        }
        return [
            "count": .integer(total(sums, \.count)), "plus": .integer(total(sums, \.plus)),
            "minus": .integer(total(sums, \.minus)),
            "programme": .object(Dictionary(sides) { first, _ in first }),
            "causes": .array(
                sums.map { sum in
                    [
                        "cause": .string(sum.cause), "programme": .string(sum.programme),
                        "count": .integer(sum.count), "plus": .integer(sum.plus),
                        "minus": .integer(sum.minus),
                    ]
                }
            ),
        ]
    }
}

extension MallSnapshot {
    /// What it was called, and whose it was.
    func line(_ language: Language) -> JSON {
        let name = content.type == Offers.type.name ? Offers.type.titleField : Events.type.titleField
        return [
            "id": .string(content.id), "type": .string(content.type),
            "title": .string(content.text(name, language)),
            "shop": JSON(shop?.text(Shops.type.titleField, language)),
        ]
    }
}
