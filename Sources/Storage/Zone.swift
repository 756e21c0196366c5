import FoundationEssentials

/// A time zone of the system as a table of its changes.
package struct Zone: Sendable, Hashable {
    package static let utc = Zone(name: "UTC", changes: [], offsets: [0])

    package let name: String
    /// Seconds since 1970, rising.
    private let changes: [Int64]
    /// One more than there are changes: before, between and after them, in seconds east of UTC.
    private let offsets: [Int32]

    /// Reads the zone of an IANA name, such as `Europe/Moscow` or `UTC`, from the files of the system (`tzdata`).
    ///
    /// Nil for a name that the system does not know.
    package init?(_ name: String) {
        guard let data = Self.file(name), let file = ZoneFile(data) else { return nil }
        self.init(name: name, changes: file.changes, offsets: file.offsets)
    }

    /// `offsets` has one more element than `changes`.
    package init(name: String, changes: [Int64], offsets: [Int32]) {
        (self.name, self.changes, self.offsets) = (name, changes, offsets)
    }

    package static func exists(_ name: String) -> Bool { file(name)?.starts(with: ZoneFile.magic) == true }

    private static let folder = "/usr/share/zoneinfo/"
    private static let nameLengthMax = 64

    private static func file(_ name: String) -> Data? {
        guard 1...nameLengthMax ~= name.utf8.count, !name.hasPrefix("/"), !name.contains(".."),
            name.utf8.allSatisfy(\.isOfZoneName)
        else { return nil }
        return try? Data(contentsOf: URL(filePath: folder + name))
    }

    /// Seconds east of UTC at an instant (seconds since 1970).
    package func offset(at instant: Int64) -> Int64 {
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle] <= instant { low = middle + 1 } else { high = middle }
        }
        return Int64(offsets[low])
    }

    /// The time that clocks of the zone show at an instant, as seconds since 1970.
    package func local(_ instant: Int64) -> Int64 { instant + offset(at: instant) }

    /// The instant at which clocks of the zone show a time (seconds since 1970).
    ///
    /// Of two such instants it is the first; a time that the clocks skip moves forward.
    package func instant(local: Int64) -> Int64 {
        let before = offset(at: local - Self.day)
        let early = local - before
        if offset(at: early) == before { return early }
        let after = offset(at: local + Self.day)
        let late = local - after
        return offset(at: late) == after ? late : early
    }

    /// The local day at an instant.
    package func day(at instant: Int64) -> Int32 {
        let local = local(instant)
        // Rounded down, for moments before 1970 too.
        return Int32(clamping: (local >= 0 ? local : local - Self.day + 1) / Self.day)
    }

    /// The instant from which times of a service day count: noon minus twelve hours (GTFS, `stop_times.txt`).
    ///
    /// It is midnight except on days on which the clock changes.
    package func base(of day: Int32) -> Int64 {
        instant(local: Int64(day) * Self.day + Self.day / 2) - Self.day / 2
    }

    private static let day: Int64 = 86_400
}

extension UInt8 {
    fileprivate var isOfZoneName: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: "-"),
            UInt8(ascii: "+"):
            true
        case _: false
        }
    }
}
