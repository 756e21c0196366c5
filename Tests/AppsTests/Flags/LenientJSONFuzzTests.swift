import Apps
import Core
import Flags
import TestSupport
import Testing

// R4: any input is parsed or refused, quickly and without a crash.
struct LenientJSONFuzzTests {
    private static let seeds = [FetchFormTests.ios, FetchFormTests.android, FetchFormTests.js].map {
        Array($0.utf8)
    }
    private static let bits = [
        "'", "\"", "{", "}", "[", "]", ":", ",", "\\", "\\u", "\\ud800", "{'", "':", "\u{0}", "é", "😀",
        "1e999", "-",
        "null", "{a:", "[[[[[[[[", "''", "','", "\n", " ",
    ].map { Array($0.utf8) }

    @Test(arguments: Array(UInt64(1)...20))
    func `changed bodies are read or refused`(seed: UInt64) throws {
        var random = Fuzz.random(seed)
        for _ in 0..<(Fuzz.rounds(20_000) / 20) {
            var bytes = random.pick(Self.seeds)
            for _ in 0..<Int.random(in: 1...8, using: &random) { Self.change(&bytes, &random) }
            guard let json = try? LenientJSON.parse(bytes) else { continue }
            // A parsed value can be written and parsed again.
            #expect((try? JSON(parsing: json.bytes)) == json)
        }
    }

    /// Quotes and commas without an end must not make the time grow faster than the text.
    @Test(.timeLimit(.minutes(2)), arguments: ["'", "','", "{'a':'", "[[", "{a:", "'a',b", "\\", "'}", "' "])
    func `what repeats is soon refused`(piece: String) {
        let bytes = Array(String(repeating: piece, count: Limits.flagBodySizeMax / piece.utf8.count).utf8)
        _ = try? LenientJSON.parse(bytes)
        _ = try? LenientJSON.parse(Array("{a:'".utf8) + bytes + Array("'}".utf8))
    }

    private static func change(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
        guard !bytes.isEmpty else { return }
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes[index] = UInt8.random(in: .min ... .max, using: &random)
        case 1: bytes.remove(at: index)
        case 2: bytes.insert(contentsOf: random.pick(bits), at: index)
        case 3: bytes.removeSubrange(index..<min(bytes.count, index + Int.random(in: 1...40, using: &random)))
        case _: bytes.insert(contentsOf: bytes[index...].prefix(20), at: index)
        }
    }
}
