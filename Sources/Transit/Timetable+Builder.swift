import Storage

extension Timetable {
    /// Makes a timetable of rows: first places, then calendars and threads, then the rest.
    ///
    /// A row that refers to a row that was not added is left out; the answer of `add` is false then.
    package struct Builder {
        var timetable = Timetable()
        var texts = TextPool.Builder()
        private var zoneIndexes: [String: UInt16] = [:]
        private var calendarIndexes: [Int64: Int32] = [:]
        private var threadIndexes: [Int64: Int32] = [:]

        package init() {}

        // MARK: Places

        package mutating func addCountry(_ code: Int64, title: String, titleEn: String?) {
            timetable.countryCodes[code] = Int32(timetable.countries.count)
            timetable.countries.append(
                TransitPlace.Country(code: code, title: texts.id(title), titleEn: texts.id(titleEn))
            )
        }

        @discardableResult
        package mutating func addRegion(
            _ code: Int64,
            country: Int64,
            title: String,
            titleEn: String?
        ) -> Bool {
            guard let country = timetable.countryCodes[country] else { return false }
            timetable.regionCodes[code] = Int32(timetable.regions.count)
            timetable.regions.append(
                TransitPlace.Region(
                    code: code,
                    country: country,
                    title: texts.id(title),
                    titleEn: texts.id(titleEn)
                )
            )
            return true
        }

        @discardableResult
        package mutating func add(_ settlement: SettlementRow) -> Bool {
            guard let country = timetable.countryCodes[settlement.country], let zone = zone(settlement.zone)
            else { return false }
            timetable.settlementCodes[settlement.code] = Int32(timetable.settlements.count)
            timetable.settlements.append(
                TransitPlace.Settlement(
                    code: settlement.code,
                    country: country,
                    region: settlement.region.flatMap { timetable.regionCodes[$0] } ?? -1,
                    title: texts.id(settlement.title),
                    titleEn: texts.id(settlement.titleEn),
                    shortTitle: texts.id(settlement.shortTitle),
                    popularTitle: texts.id(settlement.popularTitle),
                    point: settlement.point,
                    zone: zone
                )
            )
            return true
        }

        @discardableResult
        package mutating func add(_ station: StationRow) -> Bool {
            let settlement = station.settlement.flatMap { timetable.settlementCodes[$0] }
            let inherited = settlement.map { timetable.settlements[Int($0)].zone }
            guard let country = timetable.countryCodes[station.country],
                let zone = station.zone.flatMap({ zone($0) }) ?? inherited
            else { return false }
            timetable.stationCodes[station.code] = Int32(timetable.stations.count)
            timetable.stations.append(
                TransitPlace.Station(
                    code: station.code,
                    country: country,
                    region: station.region.flatMap { timetable.regionCodes[$0] } ?? -1,
                    settlement: settlement ?? -1,
                    title: texts.id(station.title),
                    titleEn: texts.id(station.titleEn),
                    shortTitle: texts.id(station.shortTitle),
                    popularTitle: texts.id(station.popularTitle),
                    direction: texts.id(station.direction),
                    esr: texts.id(station.esr),
                    express: texts.id(station.express),
                    iata: texts.id(station.iata),
                    sirena: texts.id(station.sirena),
                    point: station.point,
                    zone: zone,
                    kind: station.kind,
                    transport: station.transport,
                    majority: station.majority,
                    isHidden: station.isHidden
                )
            )
            return true
        }

        // MARK: Threads

        package mutating func addCalendar(_ id: Int64, _ days: RunningDays) {
            calendarIndexes[id] = Int32(timetable.calendars.count)
            timetable.calendars.append(days)
            timetable.calendarIDs.append(id)
        }

        @discardableResult
        package mutating func add(_ thread: ThreadRow) -> Bool {
            guard let calendar = calendarIndexes[thread.calendar], let zone = zone(thread.zone) else {
                return false
            }
            let firstStop = timetable.stops.count
            for stop in thread.stops {
                guard let station = timetable.stationCodes[stop.station] else {
                    timetable.stops.removeSubrange(firstStop...)
                    return false
                }
                timetable.stops.append(
                    TransitStop(
                        station: station,
                        arrivalOrNone: stop.arrival ?? TransitStop.none,
                        departureOrNone: stop.departure ?? TransitStop.none,
                        platform: texts.id(stop.platform),
                        terminal: texts.id(stop.terminal),
                        boarding: stop.boarding
                    )
                )
            }
            threadIndexes[thread.id] = Int32(timetable.threads.count)
            timetable.uids[thread.uid] = Int32(timetable.threads.count)
            timetable.threads.append(entry(thread, calendar, zone, firstStop))
            return true
        }

        private mutating func entry(
            _ thread: ThreadRow,
            _ calendar: Int32,
            _ zone: UInt16,
            _ firstStop: Int
        ) -> TransitThread {
            TransitThread(
                id: thread.id,
                uid: texts.id(thread.uid),
                number: texts.id(thread.number),
                title: texts.id(thread.title),
                titleEn: texts.id(thread.titleEn),
                shortTitle: texts.id(thread.shortTitle),
                vehicle: texts.id(thread.vehicle),
                expressType: texts.id(thread.expressType),
                stopping: texts.id(thread.stopping),
                subtype: texts.id(thread.subtype),
                carrier: texts.id(thread.carrier),
                frequency: thread.frequency,
                calendar: calendar,
                zone: zone,
                transport: thread.transport,
                isFuzzy: thread.isFuzzy,
                firstStop: Int32(firstStop),
                stopCount: Int32(thread.stops.count)
            )
        }

        // MARK: What stands beside them

        /// `seconds` is nil where one cannot change.
        package mutating func setChangeTime(from origin: Int64, to destination: Int64, _ seconds: Int32?) {
            guard let origin = timetable.stationCodes[origin],
                let destination = timetable.stationCodes[destination]
            else { return }
            timetable.changeTimes.set(origin, destination, seconds)
        }

        /// `origin` and `destination` are codes, `s9613062` or `c213`; nil for every ride of the thread.
        package mutating func add(
            _ fare: Fares.Fare,
            thread: Int64?,
            from origin: String?,
            to destination: String?
        ) {
            let known = thread.flatMap { threadIndexes[$0] }
            let ends = (from: origin.flatMap(end), to: destination.flatMap(end))
            // A price of a place that is gone must not become one of every ride.
            if (thread != nil && known == nil) || (origin != nil && ends.from == nil)
                || (destination != nil && ends.to == nil)
            {
                return
            }
            timetable.fares.add(fare, thread: known, from: ends.from, to: ends.to)
        }

        private func end(_ code: String) -> Fares.End? {
            guard let number = Int64(code.dropFirst()) else { return nil }
            return switch code.first {
            case "s": timetable.stationCodes[number].map { .station($0) }
            case "c": timetable.settlementCodes[number].map { .settlement($0) }
            case _: nil
            }
        }

        private mutating func zone(_ name: String) -> UInt16? {
            if let index = zoneIndexes[name] { return index }
            guard timetable.zones.count < Int(UInt16.max), let zone = Zone(name) else { return nil }
            let index = UInt16(timetable.zones.count)
            timetable.zones.append(zone)
            zoneIndexes[name] = index
            return index
        }

        /// The finished timetable, with its indexes.
        package consuming func build() -> Timetable {
            var timetable = timetable
            timetable.texts = texts.pool
            timetable.makeIndexes()
            return timetable
        }
    }
}

