/// Times of a service day, as GTFS writes them.
enum GTFSTime {
    /// `25:10:00`.
    static func text(_ seconds: Int32) -> String {
        var bytes: [UInt8] = []
        append(seconds, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    static func append(_ seconds: Int32, to bytes: inout [UInt8]) {
        let seconds = Int(max(seconds, 0))
        let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
        if hours >= 100 { bytes.append(contentsOf: String(hours / 100).utf8) }
        appendPair(hours % 100, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        appendPair(minutes, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        appendPair(seconds % 60, to: &bytes)
    }

    private static func appendPair(_ number: Int, to bytes: inout [UInt8]) {
        bytes.append(48 &+ UInt8(truncatingIfNeeded: number / 10))
        bytes.append(48 &+ UInt8(truncatingIfNeeded: number % 10))
    }
}
