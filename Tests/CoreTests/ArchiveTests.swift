@testable import Core
import CLibZ
import Foundation
import TestSupport
import Testing

/// Hostile archives: one that unpacks to other data than declared is refused at upload (D26, D77).
struct ArchiveTests {
    private func check(_ bytes: [UInt8]) throws { try Archive.check(ByteReader(bytes)) }

    private func refusal(_ bytes: [UInt8]) -> String {
        do {
            try check(bytes)
            return ""
        } catch {
            return (error as? Problem)?.detail.en ?? "\(error)"
        }
    }

    /// The deflated bytes, without a wrapper.
    private func deflated(_ bytes: [UInt8]) -> [UInt8] {
        var (stream, input) = (z_stream(), bytes)
        _ = deflateInit2_(
            &stream,
            9,
            Z_DEFLATED,
            -15,
            8,
            Z_DEFAULT_STRATEGY,
            ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size)
        )
        var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))) + 64)
        input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                _ = deflate(&stream, Z_FINISH)
            }
        }
        let count = Int(stream.total_out)
        deflateEnd(&stream)
        return Array(output.prefix(count))
    }

    private func zip(
        _ content: [UInt8],
        packed: [UInt8]? = nil,
        says size: Int? = nil,
        crc: UInt32? = nil,
        flags: Int = 0
    ) -> [UInt8] {
        let entry = ZipEntry(
            name: "a.txt",
            packed: packed ?? deflated(content),
            method: 8,
            size: size ?? content.count,
            crc: crc ?? UInt32(crc32(0, content, UInt32(content.count))),
            flags: flags
        )
        return ZipEntry.archive([entry])
    }

    @Test func `what is packed well is taken`() throws {
        let text = Array(String(repeating: "мод ", count: 300_000).utf8)
        try check(zip(text))
        try check(zip([]))
        let empty = ZipEntry(name: "empty", packed: [], method: 8, size: 0, crc: 0)
        try check(ZipEntry.archive([empty]))
        let folder = ZipEntry(name: "a/", packed: [], method: 0, size: 0, crc: 0)
        let inside = ZipEntry(
            name: "a/b.txt",
            packed: [98],
            method: 0,
            size: 1,
            crc: UInt32(crc32(0, [98], 1))
        )
        try check(ZipEntry.archive([folder, inside]))
    }

    @Test func `bytes that are not what the directory says are refused`() {
        let text = Array("It was a dark and stormy night.".utf8)
        for bytes in [
            zip(text, crc: 1), zip(text, says: text.count - 1), zip(text, says: text.count + 1),
            zip(text, packed: Array(deflated(text).dropLast())), zip(text, packed: deflated(text) + [0]),
            zip(text, packed: [0xFF, 0xFF, 0xFF]),
        ] {
            #expect(refusal(bytes).contains("damaged"), "\(refusal(bytes))")
        }
    }

    @Test func `a bomb is refused, whatever it says of itself`() {
        let zeros = [UInt8](repeating: 0, count: 80 << 20)
        let packed = deflated(zeros)
        // The archive declares its true size.
        #expect(refusal(zip(zeros, packed: packed)).contains("too much"))
        // The archive declares a false size, and is refused before it is unpacked.
        #expect(refusal(zip(zeros, packed: packed, says: 100)).contains("damaged"))
        // Many small entries together.
        let part = [UInt8](repeating: 0, count: 1 << 20)
        let entry = deflated(part)
        let crc = UInt32(crc32(0, part, UInt32(part.count)))
        let many = (0..<100).map {
            ZipEntry(name: "\($0)", packed: entry, method: 8, size: part.count, crc: crc)
        }
        #expect(refusal(ZipEntry.archive(many)).contains("too much"))
    }

    @Test func `entries that share bytes are refused`() {
        let content: [UInt8] = Array("shared".utf8)
        let crc = UInt32(crc32(0, content, UInt32(content.count)))
        let one = ZipEntry(name: "a", packed: content, method: 0, size: content.count, crc: crc)
        let twice = ZipEntry.archive([one], listed: [one, one.named("b")], offsets: [0, 0])
        #expect(!refusal(twice).isEmpty)
    }

    @Test func `encrypted ones, ZIP64, and names that are twice or within a file are refused by name`() {
        let crc = UInt32(crc32(0, [98], 1))
        func entry(_ name: String) -> ZipEntry {
            ZipEntry(name: name, packed: [98], method: 0, size: 1, crc: crc)
        }
        #expect(refusal(ZipEntry.archive([entry("a"), entry("a")])).contains("twice"))
        #expect(refusal(ZipEntry.archive([entry("a"), entry("a/b")])).contains("stands in a file"))
        for flags in [1, 1 << 6, 1 << 13] {
            #expect(refusal(zip(Array("x".utf8), flags: flags)).contains("encrypted"))
        }
        let plain = ZipEntry.archive([entry("a")])
        let locator = Array("PK\u{06}\u{07}".utf8) + [UInt8](repeating: 0, count: 16)
        let large = Array(plain.dropLast(22)) + locator + Array(plain.suffix(22))
        #expect(refusal(large).contains("ZIP64"))
    }

    // A streaming reader trusts the local headers, and not the directory at the end.
    @Test func `a file between others that the list does not tell of is refused`() throws {
        func entry(_ name: String) -> ZipEntry {
            ZipEntry(name: name, packed: [98], method: 0, size: 1, crc: UInt32(crc32(0, [98], 1)))
        }
        let (first, second, third) = (entry("a"), entry("b"), entry("c"))
        let size = 32
        for (listed, offsets) in [
            ([second, third], [size, 2 * size]), ([first, third], [0, 2 * size]),
            ([first, second], [0, size]),
        ] {
            let bytes = ZipEntry.archive([first, second, third], listed: listed, offsets: offsets)
            #expect(refusal(bytes).contains("does not tell of"), "\(refusal(bytes))")
        }
        // Bytes that a program leaves after the bytes of an entry are not a file.
        for left in [12, 16, 24, 1_000] {
            let bytes = ZipEntry.archive([first, second], between: [UInt8](repeating: 0x50, count: left))
            try check(bytes)
        }
        let hidden = [UInt8](repeating: 0, count: 24) + Array("PK\u{03}\u{04}".utf8)
        #expect(refusal(ZipEntry.archive([first, second], between: hidden)).contains("does not tell of"))
    }

    // The system looks up each folder of a path, so a path of 64 KB of slashes took minutes.
    @Test func `a path that no system opens is refused, and what is no file and no folder`() throws {
        let crc = UInt32(crc32(0, [98], 1))
        func named(_ name: String) -> [UInt8] {
            ZipEntry.archive([ZipEntry(name: name, packed: [98], method: 0, size: 1, crc: crc)])
        }
        try check(named(String(repeating: "a/", count: 511) + "b"))
        for count in [512, 20_000] {
            #expect(refusal(named(String(repeating: "a/", count: count) + "b")).contains("too long"))
        }
        for mode in [0x1000, 0x2000, 0x6000, 0xC000] {
            let bytes = MediaFixture.zip([("a", "b")], mode: mode | 0o644)
            #expect(refusal(bytes).contains("no file or folder"), "\(mode)")
        }
        try check(MediaFixture.zip([("a", "b")], mode: 0))
    }

    // A large archive has a different fault from a damaged one.
    @Test func `sizes that only ZIP64 can hold are told of as such`() {
        var bytes = MediaFixture.zip([("a", "b")])
        for index in 18..<26 { bytes[index] = 0xFF }
        #expect(refusal(bytes).contains("ZIP64"))
    }

    // A renamed program is not an archive, even if an archive follows it.
    @Test(arguments: [
        Array("MZ\u{90}\u{00}".utf8), [0x7F] + Array("ELF".utf8), [0xCF, 0xFA, 0xED, 0xFE],
        Array("#!/bin/sh\nrm".utf8), Array("<script>".utf8), Array("Rar!\u{1A}\u{07}".utf8),
    ])
    func `a program that is called zip is refused by its bytes`(head: [UInt8]) {
        let bytes = head + MediaFixture.zip([("a.txt", "hello")])
        #expect(MediaType(head: bytes) == nil)
    }
}