extension Timetable {
    /// The most stations of a settlement between which passengers change.
    private static let hubsMax = 64

    fileprivate mutating func makeIndexes() {
        var visits: [(group: Int32, element: Visit)] = []
        visits.reserveCapacity(stops.count)
        for (index, thread) in threads.enumerated() {
            for position in 0..<thread.stopCount {
                let station = stops[Int(thread.firstStop + position)].station
                visits.append((station, Visit(thread: Int32(index), position: position)))
            }
        }
        self.visits = Groups(stations.count, visits)
        var members: [(group: Int32, element: Int32)] = []
        for (index, station) in stations.enumerated() where station.settlement >= 0 && !station.isHidden {
            members.append((station.settlement, Int32(index)))
        }
        self.members = Groups(settlements.count, members)
        let hubs = (0..<Int32(settlements.count)).flatMap { settlement in
            self.members[settlement].filter { stations[Int($0)].kind.isHub }
                .sorted { (stations[Int($0)].majority, $0) < (stations[Int($1)].majority, $1) }
                .prefix(Self.hubsMax).map { (settlement, $0) }
        }
        self.hubs = Groups(settlements.count, hubs)
        stationsByLatitude = Self.southToNorth(stations.enumerated().map { ($0.offset, $0.element.point) })
        settlementsByLatitude = Self.southToNorth(
            settlements.enumerated().map { ($0.offset, $0.element.point) }
        )
        for (index, station) in stations.enumerated() {
            let codes: [(CodeSystem, TextPool.ID)] = [
                (.esr, station.esr), (.express, station.express), (.iata, station.iata),
                (.sirena, station.sirena),
            ]
            for (system, code) in codes where code != .none {
                systemCodes[system, default: [:]][texts[code], default: []].append(Int32(index))
            }
        }
        patterns = Patterns(self)
    }

    private static func southToNorth(_ places: [(index: Int, point: Point?)]) -> [Int32] {
        places.compactMap { place in place.point.map { (Int32(place.index), $0.latitude) } }
            .sorted { $0.1 < $1.1 }.map { $0.0 }
    }
}
