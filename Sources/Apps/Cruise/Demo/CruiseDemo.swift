import Core
import Storage
import Web

/// Adds a season to the ships of the demonstration: cabins, cruises one after another, and excursions.
///
/// Everything follows from the day on which it is added, so each run makes the same season.
struct CruiseDemo: Sendable {
    private static let cruisesPerShip = 25
    /// Cruises without a price, by their numbers.
    private static let onRequest: Set<Int> = [57, 211]
    private static let firstDay: Int64 = 4

    private let services: Services
    private let live: LiveState
    private let today: Int64
    private var classes: [Row] = []
    private var cabins: [Row] = []
    private var cruises: [Row] = []
    private var excursions: [Row] = []
    /// The ids of the cabin classes of a ship, in the order of `DemoCabins.classes`.
    private var classIDs: [String: [String]] = [:]

    private struct Row: Sendable {
        let id: String
        let fields: [String: JSON]

        var json: JSON { ["id": .string(id), "live": .object(fields)] }
    }

    init(_ services: Services) async throws {
        self.services = services
        try await services.live.refresh()
        live = services.live.state
        today = CruiseTerm.date(of: services.now()).daysSince1970
    }

    /// Does nothing without the ships of the demonstration, or if there is a cruise already.
    mutating func add() async throws {
        let ships = live[Ships.type.name].contents.sorted { $0.text("title", .ru) < $1.text("title", .ru) }
        guard !ships.isEmpty, live[Cruises.type.name].contents.isEmpty else { return }
        for ship in ships { addCabins(of: ship) }
        for (index, ship) in ships.enumerated() { addCruises(of: ship, number: index) }
        try await put(classes, of: CabinClasses.type)
        try await put(cabins, of: ShipCabins.type)
        try await put(cruises, of: Cruises.type)
        try await put(excursions, of: Excursions.type)
    }

    private func put(_ rows: [Row], of type: ContentType) async throws {
        let spool = try Spool()
        try await spool.append(JSON.array(rows.map(\.json)).bytes)
        let author = Author(staffID: nil, name: "Vitrina", role: .owner, door: .seed)
        let act = ContentStore.Act(author: author)
        let options = ImportOptions(format: .json)
        let importer = Importer(type, options, store: services.contents, act: act)
        _ = try await importer.run(spool) { _, _, _ in }
    }

    private func newID() -> String { Identifier.new(at: services.now(), random: services.random) }

    // MARK: Cabins

    private mutating func addCabins(of ship: LiveContent) {
        let decks = ship.column("name", of: "decks")
        let photo = ship.ids("photos").last.map { JSON.array([.string($0)]) } ?? []
        var number = 0
        for demo in DemoCabins.classes {
            let id = newID()
            let deck = decks.isEmpty ? "" : decks[min(demo.deck, decks.count - 1)]
            classIDs[ship.id, default: []].append(id)
            classes.append(
                Row(
                    id: id,
                    fields: [
                        "ship": .string(ship.id), "title": .string(demo.title.ru),
                        "places": .integer(demo.places), "photos": photo,
                        "description": [
                            "ru": .string("\(demo.title.ru), \(deck.lowercased()). Душ, кондиционер, 220 В."),
                            "en": .string("\(demo.title.en). Shower, air conditioning, 220 V."),
                        ],
                    ]
                )
            )
            for _ in 0..<demo.cabins {
                number += 1
                cabins.append(
                    Row(
                        id: newID(),
                        fields: [
                            "ship": .string(ship.id), "number": .string("\(100 * (demo.deck + 1) + number)"),
                            "deck": .string(deck),
                            "cabin_class": .string(id), "places": .integer(demo.places),
                        ]
                    )
                )
            }
        }
    }

    // MARK: Cruises

    private mutating func addCruises(of ship: LiveContent, number: Int) {
        let routes = DemoRoute.all.filter { $0.kind.rawValue == ship.string("kind") }
        guard !routes.isEmpty else { return }
        var day = today + Self.firstDay + Int64(number % 5)
        for turn in 0..<Self.cruisesPerShip {
            let route = routes[(turn * 5 + number * 3) % routes.count]
            addCruise(of: ship, along: route, from: day)
            day += Int64(route.days.count) + Int64((turn + number) % 2)
        }
    }

