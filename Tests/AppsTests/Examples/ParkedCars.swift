import Core
import Storage
import Web

/// The cars that are parked.
package enum ParkedCars: ResourceDeclaration {
    package static let resource = Resource(
        app: "parking",
        name: "cars",
        title: Localized("Машины", "Cars"),
        one: Localized("Машина", "Car"),
        about: Localized("Машины на парковке, последние сверху", "Parked cars, the newest first"),
        path: "/parking/cars",
        section: .system,
        source: ResourceSource("parking_cars c", key: "c.id"),
        columns: [
            ResourceColumn("plate", .text, Localized("Номер", "Plate"), "c.plate", place: .main),
            ResourceColumn("since", .moment, Localized("С", "Since"), "c.since"),
            ResourceColumn("id", .id, Localized("Id", "ID"), "c.id", place: .answer),
        ],
        filters: [ResourceFilter("period", Localized("С", "Since"), .period("c.since"))],
        actions: [
            ResourceAction(
                "leave",
                Localized("Выпустить", "Let out"),
                right: .writePeople,
                question: Localized("Машина уедет.", "The car leaves."),
                isOffered: { _ in true }
            ) { call in
                try await call.services.database.write { connection in
                    try connection.execute("DELETE FROM parking_cars WHERE id = \(call.id)")
                    try call.signature.record(.carLeft, subject: call.id, on: connection)
                }
                return Localized("Машина уехала", "The car has left")
            }
        ],
        empty: (
            Localized("Пусто", "Empty"),
            Localized("Здесь появятся машины.", "Cars appear here.")
        )
    )
}

extension AuditAction {
    static let carLeft = AuditAction("parking.car-left", Localized("машина уехала", "let a car out"))
}
