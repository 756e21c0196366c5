import Core

/// Makes a stations list of the values that a scanner reads.
struct StationsListParser {
    private(set) var list = StationsList()
    var faults: FeedFaults
    private let limits: FeedLimits
    private var codes = KeyIndex()
    private var texts = CellTexts()

    init(limits: FeedLimits) {
        self.limits = limits
        faults = FeedFaults(keptMax: limits.faultsMax)
    }

    /// True if the code has not been read before.
    mutating func isNew(_ code: String) -> Bool { codes.insert(Array(code.utf8)[...]).isNew }

    /// The same text, kept once.
    mutating func keep(_ text: String, _ scanner: JSONScanner) throws -> String {
        guard texts.size <= limits.textSizeMax else { throw scanner.fault(.tooMuchText) }
        return texts.text(Array(text.utf8)[...]) ?? text
    }

    mutating func parse(_ scanner: inout JSONScanner) throws {
        var hasCountries = false
        try members(&scanner) { parser, scanner, name in
            guard name == "countries" else { return try scanner.skip() }
            hasCountries = true
            try parser.elements(&scanner) { try $0.parseCountry(&$1) }
        }
        try scanner.finish()
        if !hasCountries { require("", "countries", scanner) }
    }

    /// A fault at the end of an object that has no such member, or an empty one.
    private mutating func require(_ text: String, _ name: String, _ scanner: JSONScanner) {
        guard text.isEmpty else { return }
        let place = "\(scanner.pointer)/\(name)"
        faults.add(FeedFault(.missingValue, file: scanner.file, line: scanner.line, field: place))
    }

    /// The count, where one more may come.
    private func room(_ count: Int, _ scanner: JSONScanner) throws -> Int {
        guard count < limits.rowsMax else { throw scanner.fault(.tooManyRows(max: limits.rowsMax)) }
        return count
    }

    private mutating func parseCountry(_ scanner: inout JSONScanner) throws {
        let index = try room(list.countries.count, scanner)
        list.countries.append(StationsList.Country())
        try members(&scanner) { parser, scanner, name in
            switch name {
            case "title": parser.list.countries[index].title = try parser.text(&scanner)
            case "codes": parser.list.countries[index].code = try parser.codes(&scanner, prefix: "l").yandex
            case "regions": try parser.elements(&scanner) { try $0.parseRegion(&$1, of: index) }
            case _: try scanner.skip()
            }
        }
        require(list.countries[index].title, "title", scanner)
    }

    private mutating func parseRegion(_ scanner: inout JSONScanner, of country: Int) throws {
        let index = try room(list.regions.count, scanner)
        list.regions.append(StationsList.Region())
        list.regions[index].country = Int32(country)
        try members(&scanner) { parser, scanner, name in
            switch name {
            // Stations of a small country lie in a region without a name.
            case "title": parser.list.regions[index].title = try parser.text(&scanner)
            case "codes": parser.list.regions[index].code = try parser.codes(&scanner, prefix: "r").yandex
            case "settlements": try parser.elements(&scanner) { try $0.parseSettlement(&$1, of: index) }
            case _: try scanner.skip()
            }
        }
    }

    private mutating func parseSettlement(_ scanner: inout JSONScanner, of region: Int) throws {
        let index = try room(list.settlements.count, scanner)
        list.settlements.append(StationsList.Settlement())
        list.settlements[index].region = Int32(region)
        try members(&scanner) { parser, scanner, name in
            switch name {
            case "title": parser.list.settlements[index].title = try parser.text(&scanner)
            case "codes":
                parser.list.settlements[index].code = try parser.codes(&scanner, prefix: "c").yandex
            case "stations": try parser.elements(&scanner) { try $0.parseStation(&$1, of: index) }
            case _: try scanner.skip()
            }
        }
    }

    private mutating func parseStation(_ scanner: inout JSONScanner, of settlement: Int) throws {
        _ = try room(list.stations.count, scanner)
        var station = StationsList.Station()
        station.settlement = Int32(settlement)
        try members(&scanner) { parser, scanner, name in
            switch name {
            case "title": station.title = try parser.text(&scanner)
            case "codes":
                (station.code, station.esrCode) = try parser.codes(&scanner, prefix: "s")
            case "direction": station.direction = try parser.text(&scanner)
            case "station_type":
                station.stationType = try parser.choice(&scanner, StationsList.stationTypes)
            case "transport_type":
                station.transportType = try parser.choice(&scanner, StationsList.transportTypes)
            case "latitude": station.latitude = try parser.degrees(&scanner, 90, .badLatitude)
            case "longitude": station.longitude = try parser.degrees(&scanner, 180, .badLongitude)
            case _: try scanner.skip()
            }
        }
        require(station.title, "title", scanner)
        require(station.code, "codes/yandex_code", scanner)
        require(station.transportType, "transport_type", scanner)
        list.stations.append(station)
    }
}
