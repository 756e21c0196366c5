import Foundation
import Testing

@testable import Feeds

struct GTFSWriterTests {
    @Test func `a feed that is written reads back equal`() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).zip").path
        defer { try? FileManager.default.removeItem(atPath: path) }

        for seed in UInt64(0)..<150 {
            let feed = RandomFeed(seed: seed).feed
            try GTFSWriter.write(feed, to: path)
            let reading = try GTFSReader().read(path)

            #expect(reading.faults.errors == [], "seed \(seed)")
            guard reading.feed != feed else { continue }
            Issue.record("seed \(seed) reads back different")
        }
    }

    @Test func `the same feed gives the same bytes`() throws {
        let folder = try FeedFolder()
        let feed = RandomFeed(seed: 7).feed

        try GTFSWriter.write(feed, to: folder.path + "/1.zip")
        try GTFSWriter.write(feed, to: folder.path + "/2.zip")

        let bytes = try [1, 2].map { try Data(contentsOf: URL(filePath: "\(folder.path)/\($0).zip")) }
        #expect(bytes[0] == bytes[1])
    }
}
