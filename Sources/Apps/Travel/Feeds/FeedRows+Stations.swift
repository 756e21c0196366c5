import Core
import Feeds
import Transit

extension FeedRows {
    /// The rows of a stations list, which has the codes of apps; a place without a code keeps its stations for the place above.
    ///
    /// A list knows no time zones: a settlement keeps that of its row, or is given that of the options.
    /// Throws a fault for each code that is no number after its letter, or stands there twice.
    init(_ list: StationsList, _ options: FeedOptions) throws(Problem) {
        self.init()
        var codes = ListedCodes()
        var regionPlaces: [(country: Int64, region: Int64?)] = []
        var settlementPlaces: [Int64?] = []
        let countryCodes = list.countries.map { country -> Int64 in
            guard let code = codes.code(country.code, "l") else { return options.country }
            countries.append((country.code, AreaRow(code: code, title: country.title.cutToTitle)))
            return code
        }
        for region in list.regions {
            let country = countryCodes[Int(region.country)]
            let code = codes.code(region.code, "r")
            regionPlaces.append((country, code))
            guard let code else { continue }
            let row = AreaRow(code: code, country: country, title: region.title.cutToTitle)
            regions.append((region.code, row))
        }
        for settlement in list.settlements {
            let code = codes.code(settlement.code, "c")
            settlementPlaces.append(code)
            guard let code else { continue }
            let place = regionPlaces[Int(settlement.region)]
            let row = SettlementRow(
                code: code,
                country: place.country,
                region: place.region,
                title: settlement.title.cutToTitle,
                zone: options.zone
            )
            settlements.append((settlement.code, row))
        }
        for station in list.stations {
            guard let code = codes.code(station.code, "s") else { continue }
            let place = regionPlaces[Int(list.settlements[Int(station.settlement)].region)]
            let settlement = settlementPlaces[Int(station.settlement)]
            var row = StationRow(
                code: code,
                country: place.country,
                settlement: settlement,
                title: station.title.cutToTitle,
                transport: TransportKind(name: station.transportType) ?? .train,
                // The zone of the settlement is right, if there is one.
                zone: settlement == nil ? options.zone : nil
            )
            row.take(station, region: place.region)
            stations.append((station.code, row))
        }
        guard codes.faults.isEmpty else { throw .invalid(codes.faults) }
    }
}

extension StationRow {
    fileprivate mutating func take(_ station: StationsList.Station, region: Int64?) {
        self.region = region
        kind = StationKind(name: station.stationType) ?? .unspecified
        direction = station.direction.isEmpty ? nil : station.direction.cutToTitle
        esr = station.esrCode.isEmpty ? nil : station.esrCode
        point = station.latitude.flatMap { latitude in
            station.longitude.flatMap { Point(latitude: latitude, longitude: $0) }
        }
    }
}

/// Reads the codes of a stations list, each once.
private struct ListedCodes {
    private static let faultsMax = 100

    private var known: Set<String> = []
    private(set) var faults: [Fault] = []

    /// Nil for an empty code, or one with a fault.
    mutating func code(_ text: String, _ letter: Character) -> Int64? {
        guard !text.isEmpty else { return nil }
        guard text.first == letter, let code = Int64(text.dropFirst()), 1...Int64(Int32.max) ~= code else {
            add(text, "не код: нужна буква \(letter) и число", "is no code: \(letter) and a number")
            return nil
        }
        guard known.insert(text).inserted else {
            add(text, "код встречается дважды", "is there twice")
            return nil
        }
        return code
    }

    private mutating func add(_ code: String, _ ru: String, _ en: String) {
        guard faults.count < Self.faultsMax else { return }
        faults.append(Fault("#/\(code.prefix(40))", ru, en))
    }
}
