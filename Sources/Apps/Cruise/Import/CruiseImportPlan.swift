import Core
import Storage

/// Turns rows into entries: known objects are found by their ids or names, the others get new entries.
struct CruiseImportPlan: Sendable {
    let options: CruiseImportOptions
    var origins: CruiseOrigins
    private var names: CruiseImportNames
    /// Objects that this import has planned already.
    private var planned: Set<CruiseOrigins.Key> = []
    /// The cruises of each discount.
    private(set) var discounts: [OperatorDiscount: [String]] = [:]
    /// Origins of excursions that changed cruises no longer have.
    private(set) var gone: [CruiseOrigins.Key: String] = [:]
    /// The excursions that earlier imports have written, by the id of their cruise at the operator.
    private let earlier: [String: [CruiseOrigins.Key]]
    /// The entries of the current rows, referenced ones first.
    private(set) var entries: [CruiseImportEntry] = []
    private var line = 0
    private var row = ""
    /// The id of the row that was added last.
    var lastRow: String { row }

    enum Outcome: Sendable {
        case new, changed, unchanged
    }

    init(_ options: CruiseImportOptions, origins: CruiseOrigins, live: LiveState) {
        (self.options, self.origins) = (options, origins)
        names = CruiseImportNames(live, vendor: options.vendor)
        earlier = Dictionary(grouping: origins.known.keys.filter { $0.kind == .excursion }) { key in
            key.external.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
                .joined(separator: "/")
        }
    }

    /// The entries that are planned so far; the plan goes on without them.
    mutating func take() -> [CruiseImportEntry] {
        defer { entries = [] }
        return entries
    }

    // MARK: One row

    mutating func add(_ row: OperatorRow, line: Int) throws(OperatorFault) -> Outcome {
        let cruise = try OperatorCruise(row, kind: options.kind)
        (self.line, self.row) = (line, cruise.external)
        let hash = CruiseOrigins.hash(.object(row.members))
        let known = origins[.cruise, cruise.external]
        let key = CruiseOrigins.Key(kind: .cruise, external: cruise.external)
        guard planned.insert(key).inserted else {
            throw OperatorFault("номер уже есть в этом файле", "has an id that an earlier row has")
        }
        if let known, known.hash == hash {
            note(cruise.discounts, of: known.id)
            return .unchanged
        }
        let isNew = known == nil && names[key] == nil
        let fields = try fields(of: cruise, isNew: isNew)
        let id = put(Cruises.self, .cruise, cruise.external, named: nil, fields, always: hash)
        note(cruise.discounts, of: id)
        addExcursions(of: cruise, to: id)
        for review in cruise.reviews {
            let vendor = cruise.vendor ?? options.vendor
            let fields = review.fields.merging(["vendor": .string(vendor)]) { $1 }
            if origins[.review, review.key] == nil {
                put(CruiseReviews.self, .review, review.key, named: nil, fields, always: 0)
            }
        }
        return isNew ? .new : .changed
    }

    private mutating func note(_ found: [OperatorDiscount], of cruise: String) {
        for discount in found { discounts[discount, default: []].append(cruise) }
    }

