import Core

/// The published entries by the names that files give them.
struct CruiseImportNames: Sendable {
    private var ids: [CruiseOrigins.Key: String] = [:]

    init(_ live: LiveState, vendor: String) {
        for (kind, declaration, field) in [
            (.city, CruiseCities.self, "name"), (.direction, CruiseDirections.self, "title"),
            (.destination, CruiseDestinations.self, "title"), (.ship, Ships.self, "title"),
        ] as [(CruiseOrigins.Kind, any ContentDeclaration.Type, String)] {
            for content in live[declaration.type.name].contents.reversed() {
                for language in Language.allCases {
                    let name = Self.folded(content.text(field, language))
                    ids[CruiseOrigins.Key(kind: kind, external: name)] = content.id
                }
            }
        }
        for (kind, declaration, field) in [
            (.cabinClass, CabinClasses.self, "title"), (.cabin, ShipCabins.self, "number"),
        ] as [(CruiseOrigins.Kind, any ContentDeclaration.Type, String)] {
            for content in live[declaration.type.name].contents.reversed() {
                let name = Self.part(content.string("ship") ?? "", content.text(field, .standard))
                ids[CruiseOrigins.Key(kind: kind, external: name)] = content.id
            }
        }
        for cruise in live[Cruises.type.name].contents.reversed() where cruise.string("vendor") == vendor {
            guard let external = cruise.string("vendor_id") else { continue }
            ids[CruiseOrigins.Key(kind: .cruise, external: external)] = cruise.id
        }
    }

    subscript(key: CruiseOrigins.Key) -> String? { ids[key] }

    /// The same name with other capitals and spaces is the same.
    static func folded(_ name: String) -> String {
        name.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ").replacing(
            "ё",
            with: "е"
        )
    }

    /// The name of a part of a ship.
    static func part(_ ship: String, _ name: String) -> String { "\(ship)/\(folded(name))" }
}
