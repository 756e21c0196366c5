import Foundation
import Testing

@testable import Feeds

struct StationsListReaderTests {
    static let small = """
        {"countries": [
          {"title": "Россия", "codes": {"yandex_code": "l225"}, "regions": [
            {"title": "Москва и область", "codes": {"yandex_code": "r1"}, "settlements": [
              {"title": "Москва", "codes": {"yandex_code": "c213"}, "stations": [
                {"title": "Ленинградский \\u0432окзал", \
        "codes": {"yandex_code": "s2006004", "esr_code": "060073"},
                 "direction": "", "station_type": "train_station", "transport_type": "train",
                 "longitude": 37.655, "latitude": 55.776, "extra": [1, {"a": null}]},
                {"title": "Речной", "codes": {"yandex_code": "s9"}, "direction": "", "station_type": "",
                 "transport_type": "sea", "longitude": "", "latitude": ""}
              ]},
              {"title": "", "codes": {}, "stations": []}
            ]}
          ]}
        ]}
        """

    private let folder: FeedFolder

    init() throws {
        folder = try FeedFolder()
    }

    private func read(_ text: String) throws -> StationsListReading {
        try folder.write(Array(text.utf8), to: "stations.json")
        return try StationsListReader().read(folder.path + "/stations.json")
    }

    // T71, T74, T91
    @Test func `a tree of stations is read whole`() throws {
        let reading = try read(Self.small)

        let list = try #require(reading.list)
        #expect(reading.faults.kept == [])
        #expect(list.countries.map(\.code) == ["l225"])
        #expect(list.regions.map(\.title) == ["Москва и область"])
        #expect(list.settlements.map(\.title) == ["Москва", ""])
        #expect(list.stations.map(\.title) == ["Ленинградский вокзал", "Речной"])
        #expect(list.stations.map(\.esrCode) == ["060073", ""])
        #expect(list.stations.map(\.latitude) == [55.776, nil])
        #expect(list.stations.map(\.settlement) == [0, 0])
    }

    // T73, T91
    @Test(arguments: [
        ("\"s9\"", "\"s2006004\"", FeedFault.Reason.duplicate, "codes/yandex_code", 8),
        ("\"s9\"", "\"x9\"", .badCode, "codes/yandex_code", 8),
        ("\"s9\"", "null", .missingValue, "codes/yandex_code", 9),
        ("\"Речной\"", "7", .wrongType("string"), "title", 8),
        ("\"sea\"", "\"rocket\"", .badChoice(StationsList.transportTypes), "transport_type", 9),
        ("\"latitude\": \"\"", "\"latitude\": 91", .badLatitude, "latitude", 9),
        ("\"latitude\": \"\"", "\"latitude\": \"north\"", .badLatitude, "latitude", 9),
        ("\"latitude\": \"\"", "\"latitude\": []", .wrongType("number"), "latitude", 9),
        ("\"latitude\": \"\"", "\"title\": \"x\"", .duplicateKey, "title", 9),
    ])
    func `a fault has a pointer and a line`(
        old: String,
        new: String,
        reason: FeedFault.Reason,
        field: String,
        line: Int
    ) throws {
        let reading = try read(Self.small.replacing(old, with: new))

        let fault = try #require(reading.faults.errors.first { $0.reason == reason })
        #expect(fault.field == "#/countries/0/regions/0/settlements/0/stations/1/" + field)
        #expect(fault.line == line)
        #expect(reading.list == nil)
    }

    @Test func `what is no JSON ends the reading`() throws {
        #expect(try read("").faults.errors.map(\.reason) == [.wrongType("object"), .incomplete])
        #expect(try read("{}").faults.errors.map(\.field) == ["#/countries"])
        #expect(try read("{\"countries\": [] } x").faults.errors.map(\.reason) == [.badJSON])
        #expect(try read("{\"countries\": [,]}").list == nil)
        let deep = String(repeating: "[", count: 100_000)
        #expect(try read("{\"x\": \(deep)").faults.errors.map(\.reason).contains(.nestedTooDeep))
        for length in 0..<Self.small.utf8.count - 1 {
            let text = String(decoding: Self.small.utf8.prefix(length), as: UTF8.self)
            #expect(try read(text).list == nil)
        }
    }
}