    private mutating func fields(
        of cruise: OperatorCruise,
        isNew: Bool
    ) throws(OperatorFault) -> [String: JSON] {
        var fields: [String: JSON] = [
            "kind": .string(cruise.kind.rawValue), "title": .string(cruise.title),
            "starts_at": .string(cruise.term.start.description),
            "ends_at": .string(cruise.term.end.description), "vendor_id": .string(cruise.external),
            "vendor": .string(options.vendor),
        ]
        if let description = cruise.description { fields["description"] = ["ru": .string(description)] }
        if !cruise.infoblocks.isEmpty {
            fields["infoblocks"] = .array(
                cruise.infoblocks.map { ["title": .string($0.title), "text": .string($0.text)] }
            )
        }
        if cruise.isPopular, isNew { fields["popularity"] = 100 }
        // Each entry is checked by itself before any is planned.
        do {
            let checked = try Cruises.type.body(Cruises.type.initialBody, patchedBy: fields)
            for rule in Cruises.type.rules where rule.level == .fault && !rule.holds(checked) {
                throw OperatorFault(rule.message.ru, rule.message.en)
            }
        } catch let fault as OperatorFault {
            throw fault
        } catch let problem as Problem {
            throw OperatorFault(problem)
        } catch {
            throw OperatorFault("не прочитать", "cannot be read")
        }
        let ship = addShip(of: cruise)
        fields["ship"] = .string(ship)
        fields["stops"] = .array(cruise.stops.map { stop($0) })
        fields["prices"] = .array(cruise.prices.map { price($0, on: ship) })
        let directions = cruise.directions.map { direction($0, cruise.kind) }
        let popular = cruise.destinations.map { destination($0, cruise.kind) }
        let all = (directions + popular).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        if !all.isEmpty { fields["directions"] = .array(all.map { .string($0) }) }
        return fields
    }

    private mutating func stop(_ stop: OperatorCruise.Stop) -> JSON {
        var members: [String: JSON] = ["day": .integer(stop.day), "city": .string(city(stop.city))]
        members["arrival"] = stop.arrival.map { .string($0) }
        members["departure"] = stop.departure.map { .string($0) }
        return .object(members)
    }

    private mutating func price(_ price: OperatorCruise.Price, on ship: String) -> JSON {
        var members: [String: JSON] = ["price": price.price]
        if let title = price.cabinClass {
            members["cabin_class"] = .string(cabinClass(title, of: ship, places: 2))
        }
        return .object(members)
    }

    // MARK: Entries that others refer to

    private mutating func city(_ name: String) -> String {
        let fields: [String: JSON] = ["name": ["ru": .string(name)]]
        return put(CruiseCities.self, .city, CruiseImportNames.folded(name), named: name, fields)
    }

    private mutating func direction(_ name: String, _ kind: CruiseKind) -> String {
        let title = String(name.prefix(200))
        let fields: [String: JSON] = ["title": ["ru": .string(title)], "kind": .string(kind.rawValue)]
        return put(CruiseDirections.self, .direction, CruiseImportNames.folded(title), named: title, fields)
    }

    /// A popular route is a direction, and a destination that leads to it.
    private mutating func destination(_ name: String, _ kind: CruiseKind) -> String {
        let (direction, title) = (direction(name, kind), String(name.prefix(200)))
        let fields: [String: JSON] = [
            "title": ["ru": .string(title)], "kind": .string(kind.rawValue),
            "direction": .string(direction),
        ]
        put(CruiseDestinations.self, .destination, CruiseImportNames.folded(title), named: title, fields)
        return direction
    }

    private mutating func addShip(of cruise: OperatorCruise) -> String {
        let (ship, key) = (cruise.ship, CruiseImportNames.folded(cruise.ship.title))
        let standard: [String: JSON] = [
            "title": .string(ship.title), "kind": .string(cruise.kind.rawValue),
            "category": .string(ShipClass.standard.rawValue),
            "vendor": .string(cruise.vendor ?? options.vendor),
        ]
        let id = put(Ships.self, .ship, key, named: ship.title, standard, details: ship.fields)
        for cabin in ship.cabins { add(cabin, to: id) }
        return id
    }

    private mutating func cabinClass(_ title: String, of ship: String, places: Int64) -> String {
        let fields: [String: JSON] = [
            "ship": .string(ship), "title": .string(title), "places": .integer(places),
        ]
        let key = CruiseImportNames.part(ship, title)
        return put(CabinClasses.self, .cabinClass, key, named: title, fields)
    }

    private mutating func add(_ cabin: OperatorShip.Cabin, to ship: String) {
        let cabinClass = cabinClass(cabin.cabinClass, of: ship, places: cabin.places)
        let fields: [String: JSON] = [
            "ship": .string(ship), "number": .string(cabin.number), "deck": .string(cabin.deck),
            "cabin_class": .string(cabinClass), "places": .integer(cabin.places),
        ]
        let key = CruiseImportNames.part(ship, cabin.number)
        put(ShipCabins.self, .cabin, key, named: cabin.number, fields)
    }

