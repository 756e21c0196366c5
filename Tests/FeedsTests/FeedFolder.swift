import Foundation
import Testing

@testable import Feeds

/// A feed of a few lines, in a folder of its own, which is removed with it.
final class FeedFolder {
    static let small: [String: String] = [
        "agency.txt": """
        agency_id,agency_name,agency_url,agency_timezone
        rzd,РЖД,https://rzd.ru,Europe/Moscow
        """,
        "stops.txt": """
        stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,platform_code
        m,Москва,55.776,37.655,1,,
        m1,Москва,55.7761,37.6551,0,m,1
        t,Тверь,56.835,35.892,,,
        b,Бологое,57.876,34.052,0,,
        p,Петербург,59.93,30.362,,,
        """,
        "routes.txt": """
        route_id,agency_id,route_short_name,route_long_name,route_type,route_color
        r,rzd,752А,Москва — Петербург,2,CC6600
        """,
        "calendar.txt": """
        service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
        daily,1,1,1,1,1,1,1,20220601,20220630
        """,
        "trips.txt": """
        route_id,service_id,trip_id,trip_headsign,direction_id
        r,daily,752,Петербург,0
        """,
        "stop_times.txt": """
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        752,5:28:00,5:30:00,m1,1
        752,07:00:00,07:02:00,t,5
        752,,,b,7
        752,24:10:00,24:10:00,p,9
        """,
    ]

    let path: String

    init(_ changes: [String: String?] = [:]) throws {
        path = FileManager.default.temporaryDirectory.appending(path: "feed-\(UUID())").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for (name, text) in Self.small.merging(changes.compactMapValues { $0 }, uniquingKeysWith: { $1 })
        where !changes.contains(where: { $0.key == name && $0.value == nil }) {
            try write(Array(text.utf8), to: name)
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
    }

    func read(limits: FeedLimits = FeedLimits()) throws -> GTFSReading {
        try GTFSReader(limits: limits).read(path)
    }

    /// The faults of the small feed with one file changed.
    static func faults(_ name: String, _ text: String?) throws -> [FeedFault] {
        try FeedFolder([name: text]).read().faults.kept
    }
}
