/// The position of a request in a trace: the header `traceparent` (W3C Trace Context).
package struct TraceParent: Sendable, Hashable {
    package static let headerName = "traceparent"
    private static let lengthMin = 55

    /// 32 hexadecimal digits in lower case.
    package let traceID: String
    /// The span of the caller: 16 hexadecimal digits in lower case.
    package let spanID: String
    /// True if the caller has decided that its spans are sent.
    package let isSampled: Bool

    init(traceID: String, spanID: String, isSampled: Bool) {
        (self.traceID, self.spanID, self.isSampled) = (traceID, spanID, isSampled)
    }

    /// Nil unless the header is valid; later versions may have more parts at the end.
    package init?(_ header: String?) {
        guard let header, header.utf8.count >= Self.lengthMin else { return nil }
        let parts = header.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count >= 4, Self.isHex(parts[0], 2), parts[0] != "ff", Self.isID(parts[1], 32),
            Self.isID(parts[2], 16), Self.isHex(parts[3], 2), parts[0] != "00" || parts.count == 4,
            let flags = UInt8(parts[3], radix: 16)
        else { return nil }
        self.init(traceID: String(parts[1]), spanID: String(parts[2]), isSampled: flags & 1 == 1)
    }

    /// The value of the header.
    package var header: String { "00-\(traceID)-\(spanID)-\(isSampled ? "01" : "00")" }

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