    private mutating func addExcursions(of cruise: OperatorCruise, to id: String) {
        let prefix = "\(cruise.external)/"
        var kept: Set<String> = []
        for excursion in cruise.excursions where cruise.stops.indices.contains(excursion.stop) {
            let (stop, key) = (cruise.stops[excursion.stop], prefix + excursion.key)
            kept.insert(key)
            let own: [String: JSON] = [
                "cruise": .string(id), "day": .integer(stop.day), "city": .string(city(stop.city)),
                "name": .string(excursion.name),
            ]
            let fields = own.merging(excursion.fields) { $1 }
            put(
                Excursions.self,
                .excursion,
                key,
                named: nil,
                fields,
                always: CruiseOrigins.hash(.object(fields))
            )
        }
        for key in earlier[cruise.external] ?? [] where !kept.contains(key.external) {
            gone[key] = origins[.excursion, key.external]?.id
        }
    }

    // MARK: Planning

    /// The id of an object; plans its entry if it is new, or if the file says other things about it than before.
    ///
    /// `standard` is written only to a new entry, `details` also to one that is there; `always` is the hash of an object
    /// that is written each time.
    @discardableResult
    private mutating func put(
        _ declaration: any ContentDeclaration.Type,
        _ kind: CruiseOrigins.Kind,
        _ external: String,
        named name: String?,
        _ standard: [String: JSON],
        details: [String: JSON] = [:],
        always: Int64? = nil
    ) -> String {
        let key = CruiseOrigins.Key(kind: kind, external: String(external.prefix(300)))
        let hash = always ?? CruiseOrigins.hash(.object(details))
        let origin = origins[kind, key.external]
        let found = origin?.id ?? names[key]
        let id = found ?? CruiseOrigins.id(options.vendor, kind, key.external)
        let isKnown = found != nil
        if always == nil {
            // The first row that says anything about an object decides, and an object that is there needs no names.
            guard planned.insert(key).inserted, !isKnown || !details.isEmpty && origin?.hash != hash else {
                return id
            }
        }
        let fields = isKnown && always == nil ? details : standard.merging(details) { $1 }
        origins[kind, key.external] = CruiseOrigins.Origin(id: id, hash: hash)
        if always != nil, let origin, origin.hash == hash { return id }
        entries.append(
            CruiseImportEntry(
                type: declaration.type,
                id: id,
                key: key,
                isNew: !isKnown,
                fields: fields,
                hash: hash,
                line: line,
                row: row
            )
        )
        return id
    }

    /// Forgets an object that could not be written, so that a later row tries again.
    mutating func forget(_ entry: CruiseImportEntry) {
        origins.forget(entry.key)
        planned.remove(entry.key)
        guard entry.key.kind == .cruise else { return }
        for discount in Array(discounts.keys) { discounts[discount]?.removeAll { $0 == entry.id } }
    }

    /// The discounts of all rows, each for as many cruises as one entry can name.
    mutating func addDiscounts() {
        (line, row) = (0, "")
        for (discount, cruises) in discounts.sorted(by: {
            ($0.key.title, $0.key.percent) < ($1.key.title, $1.key.percent)
        }) {
            for (index, start) in stride(from: 0, to: cruises.count, by: Limits.referencesMax).enumerated() {
                let part = cruises[start..<min(start + Limits.referencesMax, cruises.count)]
                let fields: [String: JSON] = [
                    "title": .string(discount.title), "percent": .integer(discount.percent),
                    "cruises": .array(part.map { .string($0) }),
                ]
                let external = "\(CruiseImportNames.folded(discount.title))/\(discount.percent)/\(index)"
                let hash = CruiseOrigins.hash(.object(fields))
                put(Discounts.self, .discount, external, named: nil, fields, always: hash)
            }
        }
    }
}
