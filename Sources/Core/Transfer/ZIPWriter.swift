import CLibZ

/// Writes a ZIP archive piece by piece (APPNOTE 6.3.3): files as they are, without compression and without a date.
///
/// The same files in the same order give the same bytes. It holds no more than its table of contents; it is for
/// archives below 4 GiB with fewer than 65,535 files, which callers bound far below.
package struct ZIPWriter {
    private var directory: [UInt8] = []
    private var offset: UInt32 = 0
    private var count: UInt16 = 0

    package init() {}

    /// The bytes of one more file, whose name has slashes between its folders.
    package mutating func file(_ name: String, _ bytes: [UInt8]) throws(Problem) -> [UInt8] {
        let name = Array(name.utf8)
        let (size, start) = (UInt64(bytes.count), UInt64(offset))
        guard size + start + UInt64(directory.count) < UInt64(UInt32.max) - 65_536, count < .max - 1,
            name.count < 1_000
        else { throw Self.tooLarge }
        let common = Self.common(bytes, nameSize: name.count)
        let header = Self.little(0x0403_4B50, 4) + common + name
        // The version that made it, then no comment, one disk, a plain file without rights, and where it begins.
        directory +=
            Self.little(0x0201_4B50, 4) + Self.little(20, 2) + common + Self.little(0, 10)
            + Self.little(UInt64(offset), 4) + name
        offset += UInt32(header.count) + UInt32(bytes.count)
        count += 1
        return header + bytes
    }

    /// What stands at the end: the table of contents.
    package func end() -> [UInt8] {
        directory + Self.little(0x0605_4B50, 4) + Self.little(0, 4) + Self.little(UInt64(count), 2)
            + Self.little(UInt64(count), 2) + Self.little(UInt64(directory.count), 4)
            + Self.little(UInt64(offset), 4) + Self.little(0, 2)
    }

    /// What both the file's own header and the table say of it, from the version that is needed on.
    private static func common(_ bytes: [UInt8], nameSize: Int) -> [UInt8] {
        // Names in UTF-8, stored, at the first midnight that the format knows: 1 January 1980.
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