    private mutating func addCruise(of ship: LiveContent, along route: DemoRoute, from day: Int64) {
        let (id, number) = (newID(), cruises.count)
        let stops = stops(of: route)
        let direction = entry(of: CruiseDirections.self, "title", route.direction)
        let scene = live[CruiseDestinations.type.name].contents
            .first { $0.string("direction") == direction?.id }?.string("image")
        let photos = (ship.ids("photos").prefix(1) + [scene].compactMap { $0 }).map { JSON.string($0) }
        var names: [String] = []
        for name in route.days where !name.isEmpty && names.last != name { names.append(name) }
        var fields: [String: JSON] = [
            "kind": .string(route.kind.rawValue), "title": .string(names.joined(separator: " – ")),
            "ship": .string(ship.id),
            "directions": .array([direction?.id].compactMap { $0 }.map { .string($0) }),
            "starts_at": moment(day, hour: 18), "ends_at": moment(day + Int64(route.days.count) - 1, hour: 9),
            "stops": .array(stops), "photos": .array(photos),
            "popularity": .integer(Int64(number * 37 % 1_000)), "vendor": JSON(ship.string("vendor")),
            "vendor_id": .string("\(5_000 + number)"), "description": Self.description(of: route),
            "infoblocks": Self.infoblocks,
        ]
        fields["prices"] = Self.onRequest.contains(number) ? nil : prices(of: ship, days: route.days.count)
        cruises.append(Row(id: id, fields: fields.filter { $0.value != .null }))
        addExcursions(to: id, of: ship, stops: stops)
    }

    private func stops(of route: DemoRoute) -> [JSON] {
        route.days.enumerated().compactMap { index, name in
            guard let city = entry(of: CruiseCities.self, "name", name) else { return nil }
            var stop: [String: JSON] = ["day": .integer(Int64(index + 1)), "city": .string(city.id)]
            let isLast = index == route.days.count - 1
            if index > 0 { stop["arrival"] = .string(isLast ? "09:00" : index % 2 == 0 ? "08:30" : "13:00") }
            if !isLast {
                stop["departure"] = .string(index == 0 ? "18:30" : index % 2 == 0 ? "14:00" : "19:30")
            }
            return .object(stop)
        }
    }

    private func prices(of ship: LiveContent, days: Int) -> JSON {
        let category = ShipClass(rawValue: ship.string("category") ?? "") ?? .standard
        let whole = DemoCabins.dayPrice(of: category) * Int64(days)
        return .array(
            zip(classIDs[ship.id] ?? [], DemoCabins.classes).map { id, demo in
                ["cabin_class": .string(id), "price": .integer(whole * demo.share / 100_00 * 100)]
            }
        )
    }

    private func entry(
        of declaration: any ContentDeclaration.Type,
        _ field: String,
        _ text: String
    ) -> LiveContent? {
        live[declaration.type.name].contents.first { $0.text(field, .ru) == text }
    }

    /// An hour of a day in Moscow.
    private func moment(_ day: Int64, hour: Int64) -> JSON {
        let start = Timestamp(seconds: day * 86_400 + hour * 3_600) ?? services.now()
        return .string(start.advanced(by: .zero - CruiseTerm.offset).description)
    }

    private static func description(of route: DemoRoute) -> JSON {
        let days = route.days.enumerated().map { index, name in
            "<p><strong>День \(index + 1).</strong> \(name.isEmpty ? "День на воде" : name)</p>"
        }
        return [
            "ru": .string(days.joined()),
            "en": .string("<p>\(route.days.count) days on the water with excursions ashore.</p>"),
        ]
    }

    private static let infoblocks: JSON = [
        ["title": "Документы", "text": "Для посадки нужен паспорт, для детей — свидетельство о рождении."],
        ["title": "Отмена", "text": "Возврат без удержаний — не позднее чем за 30 дней до отправления."],
    ]

    // MARK: Excursions

    private mutating func addExcursions(to cruise: String, of ship: LiveContent, stops: [JSON]) {
        let isIncluded = ship.string("category") != ShipClass.econom.rawValue
        for (index, stop) in stops.enumerated() where index > 0 && index < stops.count - 1 {
            guard let day = stop["day"], let city = stop["city"] else { continue }
            let name = city.string.flatMap { live[CruiseCities.type.name][$0] }?.text("name", .ru) ?? ""
            for (title, isFirst) in [("Обзорная экскурсия", true), ("Прогулка с историком", false)]
            where isFirst || (index + cruises.count) % 3 == 0 {
                let price: Int64 = isFirst ? 1_400 : 900
                excursions.append(
                    Row(
                        id: newID(),
                        fields: [
                            "cruise": .string(cruise), "day": day, "city": city,
                            "name": .string("\(title): \(name)"),
                            "description": ["ru": .string("<p>\(title), \(name). Группа с гидом.</p>")],
                            "duration": .string(isFirst ? "3 часа" : "1,5 часа"),
                            "included": .bool(isFirst && isIncluded), "people_min": 10,
                            "tariffs": [
                                ["name": "Взрослый", "price": .integer(price)],
                                ["name": "Детский", "price": .integer(price / 2)],
                            ],
                        ]
                    )
                )
            }
        }
    }
}
