import Transit

/// The tree of countries, regions, settlements and stations that the schedules API answers.
///
/// Every part holds the index of the one that it lies in.
package struct StationsList: Sendable, Hashable {
    package struct Country: Sendable, Hashable {
        package var title = ""
        /// `l225`; empty if there is none.
        package var code = ""

        package init() {}
    }

    package struct Region: Sendable, Hashable {
        package var country: Int32 = 0
        package var title = ""
        /// `r1`; empty if there is none.
        package var code = ""

        package init() {}
    }

    package struct Settlement: Sendable, Hashable {
        package var region: Int32 = 0
        /// May be empty, for stations that belong to no settlement.
        package var title = ""
        /// `c213`; empty if there is none.
        package var code = ""

        package init() {}
    }

    package struct Station: Sendable, Hashable {
        package var settlement: Int32 = 0
        package var title = ""
        /// `s9613602`.
        package var code = ""
        /// The ESR code of the railways; empty if there is none.
        package var esrCode = ""
        package var direction = ""
        /// One of `stationTypes`.
        package var stationType = ""
        /// One of `transportTypes`.
        package var transportType = ""
        /// Degrees; nil if the file has `""`.
        package var latitude: Double?
        package var longitude: Double?

        package init() {}
    }

    package var countries: [Country] = []
    package var regions: [Region] = []
    package var settlements: [Settlement] = []
    package var stations: [Station] = []

    package init() {}

    package static let stationTypes = StationKind.allCases.map(\.name)
    package static let transportTypes = TransportKind.allCases.map(\.name)
}
