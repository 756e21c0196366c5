import Foundation
import Testing

@testable import Feeds

struct GTFSReaderTests {
    @Test func `a small feed is read whole`() throws {
        let reading = try FeedFolder(["shapes.txt": "shape_id\n1\n"]).read()

        let feed = try #require(reading.feed)
        #expect(reading.faults.kept == [])
        #expect(reading.ignoredFiles == ["shapes.txt"])
        #expect(feed.agencies.map(\.timeZone) == ["Europe/Moscow"])
        #expect(feed.routes.map(\.longName) == ["Москва — Петербург"])
        #expect(feed.routes[0].color == 0xCC6600)
        #expect(feed.stops.map(\.station) == [0, 0, 2, 3, 4])
        #expect(feed.stops[1].parent == 0)
        #expect(feed.trips[0].direction == 0)
        #expect(feed.services[0].weekdays == 127)
        #expect(feed.services[0].start?.iso == "2022-06-01")
    }

    // T36
    @Test func `a train over midnight counts its hours on`() throws {
        let feed = try #require(try FeedFolder().read().feed)

        let times = feed.stopTimes(of: feed.trips[0])

        #expect(times.map(\.departure) == [19_800, 25_320, 56_160, 87_000])
        #expect(times.map(\.arrival) == [19_680, 25_200, 56_160, 87_000])
        #expect(times.map(\.isApproximate) == [false, false, true, false])
    }

    @Test func `a missing time is interpolated by distance where the feed has it`() throws {
        let table = """
            trip_id,stop_id,stop_sequence,arrival_time,departure_time,shape_dist_traveled
            752,m1,1,10:00:00,10:00:00,0
            752,t,2,,,10
            752,b,3,,,90
            752,p,4,11:40:00,,100
            """

        let feed = try #require(try FeedFolder(["stop_times.txt": table]).read().feed)

        #expect(feed.stopTimes.arrivals == [36_000, 36_600, 41_400, 42_000])
    }

    @Test func `rows in any order become the order of trips and sequences`() throws {
        let trips = "trip_id,route_id,service_id\na,r,daily\nb,r,daily\n"
        let table = """
            stop_sequence,departure_time,arrival_time,stop_id,trip_id
            20,12:00:00,12:00:00,p,b
            3,11:00:00,11:00:00,p,a
            10,10:00:00,10:00:00,m1,b
            1,9:00:00,9:00:00,t,a
            """

        let feed = try #require(try FeedFolder(["trips.txt": trips, "stop_times.txt": table]).read().feed)

        #expect(feed.stopTimes.arrivals == [32_400, 39_600, 36_000, 43_200])
        #expect(feed.stopTimes.stops == [2, 4, 1, 4])
        #expect(feed.trips.map(\.stopTimes) == [0..<2, 2..<4])
    }

    @Test(arguments: ["\n", "\r\n", "\r"])
    func `line breaks, a mark, quotes and columns of any order are read`(end: String) throws {
        let lines = [
            "\u{FEFF}junk, agency_timezone ,agency_url,\"agency_name\",agency_id",
            "x,Europe/Moscow,https://rzd.ru,\"ОАО \"\"РЖД\"\", Москва\",rzd", "", "",
        ]

        let reading = try FeedFolder(["agency.txt": lines.joined(separator: end)]).read()

        #expect(reading.faults.kept == [])
        #expect(reading.feed?.agencies.map(\.name) == ["ОАО \"РЖД\", Москва"])
    }

    @Test func `days that are added and removed join their service`() throws {
        let dates = """
            service_id,date,exception_type
            daily,20220612,2
            extra,20220620,1
            daily,20220701,1
            daily,20220610,2
            """

        let feed = try #require(try FeedFolder(["calendar_dates.txt": dates]).read().feed)

        let daily = feed.services[0]
        #expect(daily.removed.map(\.iso) == ["2022-06-10", "2022-06-12"])
        #expect(daily.added.map(\.iso) == ["2022-07-01"])
        #expect(feed.services[1].id == "extra" && feed.services[1].start == nil)
        let runs = ["2022-06-09", "2022-06-10", "2022-07-01", "2022-07-02"].map {
            CellValue.date(Array($0.utf8)[...]).map { daily.runs(on: $0) }
        }
        #expect(runs == [true, false, true, false])
    }

    @Test func `fares, transfers and frequencies are read`() throws {
        let feed = try #require(
            try FeedFolder([
                "fare_attributes.txt":
                    "fare_id,price,currency_type,payment_method,transfers\nf,1250.50,RUB,1,\n",
                "fare_rules.txt": "fare_id,route_id\nf,r\n",
                "transfers.txt": "from_stop_id,to_stop_id,transfer_type,min_transfer_time\nm1,t,2,600\n",
                "frequencies.txt": "trip_id,start_time,end_time,headway_secs\n752,6:00:00,9:00:00,600\n",
                "feed_info.txt": "feed_publisher_name,feed_publisher_url,feed_lang\nx,y,ru\n",
            ]).read().feed
        )

        #expect(feed.fares.map(\.price) == [125_050])
        #expect(feed.fareRules.map(\.route) == [0])
        #expect(feed.transfers.map(\.minimumTime) == [600])
        #expect(feed.frequencies.map(\.headway) == [600])
        #expect(feed.info?.language == "ru")
    }

    @Test func `progress ends with all bytes`() throws {
        let folder = try FeedFolder()
        var last = (0, 0)

        _ = try GTFSReader().read(folder.path, progress: { last = ($0, $1) })

        #expect(last.0 == last.1 && last.1 > 500)
    }

    @Test func `a cancelled reading throws`() throws {
        let folder = try FeedFolder()
        var pieces = 0

        #expect(throws: CancellationError.self) {
            try GTFSReader().read(
                folder.path,
                isCancelled: {
                    pieces += 1
                    return pieces > 3
                }
            )
        }
    }

    @Test func `a path without a file throws`() {
        #expect(throws: (any Error).self) { try GTFSReader().read("/nowhere/feed.zip") }
    }
}