/// An entry of an archive that is built byte by byte.
private struct ZipEntry {
    var name: String
    let packed: [UInt8]
    let method: Int
    let size: Int
    let crc: UInt32
    var flags = 0

    func named(_ name: String) -> ZipEntry {
        var entry = self
        entry.name = name
        return entry
    }

    private var common: [UInt8] {
        Self.little(flags, 2) + Self.little(method, 2) + [0, 0, 0x21, 0x58] + Self.little(Int(crc), 4)
            + Self.little(packed.count, 4) + Self.little(size, 4) + Self.little(name.utf8.count, 2)
    }

    /// An archive whose directory has `listed`, at `offsets`; `between` precedes each entry except the first.
    static func archive(
        _ entries: [ZipEntry],
        listed: [ZipEntry]? = nil,
        offsets: [Int]? = nil,
        between: [UInt8] = []
    ) -> [UInt8] {
        var (body, places): ([UInt8], [Int]) = ([], [])
        for entry in entries {
            if !body.isEmpty { body += between }
            places.append(body.count)
            body +=
                [0x50, 0x4B, 3, 4, 20, 0] + entry.common + [0, 0] + Array(entry.name.utf8) + entry.packed
        }
        var directory: [UInt8] = []
        for (entry, place) in zip(listed ?? entries, offsets ?? places) {
            directory += [0x50, 0x4B, 1, 2, 20, 3, 20, 0] + entry.common
            directory += [UInt8](repeating: 0, count: 10) + little(0x81A4, 2) + little(place, 4)
            directory += Array(entry.name.utf8)
        }
        let count = little((listed ?? entries).count, 2)
        return body + directory + [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + count + count
            + little(directory.count, 4) + little(body.count, 4) + [0, 0]
    }

    private static func little(_ number: Int, _ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
