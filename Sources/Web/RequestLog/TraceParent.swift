/// The position of a request in a trace: the header `traceparent` (W3C Trace Context).
struct TraceParent: Sendable, Hashable {
    /// 32 hexadecimal digits in lower case.
    let traceID: String

    private static let lengthMin = 55

    /// Nil unless the header is valid; later versions may have more parts at the end.
    init?(_ header: String?) {
        guard let header, header.utf8.count >= Self.lengthMin else { return nil }
        let parts = header.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count >= 4, Self.isHex(parts[0], 2), parts[0] != "ff", Self.isID(parts[1], 32),
            Self.isID(parts[2], 16), Self.isHex(parts[3], 2), parts[0] != "00" || parts.count == 4
        else { return nil }
        traceID = String(parts[1])
    }

    /// An id of zeros alone is none.
    private static func isID(_ text: Substring, _ count: Int) -> Bool {
        isHex(text, count) && text.utf8.contains { $0 != UInt8(ascii: "0") }
    }

    private static func isHex(_ text: Substring, _ count: Int) -> Bool {
        text.utf8.count == count
            && text.utf8.allSatisfy {
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0
            }
    }
}
