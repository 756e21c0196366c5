import Core
import Glibc
import Transit
import Web

/// A view of the map: a centre and a zoom, in the Web Mercator projection.
struct MapView: Sendable {
    static let (width, height) = (960.0, 600.0)
    static let zooms = 1.0...17.0
    /// The width of the world at zoom 0.
    private static let tile = 256.0
    /// The poles would be infinitely far away.
    private static let latitudeMax = 85.0

    let centre: Point
    let zoom: Double

    init(centre: Point, zoom: Double) {
        self.centre = centre
        self.zoom = zoom.isFinite ? min(Self.zooms.upperBound, max(Self.zooms.lowerBound, zoom)) : 4
    }

    /// Shows a window as large as it fits.
    init(fitting window: MapWindow) {
        let (left, right) = (Self.across(window.west), Self.across(window.east))
        let (top, bottom) = (Self.down(window.north), Self.down(window.south))
        let scale = min(Self.width / max(right - left, 1e-9), Self.height / max(bottom - top, 1e-9))
        let (x, y) = ((left + right) / 2, (top + bottom) / 2)
        let centre = Point(latitude: Self.latitude(y), longitude: x * 360 - 180)
        self.init(centre: centre ?? .zero, zoom: log2(scale / Self.tile))
    }

    /// The part of the world that is in sight, cut at its edges.
    var window: MapWindow? {
        let half = (x: Self.width / 2 / scale, y: Self.height / 2 / scale)
        let (x, y) = (Self.across(centre.longitude), Self.down(centre.latitude))
        return MapWindow(
            south: Self.latitude(min(1, y + half.y)),
            west: max(0, x - half.x) * 360 - 180,
            north: Self.latitude(max(0, y - half.y)),
            east: min(1, x + half.x) * 360 - 180
        )
    }

    /// The place of a point in the picture.
    func place(_ point: Point) -> (x: Double, y: Double) {
        (
            (Self.across(point.longitude) - Self.across(centre.longitude)) * scale + Self.width / 2,
            (Self.down(point.latitude) - Self.down(centre.latitude)) * scale + Self.height / 2
        )
    }

    /// A line as an SVG path.
    func path(_ points: [Point]) -> String {
        points.enumerated().map { index, point in
            let (x, y) = place(point)
            return "\(index == 0 ? "M" : "L")\(x.tenths) \(y.tenths)"
        }.joined()
    }

    private var scale: Double { Self.tile * exp2(zoom) }

    private static func across(_ longitude: Double) -> Double { (longitude + 180) / 360 }

    private static func down(_ latitude: Double) -> Double {
        let radians = min(latitudeMax, max(-latitudeMax, latitude)) * .pi / 180
        return 0.5 - log(tan(.pi / 4 + radians / 2)) / (2 * .pi)
    }

    private static func latitude(_ down: Double) -> Double {
        let degrees = atan(sinh((0.5 - down) * 2 * .pi)) * 180 / .pi
        return min(90, max(-90, degrees))
    }
}
