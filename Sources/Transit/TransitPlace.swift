import Glibc

/// The places of a timetable, as its arrays keep them: links are positions in the arrays, -1 for none.
package enum TransitPlace {
    package struct Country: Sendable {
        package let code: Int64
        package let title: TextPool.ID
        package let titleEn: TextPool.ID
    }

    package struct Region: Sendable {
        package let code: Int64
        package let country: Int32
        package let title: TextPool.ID
        package let titleEn: TextPool.ID
    }

    package struct Settlement: Sendable {
        package let code: Int64
        package let country: Int32
        package let region: Int32
        package let title: TextPool.ID
        package let titleEn: TextPool.ID
        package let shortTitle: TextPool.ID
        package let popularTitle: TextPool.ID
        package let point: Point?
        let zone: UInt16
    }

    package struct Station: Sendable {
        package let code: Int64
        package let country: Int32
        package let region: Int32
        package let settlement: Int32
        package let title: TextPool.ID
        package let titleEn: TextPool.ID
        package let shortTitle: TextPool.ID
        package let popularTitle: TextPool.ID
        /// The suburban line that it stands on.
        package let direction: TextPool.ID
        package let esr: TextPool.ID
        package let express: TextPool.ID
        package let iata: TextPool.ID
        package let sirena: TextPool.ID
        package let point: Point?
        let zone: UInt16
        package let kind: StationKind
        package let transport: TransportKind
        /// From 1, the most important.
        package let majority: UInt8
        package let isHidden: Bool
    }
}

/// A place on the Earth, in degrees.
package struct Point: Sendable, Hashable {
    /// The mean radius of the Earth (IUGG), in kilometres.
    private static let radius = 6_371.0088

    package let latitude: Double
    package let longitude: Double

    /// Nil outside of -90...90 and -180...180.
    package init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        (self.latitude, self.longitude) = (latitude, longitude)
    }

    /// Off the coast of Africa, where both are nothing.
    package static let zero = Point()

    private init() {
        (latitude, longitude) = (0, 0)
    }

    /// The length of the great circle in kilometres, by the haversine formula.
    package func distance(to other: Point) -> Double {
        let radians = Double.pi / 180
        let (north, east) = (other.latitude - latitude, other.longitude - longitude)
        let (sine, across) = (sin(north * radians / 2), sin(east * radians / 2))
        let a = sine * sine + cos(latitude * radians) * cos(other.latitude * radians) * across * across
        return 2 * Self.radius * asin(min(1, a.squareRoot()))
    }

    /// The kilometres of one degree of latitude.
    static let kilometresPerDegree = radius * Double.pi / 180
}
