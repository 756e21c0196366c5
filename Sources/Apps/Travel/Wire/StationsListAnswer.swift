import Core
import HTTPTypes
import Hummingbird
import NIOCore
import Storage
import Transit
import Web

/// The tree of all stations as bytes that are sent again and again (E7).
struct PreparedStationsList: Sendable {
    let body: ByteBuffer
    let gzip: ByteBuffer?
    let etag: String

    init(_ bytes: [UInt8]) {
        body = ByteBuffer(bytes: bytes)
        gzip = Gzip.compressed(bytes).map { ByteBuffer(bytes: $0) }
        etag = String(SHA256.hex(bytes).prefix(32))
    }
}

/// The list of all stations: made once for a timetable and language (T69–T78, T21, T22).
struct StationsListAnswer {
    private let writer: TravelWriter
    private let timetable: Timetable

    init(_ call: TravelCall) {
        (writer, timetable) = (call.writer, call.timetable)
    }

    func response(to request: Request) async throws -> Response {
        let list = try await list()
        let isCompressed = list.gzip != nil && request.headers[.acceptEncoding]?.contains("gzip") == true
        let etag = isCompressed ? "\"\(list.etag)-gz\"" : "\"\(list.etag)\""
        var headers: HTTPFields = [
            .eTag: etag, .cacheControl: "private, no-cache", .vary: "Accept, Accept-Encoding",
            .contentType: Self.isOnlyJSON(request) ? "application/json" : "text/html; charset=utf-8",
        ]
        if let known = request.headers[.ifNoneMatch], known == "*" || known.contains(list.etag) {
            return Response(status: .notModified, headers: headers)
        }
        if isCompressed { headers[.contentEncoding] = "gzip" }
        let body = isCompressed ? list.gzip ?? list.body : list.body
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: body))
    }

    /// Clients read JSON from HTML unless they accept nothing else (decision 3).
    private static func isOnlyJSON(_ request: Request) -> Bool {
        let types = (request.headers[.accept] ?? "*/*").split(separator: ",").map {
            $0.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
        }
        return types.allSatisfy { $0 == "application/json" }
    }

    /// One request makes the list, and those that come meanwhile wait for it: each list takes tens of megabytes.
    private func list() async throws -> PreparedStationsList {
        let (lists, language) = (writer.state.lists, writer.language)
        if let known = lists.value[language] { return known }
        try await writer.state.making.run {
            guard lists.value[language] == nil else { return }
            let made = PreparedStationsList(bytes())
            lists.update { $0[language] = made }
        }
        guard let made = lists.value[language] else { throw StorageError.other("the list was not made") }
        return made
    }

    // MARK: The tree

    private func bytes() -> [UInt8] {
        var json = JSONWriter(capacity: timetable.stations.count * 300)
        let bySettlement = Dictionary(grouping: visible) { timetable.stations[Int($0)].settlement }
        // Stations outside of settlements stand in a settlement without a title.
        let alone = Dictionary(grouping: bySettlement[-1] ?? []) { area(of: timetable.stations[Int($0)]) }
        let towns = Dictionary(grouping: bySettlement.keys.filter { $0 >= 0 }.sorted()) { index -> Area in
            let settlement = timetable.settlements[Int(index)]
            return Area(country: settlement.country, region: settlement.region)
        }
        json.object { json in
            json.key("countries")
            json.array { json in
                for country in Int32(0)..<Int32(timetable.countries.count) {
                    let regions = Set(alone.keys).union(towns.keys).filter { $0.country == country }
                        .sorted { $0.region < $1.region }
                    write(country, &json) { json in
                        for area in regions {
                            write(area, &json) { json in
                                for town in towns[area] ?? [] { write(town, bySettlement[town] ?? [], &json) }
                                if let alone = alone[area] { write(nil, alone, &json) }
                            }
                        }
                    }
                }
            }
        }
        return json.take()
    }

    private struct Area: Hashable {
        let country: Int32
        let region: Int32
    }

    private func area(of station: TransitPlace.Station) -> Area {
        Area(country: station.country, region: station.region)
    }

    private var visible: [Int32] {
        (0..<Int32(timetable.stations.count)).filter { !timetable.stations[Int($0)].isHidden }
    }

    private func write(_ country: Int32, _ json: inout JSONWriter, _ regions: (inout JSONWriter) -> Void) {
        let country = timetable.countries[Int(country)]
        json.object { json in
            head(writer.text(country.title, country.titleEn), "l\(country.code)", &json)
            json.key("regions")
            json.array(regions)
        }
    }

    private func write(_ area: Area, _ json: inout JSONWriter, _ settlements: (inout JSONWriter) -> Void) {
        let region = area.region >= 0 ? timetable.regions[Int(area.region)] : nil
        json.object { json in
            head(
                region.map { writer.text($0.title, $0.titleEn) } ?? "",
                region.map { "r\($0.code)" },
                &json
            )
            json.key("settlements")
            json.array(settlements)
        }
    }

    private func write(_ settlement: Int32?, _ stations: [Int32], _ json: inout JSONWriter) {
        let settlement = settlement.map { timetable.settlements[Int($0)] }
        json.object { json in
            head(
                settlement.map { writer.text($0.title, $0.titleEn) } ?? "",
                settlement.map { "c\($0.code)" },
                &json
            )
            json.key("stations")
            json.array { json in for station in stations { write(station, &json) } }
        }
    }

    private func head(_ title: String, _ code: String?, _ json: inout JSONWriter) {
        json.member("title", title)
        json.key("codes")
        json.object { json in if let code { json.member("yandex_code", code) } }
    }

    private func write(_ index: Int32, _ json: inout JSONWriter) {
        let station = timetable.stations[Int(index)]
        json.object { json in
            json.member("title", writer.text(station.title, station.titleEn))
            json.key("codes")
            json.object { json in
                json.member("yandex_code", "s\(station.code)")
                // Only railways have one (T75).
                if station.transport.isRailway, let esr = timetable.texts.given(station.esr) {
                    json.member("esr_code", esr)
                }
            }
            json.member("direction", writer.text(station.direction))
            json.member("station_type", station.kind.name)
            json.member("transport_type", station.transport.name)
            if let point = station.point {
                json.member("longitude", point.longitude)
                json.member("latitude", point.latitude)
            } else {
                json.member("longitude", "")
                json.member("latitude", "")
            }
        }
    }
}
