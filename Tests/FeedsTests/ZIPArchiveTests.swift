import Core
import Foundation
import TestSupport
import Testing

@testable import Feeds

struct ZIPArchiveTests {
    private let folder: FeedFolder

    init() throws {
        folder = try FeedFolder()
    }

    private func zip(_ zip: TestZIP = TestZIP(), in folder: String = "") -> [UInt8] {
        var zip = zip
        for (name, text) in FeedFolder.small.sorted(by: { $0.key < $1.key }) {
            zip.add(folder + name, Array(text.utf8))
        }
        return zip.finish()
    }

    private func read(_ bytes: [UInt8], limits: FeedLimits = FeedLimits()) throws -> GTFSReading {
        try folder.write(bytes, to: "feed.zip")
        return try GTFSReader(limits: limits).read(folder.path + "/feed.zip")
    }

    private func reasons(_ bytes: [UInt8]) throws -> [FeedFault.Reason] {
        try read(bytes).faults.errors.map(\.reason)
    }

    @Test func `archives of every form read like the folder`() throws {
        let expected = try #require(try folder.read().feed)
        var (streamed, large) = (TestZIP(), TestZIP())
        streamed.hasDescriptors = true
        large.isLarge = true

        for bytes in [zip(), zip(streamed), zip(large), zip(in: "gtfs/2022/")] {
            #expect(try read(bytes).feed == expected)
        }
    }

    @Test func `an archive of the program's own writer is read`() throws {
        var (writer, bytes) = (ZIPWriter(), [UInt8]())
        for (name, text) in FeedFolder.small { bytes += try writer.file(name, Array(text.utf8)) }

        #expect(try read(bytes + writer.end()).feed != nil)
    }

    @Test func `a comment may look like the end of the archive`() throws {
        var zip = TestZIP()
        for (name, text) in FeedFolder.small { zip.add(name, Array(text.utf8)) }

        #expect(try read(zip.finish(comment: "a comment")).feed != nil)
        #expect(try reasons(zip.finish(comment: "PK\u{5}\u{6}" + String(repeating: " ", count: 18))) != [])
    }

    @Test func `folders of the Macintosh are left out, and two feeds are a fault`() throws {
        var zip = TestZIP()
        for (name, text) in FeedFolder.small {
            zip.add("a/\(name)", Array(text.utf8))
            zip.add("__MACOSX/a/\(name)", [1, 2, 3])
        }
        #expect(try read(zip.finish()).feed != nil)

        zip.add("b/stops.txt", [])
        #expect(try reasons(zip.finish()) == [.severalFeeds])
    }

    @Test func `what is no archive, cut off or encrypted is a fault`() throws {
        #expect(try reasons([]) == [.notArchive])
        #expect(try reasons(Array("trip_id,route_id".utf8)) == [.notArchive])
        #expect(try reasons(zip().dropLast(30)) == [.notArchive])
        #expect(try reasons(Array(zip().dropFirst(100))) == [.brokenArchive])

        var locked = TestZIP()
        locked.flags = 1
        #expect(try Set(reasons(zip(locked))).isSuperset(of: [.encrypted]))
        var packed = TestZIP()
        packed.method = 12
        #expect(try Set(reasons(zip(packed))).isSuperset(of: [.unknownCompression]))
    }

    @Test func `bytes that are not what the directory says are a fault`() throws {
        var (changed, longer, inflated) = (TestZIP(), TestZIP(), TestZIP())
        changed.checksumChange = 1
        longer.sizeChange = 1
        inflated.method = 8

        for zip in [changed, longer, inflated] {
            let reading = try read(self.zip(zip))
            #expect(reading.faults.errors.contains { $0.reason == .brokenFile && $0.file == "agency.txt" })
            #expect(reading.feed == nil)
        }
    }

    @Test func `entries that share their bytes are refused`() throws {
        let bytes = zip()
        let first = try #require(bytes.firstRange(of: TestZIP.little(0x0201_4B50, 4)))
        let second = try #require(bytes[first.upperBound...].firstRange(of: TestZIP.little(0x0201_4B50, 4)))
        var shared = bytes
        // The offset of the second entry becomes that of the first.
        for place in 42..<46 { shared[second.lowerBound + place] = 0 }

        #expect(try reasons(shared) == [.overlappingFiles])
    }

    @Test func `a file that unpacks to too much is refused`() throws {
        let path = folder.path + "/bomb.zip"
        let writer = try ZIPFileWriter(path: path)
        try writer.begin("stops.txt")
        for _ in 0..<1_000 { try writer.add([UInt8](repeating: 0x20, count: 100_000)) }
        try writer.finish()

        let start = ThreadTime.now
        let faults = try GTFSReader().read(path).faults

        #expect(faults.errors.map(\.reason) == [.tooDense(max: 200)])
        #expect(ThreadTime.now - start < .seconds(1))
    }

    @Test func `an archive whose size is untrue gives no more than it says`() throws {
        let path = folder.path + "/liar.zip"
        let writer = try ZIPFileWriter(path: path)
        try writer.begin("stops.txt")
        for _ in 0..<1_000 { try writer.add([UInt8](repeating: 0x20, count: 100_000)) }
        try writer.finish()
        var bytes = Array(try Data(contentsOf: URL(filePath: path)))
        let entry = try #require(bytes.firstRange(of: TestZIP.little(0x0201_4B50, 4))).lowerBound
        bytes.replaceSubrange(entry + 24..<entry + 28, with: TestZIP.little(50_000, 4))

        #expect(try Set(reasons(bytes)).isSuperset(of: [.brokenFile]))
    }
}
