import Glibc

/// Reads numbers, times and dates from the bytes of a cell; nil if they are not in the right form.
enum CellValue {
    private static let zero = UInt8(ascii: "0")
    /// More digits might not fit 64 bits.
    private static let digitsMax = 18
    /// The greatest hour of a time: the longest trains take a week, 168 hours.
    private static let hoursMax = 999

    static func integer(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard let first = bytes.first else { return nil }
        guard first == UInt8(ascii: "-") || first == UInt8(ascii: "+") else { return digits(bytes) }
        guard let number = digits(bytes.dropFirst()) else { return nil }
        return first == UInt8(ascii: "-") ? -number : number
    }

    /// One to 18 digits.
    private static func digits(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard !bytes.isEmpty, bytes.count <= digitsMax else { return nil }
        var number = 0
        for byte in bytes {
            guard 48...57 ~= byte else { return nil }
            number = number &* 10 &+ Int(byte &- zero)
        }
        return number
    }

    /// `H:MM:SS`, `HH:MM:SS` or `HHH:MM:SS`, and `HH:MM` where `allowsMinutes`; in seconds.
    static func time(_ bytes: ArraySlice<UInt8>, allowsMinutes: Bool = false) -> Int32? {
        var (parts, part, width, count) = (0, 0, 0, 0)
        for byte in bytes {
            if byte == UInt8(ascii: ":") {
                guard width > 0, count < 2, count == 0 || width == 2, part < 60 || count == 0 else {
                    return nil
                }
                parts = parts &* 60 &+ part
                (part, width, count) = (0, 0, count &+ 1)
            } else {
                guard 48...57 ~= byte, width < 3 else { return nil }
                part = part &* 10 &+ Int(byte &- zero)
                width &+= 1
            }
        }
        guard count == 2 || count == 1 && allowsMinutes, width == 2, part < 60 else { return nil }
        let seconds = count == 2 ? parts &* 60 &+ part : (parts &* 60 &+ part) &* 60
        return seconds <= (hoursMax &* 3_600 &+ 3_599) ? Int32(seconds) : nil
    }

    /// `YYYYMMDD`, as GTFS has it, or `YYYY-MM-DD`.
    static func date(_ bytes: ArraySlice<UInt8>) -> FeedDate? {
        let start = bytes.startIndex
        let isLong = bytes.count == 10
        guard isLong || bytes.count == 8 else { return nil }
        let dash = UInt8(ascii: "-")
        if isLong, bytes[start + 4] != dash || bytes[start + 7] != dash { return nil }
        let month = start + (isLong ? 5 : 4)
        let day = start + (isLong ? 8 : 6)
        guard let year = digits(bytes[start..<start + 4]), let month = digits(bytes[month..<month + 2]),
            let day = digits(bytes[day..<day + 2])
        else { return nil }
        return FeedDate(year: year, month: month, day: day)
    }

    /// A decimal number; an exponent is allowed.
    static func decimal(_ bytes: ArraySlice<UInt8>) -> Double? {
        var (mantissa, places, count, isFraction) = (0, 0, 0, false)
        let isNegative = bytes.first == UInt8(ascii: "-")
        for byte in isNegative ? bytes.dropFirst() : bytes {
            if byte == UInt8(ascii: "."), !isFraction {
                isFraction = true
                continue
            }
            guard 48...57 ~= byte, count < 15 else { return slowDecimal(bytes) }
            mantissa = mantissa &* 10 &+ Int(byte &- zero)
            count &+= 1
            if isFraction { places &+= 1 }
        }
        guard count > 0 else { return nil }
        // Both are exact below 10¹⁵, so the quotient is the nearest number (Clinger 1990).
        let number = Double(mantissa) / powers[places]
        return isNegative ? -number : number
    }

    private static let powers: [Double] = (0...15).map { pow(10, Double($0)) }

    private static func slowDecimal(_ bytes: ArraySlice<UInt8>) -> Double? {
        let isPlain = bytes.allSatisfy { 48...57 ~= $0 || "+-.eE".utf8.contains($0) }
        guard isPlain, bytes.count <= 40, let number = Double(String(decoding: bytes, as: UTF8.self)),
            number.isFinite
        else { return nil }
        return number
    }

    /// Six hexadecimal digits, with or without `#`.
    static func color(_ bytes: ArraySlice<UInt8>) -> UInt32? {
        let digits = bytes.first == UInt8(ascii: "#") ? bytes.dropFirst() : bytes
        guard digits.count == 6 else { return nil }
        var color: UInt32 = 0
        for byte in digits {
            guard let digit = Character(UnicodeScalar(byte)).hexDigitValue, byte < 0x80 else { return nil }
            color = color << 4 | UInt32(digit)
        }
        return color
    }
}
