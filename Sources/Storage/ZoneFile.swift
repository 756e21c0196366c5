import FoundationEssentials

/// Reads a file of a time zone (RFC 9636, TZif).
struct ZoneFile {
    static let magic = Array("TZif".utf8)

    private(set) var changes: [Int64] = []
    private(set) var offsets: [Int32] = []

    /// The rule for years after the last change is applied until this year.
    private static let yearMax: Int64 = 2100

    /// Nil if this is not the second or a later version of such a file, or if it is damaged.
    init?(_ data: Data) {
        var reader = Reader(bytes: [UInt8](data))
        // A first block with times of 32 bits comes before the one with 64.
        guard let short = reader.header(), short.version >= 2, reader.skip(short.length(timeSize: 4)),
            let header = reader.header(), header.typeCount > 0
        else { return nil }
        guard let times = reader.times(header.timeCount), let kinds = reader.bytes(header.timeCount),
            let types = reader.offsets(header.typeCount),
            kinds.allSatisfy({ Int($0) < types.count }),
            zip(times, times.dropFirst()).allSatisfy({ $0 < $1 })
        else { return nil }
        let rest = header.nameLength + header.leapCount * 12 + header.standardCount + header.utcCount
        guard reader.skip(rest) else { return nil }
        changes = times
        offsets = [types[0]] + kinds.map { types[Int($0)] }
        guard let rule = ZoneRule(reader.line()) else { return }
        add(rule)
    }

    /// Adds the changes by the rule after the last one of the table.
    private mutating func add(_ rule: ZoneRule) {
        let last = changes.last ?? Int64.min
        let first = CivilDate(daysSince1970: max(last, 0) / 86_400).year
        for year in first...max(first, Self.yearMax) {
            for change in rule.changes(in: year) where change.instant > last {
                // A rule may repeat an offset that holds already.
                guard change.offset != offsets.last else { continue }
                changes.append(change.instant)
                offsets.append(change.offset)
            }
        }
    }

    private struct Header {
        let version: Int
        let utcCount, standardCount, leapCount, timeCount, typeCount, nameLength: Int

        func length(timeSize: Int) -> Int {
            timeCount * (timeSize + 1) + typeCount * 6 + nameLength + leapCount * (timeSize + 4)
                + standardCount
                + utcCount
        }
    }

    private struct Reader {
        /// Real files have some hundred changes.
        private static let countMax = 10_000

        let bytes: [UInt8]
        private var position = 0

        init(bytes: [UInt8]) {
            self.bytes = bytes
        }

        mutating func header() -> Header? {
            guard let magic = self.bytes(4), magic.elementsEqual(ZoneFile.magic),
                let version = self.bytes(1)?.first,
                skip(15)
            else { return nil }
            let counts = (0..<6).compactMap { _ in number(4) }.map { Int($0) }
            guard counts.count == 6, counts.allSatisfy({ 0...Self.countMax ~= $0 }) else { return nil }
            return Header(
                // The first version is a zero byte, the others are digits.
                version: version == 0 ? 1 : Int(version) - 48,
                utcCount: counts[0],
                standardCount: counts[1],
                leapCount: counts[2],
                timeCount: counts[3],
                typeCount: counts[4],
                nameLength: counts[5]
            )
        }

        mutating func skip(_ count: Int) -> Bool { bytes(count) != nil }

        mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
            guard count <= bytes.count - position else { return nil }
            defer { position += count }
            return bytes[position..<position + count]
        }

        /// A number with a sign, the highest byte first.
        mutating func number(_ width: Int) -> Int64? {
            guard let bytes = bytes(width) else { return nil }
            let number = bytes.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
            return width == 4 ? Int64(Int32(truncatingIfNeeded: number)) : Int64(bitPattern: number)
        }

        mutating func times(_ count: Int) -> [Int64]? {
            let times = (0..<count).compactMap { _ in number(8) }
            return times.count == count ? times : nil
        }

        /// The offsets of the types of local time; whether they are summer time, and their names, are skipped.
        mutating func offsets(_ count: Int) -> [Int32]? {
            let offsets = (0..<count).compactMap { _ -> Int32? in
                guard let offset = number(4), skip(2) else { return nil }
                return Int32(truncatingIfNeeded: offset)
            }
            return offsets.count == count ? offsets : nil
        }

        /// The text between two line ends.
        mutating func line() -> String {
            let rest = bytes[position...].drop { $0 == UInt8(ascii: "\n") }
            return String(decoding: rest.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        }
    }
}
