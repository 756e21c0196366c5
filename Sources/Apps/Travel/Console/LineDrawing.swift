import Core
import Glibc
import Transit
import Web

/// A line of places, drawn to fit a small picture.
struct LineDrawing: Sendable {
    private static let (width, height, margin) = (360.0, 200.0, 14.0)

    private let places: [(x: Double, y: Double)]

    /// Nil without two places.
    init?(_ points: [Point]) {
        guard points.count > 1, let window = MapWindow(around: points) else { return nil }
        let shrink = cos((window.south + window.north) / 2 * .pi / 180)
        let (across, up) = ((window.east - window.west) * shrink, window.north - window.south)
        let scale = min((Self.width - 2 * Self.margin) / across, (Self.height - 2 * Self.margin) / up)
        let (middle, centre) = ((window.west + window.east) / 2, (window.south + window.north) / 2)
        places = points.map { point in
            (
                Self.width / 2 + (point.longitude - middle) * shrink * scale,
                Self.height / 2 - (point.latitude - centre) * scale
            )
        }
    }

    var json: JSON {
        [
            "path": .string(
                places.enumerated().map { index, place in
                    "\(index == 0 ? "M" : "L")\(place.x.tenths) \(place.y.tenths)"
                }.joined()
            ),
            "dots": .array(
                places.map { ["x": .string($0.x.tenths), "y": .string($0.y.tenths)] }
            ),
        ]
    }
}
