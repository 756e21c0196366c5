/// One file of a ZIP archive, as the central directory describes it (APPNOTE 4.3.12).
struct ZIPEntry {
    static let stored = 0
    static let deflated = 8
    /// Bytes of the fixed part of a local header.
    static let localHeaderSize = 30
    private static let headerSize = 46
    /// Encrypted, strongly encrypted, or with hidden headers.
    private static let encryptedFlags = 1 | 1 << 6 | 1 << 13
    /// A field whose value stands in the ZIP64 extra field.
    private static let large = 0xFFFF_FFFF

    let name: String
    let flags: Int
    let method: Int
    let checksum: UInt32
    let packedSize: Int
    let unpackedSize: Int
    /// The offset of its local header.
    let offset: Int

    /// Takes the entry off the front; nil if the directory is damaged.
    init?(_ rest: inout ArraySlice<UInt8>) {
        guard rest.count >= Self.headerSize, rest.starts(with: [0x50, 0x4B, 0x01, 0x02]) else { return nil }
        let (nameSize, extraSize) = (rest.little(28, 2), rest.little(30, 2))
        let size = Self.headerSize + nameSize + extraSize + rest.little(32, 2)
        guard rest.count >= size else { return nil }
        name = String(decoding: rest.dropFirst(Self.headerSize).prefix(nameSize), as: UTF8.self)
        flags = rest.little(8, 2)
        method = rest.little(10, 2)
        checksum = UInt32(truncatingIfNeeded: rest.little(16, 4))

        var extra = Self.zip64(rest.dropFirst(Self.headerSize + nameSize).prefix(extraSize))
        // Only the fields that do not fit stand in the extra field, in this order (APPNOTE 4.5.3).
        func field(_ offset: Int) -> Int? {
            let value = rest.little(offset, 4)
            guard value == Self.large else { return value }
            guard extra.count >= 8 else { return nil }
            defer { extra = extra.dropFirst(8) }
            return extra.little64(0)
        }
        guard let unpacked = field(24), let packed = field(20), let start = field(42) else { return nil }
        (unpackedSize, packedSize, offset) = (unpacked, packed, start)
        rest = rest.dropFirst(size)
    }

    var isEncrypted: Bool { flags & Self.encryptedFlags != 0 }
    var isFolder: Bool { name.hasSuffix("/") }

    private static func zip64(_ extra: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var extra = extra
        while extra.count >= 4 {
            let (id, size) = (extra.little(0, 2), extra.little(2, 2))
            if id == 1 { return extra.dropFirst(4).prefix(size) }
            extra = extra.dropFirst(4 + size)
        }
        return []
    }
}

extension ArraySlice<UInt8> {
    /// A number of at most 4 bytes, the lowest first; missing bytes count as zero.
    func little(_ offset: Int, _ size: Int) -> Int {
        dropFirst(offset).prefix(Swift.min(size, 4)).reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// A number of 8 bytes, the lowest first; nil if it is too large for a size of a file.
    func little64(_ offset: Int) -> Int? {
        let (low, high) = (little(offset, 4), little(offset + 4, 4))
        return high < 1 << 24 ? high << 32 | low : nil
    }
}
