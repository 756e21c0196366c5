import Core
import Storage
import TestSupport
import Testing

@testable import Backup

struct BackupRowTests {
    private static let values: [Value] = [
        .null, .bool(true), .bool(false), .integer(.min), .integer(.max), .double(0.1), .double(-1e-300),
        .text(""),
        .text("a\tb\nc\rd\\e\\t"), .text("Ёлка 🎄"), .bytes([]), .bytes([0, 255]), .timestamp(.earliest),
        .timestamp(.latest),
    ]

    @Test func `a line has the values that were written`() throws {
        var bytes: [UInt8] = []
        BackupRow.append(Self.values, to: &bytes)

        #expect(bytes.last == UInt8(ascii: "\n"))
        #expect(bytes.dropLast().allSatisfy { $0 != UInt8(ascii: "\n") })
        #expect(BackupRow.values(of: bytes.dropLast()) == Self.values)
    }

    @Test func `random values come back, and damaged lines give no value or another one, and never a crash`()
    {
        var random = Fuzz.random(21)
        for _ in 0..<Fuzz.rounds(300) {
            let values = (0...random.below(5)).map { _ in Self.value(&random) }
            var bytes: [UInt8] = []
            BackupRow.append(values, to: &bytes)
            #expect(BackupRow.values(of: bytes.dropLast()) == values)
            var line = bytes.dropLast()
            line[line.startIndex + random.below(line.count)] = UInt8(random.below(256))
            _ = BackupRow.values(of: line)
        }
    }

    @Test(arguments: [
        "", "x0", "i", "i9223372036854775808", "q", "~1", "t1", "@x", "s\\", "s\\q", "d-", "s\u{1}\t",
    ])
    func `a line that nothing has written is refused`(line: String) {
        #expect(BackupRow.values(of: Array(line.utf8)[...]) == nil)
    }

    private static func value(_ random: inout SeededRandom) -> Value {
        switch random.below(5) {
        case 0: .integer(Int64.random(in: .min ... .max, using: &random))
        case 1: .double(Double(bitPattern: random.next()).isFinite ? Double(random.below(1_000_000)) / 7 : 0)
        case 2: .bytes((0..<random.below(20)).map { _ in UInt8(random.below(256)) })
        case 3: .text(String((0..<random.below(20)).map { _ in random.pick(Array("aё\t\n\r\\🎄 ")) }))
        case _: values[random.below(values.count)]
        }
    }
}

struct CompressedLinesTests {
    @Test func `lines come back, also when they are longer than a piece`() async throws {
        try await withTemporaryDirectory { folder in
            let lines = ["", "short", String(repeating: "ab", count: 400_000), "last"]
            let path = try Self.write(lines, folder)

            let reader = try CompressedLineReader(path: path)
            for line in lines { #expect(try reader.next().map { Array($0) } == Array(line.utf8)) }
            #expect(try reader.next() == nil)
        }
    }

    @Test func `a file that is cut off or changed anywhere is refused`() async throws {
        try await withTemporaryDirectory { folder in
            let path = try Self.write((0..<50).map { "line \($0)" }, folder)
            let whole = try #require(try OpenFile(reading: path)?.read(upTo: 1 << 20))
            for size in 0..<whole.count {
                #expect(throws: (any Error).self) { try Self.readAll(Array(whole.prefix(size)), folder) }
            }
            // Bytes 4 to 9 of the head are a time and the like, which mean nothing.
            for index in (0..<4).map({ $0 }) + Array(10..<whole.count) {
                var changed = whole
                changed[index] ^= 0x21
                #expect(throws: (any Error).self, "byte \(index)") { try Self.readAll(changed, folder) }
            }
        }
    }

    private static func write(_ lines: [String], _ folder: String) throws -> String {
        let path = "\(folder)/lines"
        let writer = try CompressedLineWriter(path: path)
        for line in lines { try writer.write { $0 += Array(line.utf8) + [UInt8(ascii: "\n")] } }
        try writer.finish()
        return path
    }

    private static func readAll(_ bytes: [UInt8], _ folder: String) throws {
        let path = "\(folder)/changed"
        try OpenFile(creating: path).write(bytes)
        let reader = try CompressedLineReader(path: path)
        while try reader.next() != nil {}
        // Without its bytes the file has no lines, which is no damage that this can see.
        guard !bytes.isEmpty else { throw BackupDamage.rows }
    }
}

struct FileSealTests {
    private static let seal = FileSeal(key: [UInt8](repeating: 7, count: 32), random: .system)

    @Test(arguments: [0, 1, 1 << 20, (1 << 20) + 1, 3 << 20])
    func `a sealed file opens to the same bytes`(size: Int) async throws {
        try await withTemporaryDirectory { folder in
            let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            try OpenFile(creating: "\(folder)/plain").write(bytes)
            try Self.seal.seal("\(folder)/plain", to: "\(folder)/sealed")
            try Self.seal.open("\(folder)/sealed", to: "\(folder)/opened")

            #expect(try OpenFile(reading: "\(folder)/opened")?.read(upTo: size + 1) == bytes)
            let other = FileSeal(key: [UInt8](repeating: 8, count: 32), random: .system)
            #expect(throws: BackupDamage.seal) { try other.open("\(folder)/sealed", to: "\(folder)/other") }
        }
    }

    @Test func `pieces cannot be cut off, exchanged or changed`() async throws {
        try await withTemporaryDirectory { folder in
            let bytes = [UInt8](repeating: 1, count: (1 << 20) + 10)
            try OpenFile(creating: "\(folder)/plain").write(bytes)
            try Self.seal.seal("\(folder)/plain", to: "\(folder)/sealed")
            let sealed = try #require(try OpenFile(reading: "\(folder)/sealed")?.read(upTo: 4 << 20))
            let first = 16 + 4 + (1 << 20) + 25 + 28
            let (head, one, two) = (sealed[..<16], sealed[16..<first], sealed[first...])

            let wrongs: [[UInt8]] = [
                Array(head + one), Array(head + two + one), Array(head + two), Array(head), sealed + [0],
                Array(sealed.dropLast()),
            ]
            for wrong in wrongs {
                try OpenFile(creating: "\(folder)/wrong").write(wrong)
                #expect(throws: BackupDamage.seal) {
                    try Self.seal.open("\(folder)/wrong", to: "\(folder)/out")
                }
            }
            for index in [0, 16, 20, 40, first - 1, first + 5, sealed.count - 1] {
                var wrong = sealed
                wrong[index] ^= 1
                try OpenFile(creating: "\(folder)/wrong").write(wrong)
                #expect(throws: BackupDamage.seal, "byte \(index)") {
                    try Self.seal.open("\(folder)/wrong", to: "\(folder)/out")
                }
            }
        }
    }
}
