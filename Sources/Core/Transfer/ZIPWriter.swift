import CLibZ

/// Writes a ZIP archive in pieces (APPNOTE 6.3.3): files without compression and without a date.
///
/// The same files in the same order give the same bytes. Only the central directory is held in memory; it is for
/// archives below 4 GiB with fewer than 65,535 files, which callers bound far below.
package struct ZIPWriter {
    private var directory: [UInt8] = []
    private var offset: UInt32 = 0
    private var count: UInt16 = 0

    package init() {}

    /// The bytes of one more file; folders in its name are separated by slashes.
    package mutating func file(_ name: String, _ bytes: [UInt8]) throws(Problem) -> [UInt8] {
        let name = Array(name.utf8)
        let (size, start) = (UInt64(bytes.count), UInt64(offset))
        guard size + start + UInt64(directory.count) < UInt64(UInt32.max) - 65_536, count < .max - 1,
            name.count < 1_000
        else { throw Self.tooLarge }
        let common = Self.common(bytes, nameSize: name.count)
        let header = Self.little(0x0403_4B50, 4) + common + name
        // The creator version, then no comment, one disk, a plain file without rights, and its offset.
        directory +=
            Self.little(0x0201_4B50, 4) + Self.little(20, 2) + common + Self.little(0, 10)
            + Self.little(UInt64(offset), 4) + name
        offset += UInt32(header.count) + UInt32(bytes.count)
        count += 1
        return header + bytes
    }

    /// The bytes at the end: the central directory and its end record.
    package func end() -> [UInt8] {
        directory + Self.little(0x0605_4B50, 4) + Self.little(0, 4) + Self.little(UInt64(count), 2)
            + Self.little(UInt64(count), 2) + Self.little(UInt64(directory.count), 4)
            + Self.little(UInt64(offset), 4) + Self.little(0, 2)
    }

    /// The part that a local header and a central directory entry share, from the required version on.
    private static func common(_ bytes: [UInt8], nameSize: Int) -> [UInt8] {
        // Names in UTF-8, stored, at the earliest midnight of the format: 1 January 1980.
        little(10, 2) + little(0x0800, 2) + little(0, 2) + little(0, 2) + little(0x0021, 2)
            + little(UInt64(checksum(bytes)), 4) + little(UInt64(bytes.count), 4)
            + little(UInt64(bytes.count), 4) + little(UInt64(nameSize), 2) + little(0, 2)
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        bytes.withUnsafeBufferPointer { buffer in
            UInt32(truncatingIfNeeded: crc32_z(0, buffer.baseAddress, buffer.count))
        }
    }

    private static func little(_ number: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { $0 < 8 ? UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) : 0 }
    }

    private static let tooLarge = Problem(
        .tooLarge,
        Localized("Архив получается слишком большим.", "The archive would be too large.")
    )
}
