import Storage

/// The point of a picture that stays visible when it is cropped, in hundredths of its width and height.
package struct FocalPoint: Hashable, Sendable {
    package let x: Int
    package let y: Int

    /// The default focal point.
    package static let middle = FocalPoint(x: 50, y: 50)

    private init(x: Int, y: Int) {
        (self.x, self.y) = (x, y)
    }

    /// Throws if the point is outside the picture.
    package init(x: Int64, y: Int64) throws(Problem) {
        let faults = [("x", x), ("y", y)].filter { !(0...100 ~= $0.1) }.map {
            Fault("#/focus/\($0.0)", "должно быть от 0 до 100", "must be from 0 to 100")
        }
        guard faults.isEmpty else { throw .invalid(faults) }
        self.init(x: Int(x), y: Int(y))
    }

    /// Reads the point that a client sets.
    package init(body json: JSON) throws(Problem) {
        guard let members = json.object, Set(members.keys) == ["x", "y"], let x = members["x"]?.integer,
            let y = members["y"]?.integer
        else {
            throw .invalid([
                Fault(
                    "#/focus",
                    "должно быть вида {\"x\": 50, \"y\": 50}",
                    "must have the form {\"x\": 50, \"y\": 50}"
                )
            ])
        }
        try self.init(x: x, y: y)
    }

    /// Its form in URLs: `40,60`.
    package var mark: String { "\(x),\(y)" }

    package var json: JSON { ["x": .integer(Int64(x)), "y": .integer(Int64(y))] }
}

extension FocalPoint {
    /// Nil if the row has no focal point.
    init?(_ row: Row) throws {
        let (x, y): (Int64?, Int64?) = (try row.get("focus_x"), try row.get("focus_y"))
        guard let x, let y else { return nil }
        try self.init(x: x, y: y)
    }
}

extension FocalPoint: JSONReadable {
    package init(json: JSON) throws(Fault) {
        let (x, y): (Int64, Int64) = (try json.get("x"), try json.get("y"))
        guard let point = try? FocalPoint(x: x, y: y) else {
            throw Fault("#", "должно быть от 0 до 100", "must be from 0 to 100")
        }
        self = point
    }
}
