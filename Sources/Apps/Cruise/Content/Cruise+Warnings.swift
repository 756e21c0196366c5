import Core
import Storage
import Web

/// Warnings about cruises and cabins that name things of another ship.
extension Cruise {
    /// Entries that are named.
    private static let namedMax = 50

    package func warnings(_ live: LiveState, at now: Timestamp) -> [(place: Localized, text: Localized)] {
        let classes = live[CabinClasses.type.name]
        let isForeign: (String?, String?) -> Bool = { id, ship in
            guard let id, let own = classes[id] else { return false }
            return own.string("ship") != ship
        }
        let cruises = live[Cruises.type.name].contents.lazy.filter { cruise in
            cruise.timestamp("ends_at").map { now < $0 } ?? true
                && cruise.rows("prices").contains { isForeign($0.id("cabin_class"), cruise.string("ship")) }
        }
        let cabins = live[ShipCabins.type.name].contents.lazy.filter {
            isForeign($0.string("cabin_class"), $0.string("ship"))
        }
        return cruises.prefix(Self.namedMax).map { cruise in
            (
                Localized(same: cruise.text("title", .standard)),
                Localized(
                    "есть цены классов другого теплохода: за них ничего не забронировать",
                    "has prices of classes of another ship, for which nothing can be booked"
                )
            )
        }
            + cabins.prefix(Self.namedMax).map { cabin in
                (
                    Localized(same: cabin.text("number", .standard)),
                    Localized("класс каюты — другого теплохода", "is a cabin of a class of another ship")
                )
            }
    }
}
