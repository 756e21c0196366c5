/// Looks at the directory of a ZIP archive (APPNOTE 6.3.9) before anybody unpacks it.
///
/// Our archives are small enough for the plain format, so one that needs ZIP64 is refused.
enum Archive {
    static func check(_ bytes: ByteReader) throws {
        let (offset, size, count) = try directory(of: bytes)
        guard 1...Limits.archiveEntriesMax ~= count else {
            throw Problem.damaged(
                "в архиве должно быть от 1 до \(Limits.archiveEntriesMax) файлов",
                "an archive must hold 1 to \(Limits.archiveEntriesMax) files"
            )
        }
        guard size <= Limits.archiveDirectorySizeMax else { throw broken }
        var rest = try bytes.bytes(at: offset, size)[...]
        var names: Set<[UInt8]> = []
        var (packed, unpacked) = (0, Int64(0))
        for _ in 0..<count {
            let entry = try Entry(&rest)
            try entry.check()
            try entry.compareLocalHeader(in: bytes, before: offset)
            guard names.insert(entry.name).inserted else { throw broken }
            packed += entry.packedSize
            unpacked += Int64(entry.unpackedSize)
        }
        // Entries that share their bytes are how a small archive unpacks to a huge one.
        guard packed <= offset, unpacked <= Limits.archiveUnpackedSizeMax else {
            throw Problem.damaged("архив слишком велик внутри", "the archive unpacks to too much")
        }
        guard rest.isEmpty else { throw broken }
    }

    /// Where the central directory stands, by the record at the very end.
    private static func directory(of bytes: ByteReader) throws -> (offset: Int, size: Int, count: Int) {
        let tailSize = min(bytes.size, recordSize + 0xFFFF)
        let tail = try bytes.bytes(at: bytes.size - tailSize, tailSize)
        guard tailSize >= recordSize else { throw ByteReader.truncated }
        for start in (0...(tailSize - recordSize)).reversed() {
            let record = tail[start...]
            guard record.starts(with: "PK\u{05}\u{06}".utf8),
                record.field(20, 2) == tailSize - start - recordSize
            else { continue }
            let (count, size, offset) = (record.field(10, 2), record.field(12, 4), record.field(16, 4))
            let isWhole = record.field(4, 2) == 0 && record.field(6, 2) == 0 && record.field(8, 2) == count
            guard isWhole, offset + size <= bytes.size - tailSize + start else { throw broken }
            return (offset, size, count)
        }
        throw ByteReader.truncated
    }

    private static let recordSize = 22
    fileprivate static let broken = Problem.damaged("архив испорчен", "the archive is damaged")
}

/// One entry of the central directory.
private struct Entry {
    let name: [UInt8]
    let flags: Int
    let method: Int
    let packedSize: Int
    let unpackedSize: Int
    let mode: Int
    let offset: Int

    /// Takes the entry off the front.
    init(_ rest: inout ArraySlice<UInt8>) throws {
        guard rest.count >= Self.headerSize, rest.starts(with: "PK\u{01}\u{02}".utf8) else {
            throw Archive.broken
        }
        let nameSize = rest.field(28, 2)
        let size = Self.headerSize + nameSize + rest.field(30, 2) + rest.field(32, 2)
        guard rest.count >= size else { throw Archive.broken }
        name = Array(rest.dropFirst(Self.headerSize).prefix(nameSize))
        flags = rest.field(8, 2)
        method = rest.field(10, 2)
        packedSize = rest.field(20, 4)
        unpackedSize = rest.field(24, 4)
        mode = rest.field(40, 2)
        offset = rest.field(42, 4)
        rest = rest.dropFirst(size)
    }

    func check() throws {
        guard isNameSafe else {
            throw Problem.damaged(
                "имя \(shownName) выводит из папки",
                "the name \(shownName) leads out of the folder"
            )
        }
        guard mode & Self.kindMask != Self.symbolicLink else {
            throw Problem.damaged("\(shownName) — ссылка", "\(shownName) is a symbolic link")
        }
        guard flags & 1 == 0 else {
            throw Problem.damaged("архив зашифрован", "the archive is encrypted")
        }
        guard method == 0 || method == 8, packedSize < 0xFFFF_FFFF, unpackedSize < 0xFFFF_FFFF else {
            throw Problem.damaged("такое сжатие не читается", "it is packed in a way that phones do not read")
        }
    }

    /// A reader that streams sees only the local header, so it must say the same.
    func compareLocalHeader(in bytes: ByteReader, before end: Int) throws {
        let header = try bytes.bytes(at: offset, Self.localHeaderSize)[...]
        let nameSize = header.field(26, 2)
        let start = offset + Self.localHeaderSize + nameSize + header.field(28, 2)
        guard header.starts(with: "PK\u{03}\u{04}".utf8), nameSize == name.count, start + packedSize <= end,
            try bytes.bytes(at: offset + Self.localHeaderSize, nameSize) == name
        else { throw Archive.broken }
    }

    private var isNameSafe: Bool {
        let isDrive = name.count > 1 && name[1] == UInt8(ascii: ":")
        let steps = name.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return !name.isEmpty && name.first != UInt8(ascii: "/") && !isDrive
            && !name.contains { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\") }
            && !steps.contains { $0.elementsEqual("..".utf8) }
    }

    private var shownName: String {
        String(String(decoding: name.prefix(80), as: UTF8.self).filter { !$0.isNewline })
    }

    private static let headerSize = 46
    private static let localHeaderSize = 30
    private static let kindMask = 0xF000
    private static let symbolicLink = 0xA000
}

extension ArraySlice<UInt8> {
    /// A number that is kept with its lowest byte first.
    fileprivate func field(_ offset: Int, _ size: Int) -> Int { dropFirst(offset).prefix(size).littleEndian }
}
