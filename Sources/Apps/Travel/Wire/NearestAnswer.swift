import Core
import Transit
import Web

/// The stations near a place, and the nearest settlement (E4, E5; T61–T64).
struct NearestAnswer {
    /// In kilometres (decision 4).
    private static let distanceMax = 50.0
    private static let settlementDistance = 10.0

    private let call: TravelCall
    private let writer: TravelWriter
    private let timetable: Timetable

    init(_ call: TravelCall) {
        (self.call, writer, timetable) = (call, call.writer, call.timetable)
    }

    func stations() throws(Problem) -> PublicAnswer {
        let query = call.query
        let (point, distance) = (try point(), try distance(query.number("distance")))
        let (limit, offset) = (try query.limit, try query.offset)
        let found = timetable.stations(
            within: distance,
            of: point,
            kinds: try query.stationKinds(),
            transports: try query.transports()
        )
        return PublicAnswer { json in
            json.object { json in
                writer.pagination(total: found.count, limit: limit, offset: offset, &json)
                json.key("stations")
                json.array { json in
                    for near in found.dropFirst(offset).prefix(limit) { write(near, &json) }
                }
            }
        }
    }

    private func write(_ near: NearPlace, _ json: inout JSONWriter) {
        let station = timetable.stations[Int(near.index)]
        json.object { json in
            writer.members(of: near.index, &json)
            place(station.point, near.distance, &json)
            json.member("majority", Int64(station.majority))
            json.key("type_choices")
            json.object { json in
                let kind = Self.board(of: station.transport)
                json.key(kind)
                json.object { json in
                    let path = "\(writer.baseURL)/v3.0/schedule/?station=s\(station.code)"
                    json.member("desktop_url", path)
                    json.member("touch_url", path)
                }
            }
        }
    }

    private static func board(of transport: TransportKind) -> String {
        switch transport {
        case .plane: "tablo"
        case .train: "train"
        case .suburban: "suburban"
        case .bus, .water, .helicopter, .sea: "schedule"
        }
    }

    func settlement() throws(Problem) -> PublicAnswer {
        let point = try point()
        let distance =
            call.query["distance"] == nil ? Self.settlementDistance : try call.query.number("distance")
        guard let near = timetable.settlement(within: try self.distance(distance), of: point) else {
            throw .notFound(Localized("Рядом нет населённого пункта", "There is no settlement near"))
        }
        let settlement = timetable.settlements[Int(near.index)]
        return PublicAnswer { json in
            json.object { json in
                json.member("type", "settlement")
                json.member("title", writer.text(settlement.title, settlement.titleEn))
                json.member("short_title", writer.text(settlement.shortTitle))
                json.member("popular_title", writer.text(settlement.popularTitle))
                json.member("code", "c\(settlement.code)")
                place(settlement.point, near.distance, &json)
            }
        }
    }

    private func place(_ point: Point?, _ distance: Double, _ json: inout JSONWriter) {
        json.member("lat", point?.latitude ?? 0)
        json.member("lng", point?.longitude ?? 0)
        json.member("distance", distance)
    }

    private func point() throws(Problem) -> Point {
        let (latitude, longitude) = (try call.query.number("lat"), try call.query.number("lng"))
        guard let point = Point(latitude: latitude, longitude: longitude) else {
            let name = -90...90 ~= latitude ? "lng" : "lat"
            throw TravelQuery.wrong(name, "нет такого места", "is no place on the Earth")
        }
        return point
    }

    private func distance(_ distance: Double) throws(Problem) -> Double {
        guard 0...Self.distanceMax ~= distance else {
            throw TravelQuery.wrong("distance", "от 0 до 50 километров", "must be from 0 to 50 kilometres")
        }
        return distance
    }
}
