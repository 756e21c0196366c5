import Apps
import Core
import Feeds
import Foundation
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Import, export, and import again.
struct FeedRoundTripTests {
    /// A feed with platforms, exceptions, an interval, a transfer, a helicopter and a ship of the sea.
    private static func sample() -> FeedSample {
        var sample = FeedSample()
        sample.files["stops.txt", default: ""] += "\nD,Аэродром,56.50,38.30,0,,\nE,Пристань,56.60,38.40,0,,"
        sample.files["routes.txt", default: ""] += "\nh,bus,Ми-8,,1105\nf,bus,Паром,На остров,1200"
        sample.files["calendar_dates.txt"] = """
            service_id,date,exception_type
            week,20261112,2
            week,20261114,1
            only,20261224,1
            """
        sample.files["trips.txt", default: ""] += "\nr,week,often\nh,only,flight\nf,week,ferry"
        sample.files["stop_times.txt", default: ""] += """

            often,06:00:00,06:00:00,B,1
            often,06:30:00,06:30:00,A1,2
            flight,10:00:00,10:00:00,D,1
            flight,11:30:00,11:30:00,E,2
            ferry,23:00:00,23:10:00,E,1
            ferry,31:00:00,31:00:00,D,2
            """
        sample.files["frequencies.txt"] = """
            trip_id,start_time,end_time,headway_secs
            often,06:00:00,22:00:00,900
            """
        sample.files["transfers.txt"] = """
            from_stop_id,to_stop_id,transfer_type,min_transfer_time
            D,E,2,1800
            B,C,3,
            """
        return sample
    }

    private func imported(_ archive: [UInt8], into vitrina: Vitrina) async throws {
        let reply = try await vitrina.send(
            .post,
            "/admin/api/v1/travel/feeds/bus/import?format=gtfs",
            bytes: archive,
            headers: [.contentType: "application/octet-stream"]
        )
        #expect(reply.status == 200, "\(reply.text)")
    }

    private func exported(from vitrina: Vitrina) async throws -> [UInt8] {
        let reply = try await vitrina.send(.get, "/admin/api/v1/travel/export")
        #expect(reply.status == 200)
        return reply.bytes
    }

    /// The feed without the ids of its trips, which begin with the name of the feed they came with.
    private func read(_ archive: [UInt8]) throws -> GTFSFeed {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).zip")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(archive).write(to: file)
        let reading = try GTFSReader().read(file.path)
        #expect(reading.faults.errors == [])
        var feed = try #require(reading.feed)
        for index in feed.trips.indices { feed.trips[index].id = "" }
        return feed
    }

    // T91
    @Test(arguments: TestDatabase.all)
    func `what was imported is exported and imported elsewhere as it was`(kind: TestDatabase) async throws {
        let archive = try Self.sample().archive()
        let first = Locked<[UInt8]>([])
        try await withVitrina(kind) { vitrina in
            try await imported(archive, into: vitrina)
            let bytes = try await exported(from: vitrina)
            first.update { $0 = bytes }
        }
        try await withVitrina(kind) { vitrina in
            try await imported(first.value, into: vitrina)

            let (before, after) = (try read(first.value), try read(try await exported(from: vitrina)))

            #expect(before == after)
            #expect(before.trips.count == 5 && before.frequencies.count == 1 && before.transfers.count == 2)
            #expect(before.stops.contains { $0.platform == "1" && $0.parent != nil })
            #expect(Set(before.routes.map(\.type)) == [3, 1_105, 1_200])
            #expect(before.services.flatMap(\.added).count == 2)
        }
    }
}
