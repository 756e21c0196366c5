import Foundation
import Testing

@testable import Feeds

/// Broken files give faults or a feed; they never end the program.
struct MutationTests {
    private let folder: FeedFolder

    init() throws {
        folder = try FeedFolder()
    }

    /// Changes some bytes, cuts some out or doubles them, at one to four places.
    private func mutate(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            guard !bytes.isEmpty else { return bytes }
            let start = Int.random(in: 0..<bytes.count, using: &generator)
            let end = min(start + Int.random(in: 1...40, using: &generator), bytes.count)
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: bytes[start] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            case 1: bytes[start] = [0, 0x0A, 0x22, 0x2C, 0x7F, 0xFF][Int(bytes[start]) % 6]
            case 2: bytes.removeSubrange(start..<end)
            case 3: bytes.insert(contentsOf: bytes[start..<end], at: start)
            case _: bytes.removeSubrange(end...)
            }
        }
        return bytes
    }

    /// A feed without an error comes, and it is sound enough to be written and read again.
    private func check(_ path: String, _ seed: UInt64) throws {
        let reading = try GTFSReader().read(path)
        #expect((reading.feed == nil) == (reading.faults.errorCount > 0), "seed \(seed)")
        // Writing waits for the disk, so one of ten is enough.
        guard let feed = reading.feed, seed % 10 == 0 else { return }
        let copy = folder.path + "/copy.zip"
        try GTFSWriter.write(feed, to: copy)
        let again = try GTFSReader().read(copy)
        #expect(again.feed == feed, "seed \(seed)")
    }

    @Test func `a mutated archive gives faults or a feed`() throws {
        let path = folder.path + "/feed.zip"
        try GTFSWriter.write(RandomFeed(seed: 3).feed, to: path)
        let packed = Array(try Data(contentsOf: URL(filePath: path)))
        var (large, streamed) = (TestZIP(), TestZIP())
        (large.isLarge, streamed.hasDescriptors) = (true, true)
        for (name, text) in FeedFolder.small {
            large.add(name, Array(text.utf8))
            streamed.add("x/" + name, Array(text.utf8))
        }
        let archives = [packed, large.finish(), streamed.finish()]

        for seed in UInt64(0)..<2_000 {
            var generator = SeededGenerator(seed: seed)
            try folder.write(mutate(archives[Int(seed % 3)], &generator), to: "feed.zip")
            try check(path, seed)
        }
    }

    @Test func `a mutated table gives faults or a feed`() throws {
        for feed in 0..<UInt64(6) {
            let tables = feed == 0 ? FeedFolder.small.mapValues { Array($0.utf8) } : try tables(feed)
            for name in tables.keys { try folder.write(tables[name] ?? [], to: name) }
            let names = tables.keys.sorted()
            for seed in feed * 400..<(feed + 1) * 400 {
                var generator = SeededGenerator(seed: seed)
                guard let name = names.randomElement(using: &generator), let bytes = tables[name] else {
                    return
                }
                try folder.write(mutate(bytes, &generator), to: name)
                try check(folder.path, seed)
                try folder.write(bytes, to: name)
            }
        }
    }

    /// The files of a random feed.
    private func tables(_ seed: UInt64) throws -> [String: [UInt8]] {
        let path = folder.path + "/random.zip"
        try GTFSWriter.write(RandomFeed(seed: seed).feed, to: path)
        let files = try FeedFiles(path: path, limits: FeedLimits())
        var tables: [String: [UInt8]] = [:]
        for name in files.names {
            let file = try files.open(name)
            while try file?.read(into: &tables[name, default: []]) == true {}
        }
        return tables
    }

    @Test func `a mutated stations list gives faults or a list`() throws {
        let bytes = Array(StationsListReaderTests.small.utf8)
        for seed in UInt64(20_000)..<22_000 {
            var generator = SeededGenerator(seed: seed)
            try folder.write(mutate(bytes, &generator), to: "stations.json")
            let reading = try StationsListReader().read(folder.path + "/stations.json")
            #expect((reading.list == nil) == (reading.faults.errorCount > 0), "seed \(seed)")
        }
    }

    @Test func `a mutated runs table gives faults or runs`() throws {
        let bytes = Array(RunsReaderTests.small.utf8)
        for seed in UInt64(30_000)..<32_000 {
            var generator = SeededGenerator(seed: seed)
            try folder.write(mutate(bytes, &generator), to: "runs.csv")
            let reading = try RunsReader().read(folder.path + "/runs.csv")
            #expect((reading.runs == nil) == (reading.faults.errorCount > 0), "seed \(seed)")
        }
    }
}
