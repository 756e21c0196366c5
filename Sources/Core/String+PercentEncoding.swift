extension String {
    /// The text percent-encoded for any part of a URL (RFC 3986 §2.3).
    package var percentEncoded: String {
        guard !utf8.allSatisfy(Self.isUnreserved) else { return self }
        let digits = Array("0123456789ABCDEF".utf8)
        var encoded: [UInt8] = []
        encoded.reserveCapacity(utf8.count * 3)
        for byte in utf8 {
            if Self.isUnreserved(byte) {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        case _: false
        }
    }
}

extension StringProtocol {
    /// The text with a byte in place of each `%` and its two hexadecimal digits.
    ///
    /// Nil if other characters follow a `%`, or if the bytes are no UTF-8.
    package var percentDecoded: String? {
        guard utf8.contains(UInt8(ascii: "%")) else { return String(self) }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(utf8.count)
        var rest = utf8.makeIterator()
        while let byte = rest.next() {
            if byte == UInt8(ascii: "%") {
                guard let high = rest.next().flatMap(Hex.digit), let low = rest.next().flatMap(Hex.digit)
                else { return nil }
                decoded.append(high << 4 | low)
            } else {
                decoded.append(byte)
            }
        }
        return String(validating: decoded, as: UTF8.self)
    }
}
