/// One entry of the central directory of an archive.
struct ArchiveEntry {
    /// Bytes of a path in an archive; Linux and macOS open no longer one.
    private static let archiveNameLengthMax = 1_024

    let name: [UInt8]
    let flags: Int
    let method: Int
    let crc: Int
    let packedSize: Int
    let unpackedSize: Int
    let mode: Int
    /// The offset of its local header.
    let offset: Int

    /// Parses the entry at the front and removes it.
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
        crc = rest.field(16, 4)
        packedSize = rest.field(20, 4)
        unpackedSize = rest.field(24, 4)
        mode = rest.field(40, 2)
        offset = rest.field(42, 4)
        rest = rest.dropFirst(size)
    }

    func check() throws {
        guard name.count <= Self.archiveNameLengthMax else {
            throw Problem.damaged(
                "имя \(shownName)… слишком длинное",
                "the name \(shownName)… is too long"
            )
        }
        guard isNameSafe else {
            throw Problem.damaged(
                "имя \(shownName) выводит из папки",
                "the name \(shownName) leads out of the folder"
            )
        }
        guard mode & Self.kindMask != Self.symbolicLink else {
            throw Problem.damaged("\(shownName) — ссылка", "\(shownName) is a symbolic link")
        }
        guard !Self.devices.contains(mode & Self.kindMask) else {
            throw Problem.damaged("\(shownName) — не файл и не папка", "\(shownName) is no file or folder")
        }
        guard flags & Self.encrypted == 0 else {
            throw Problem.damaged("архив зашифрован", "the archive is encrypted")
        }
        guard packedSize < 0xFFFF_FFFF, unpackedSize < 0xFFFF_FFFF, offset < 0xFFFF_FFFF else {
            throw Archive.large
        }
        guard method == Self.stored || method == Self.deflated else {
            throw Problem.damaged("такое сжатие не читается", "it is packed in a way that phones do not read")
        }
    }

    /// The start of its bytes; the local header must match, because a streaming reader sees nothing else.
    func start(in bytes: ByteReader, before end: Int) throws -> Int {
        let header = try bytes.bytes(at: offset, Self.localHeaderSize)[...]
        let nameSize = header.field(26, 2)
        let start = offset + Self.localHeaderSize + nameSize + header.field(28, 2)
        // With this flag the sizes follow the bytes.
        let isLater = header.field(6, 2) & Self.streamed != 0
        let says = (header.field(14, 4), header.field(18, 4), header.field(22, 4))
        guard isLater || says.1 < 0xFFFF_FFFF && says.2 < 0xFFFF_FFFF else { throw Archive.large }
        guard header.starts(with: Self.signature), nameSize == name.count, start + packedSize <= end,
            header.field(8, 2) == method, header.field(6, 2) & Self.encrypted == 0,
            isLater || says == (crc, packedSize, unpackedSize),
            try bytes.bytes(at: offset + Self.localHeaderSize, nameSize) == name
        else { throw Archive.broken }
        return start
    }

    /// Throws if a streaming reader would find a file between two entries that the directory does not list.
    ///
    /// Other bytes in a gap were left by the program that packed it, such as sizes after the bytes.
    static func requireNone(in gap: Range<Int>, of bytes: ByteReader) throws {
        guard !gap.isEmpty else { return }
        let found = try bytes.bytes(at: gap.lowerBound, min(gap.count, descriptorSizeMax + signature.count))
        guard found.indices.contains(where: { found[$0...].starts(with: signature) }) else { return }
        throw Problem.damaged(
            "в архиве есть файл, которого нет в его списке",
            "the archive holds a file that its list does not tell of"
        )
    }

    private var isNameSafe: Bool {
        let isDrive = name.count > 1 && name[1] == UInt8(ascii: ":")
        let steps = name.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return !name.isEmpty && name.first != UInt8(ascii: "/") && !isDrive
            && !name.contains { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\") }
            && !steps.contains { $0.elementsEqual("..".utf8) }
    }

    var shownName: String {
        String(String(decoding: name.prefix(80), as: UTF8.self).filter { !$0.isNewline })
    }

    static let stored = 0
    static let deflated = 8
    private static let signature = Array("PK\u{03}\u{04}".utf8)
    private static let headerSize = 46
    private static let localHeaderSize = 30
    /// The size of the data descriptor that may follow the bytes of an entry.
    private static let descriptorSizeMax = 24
    private static let kindMask = 0xF000
    private static let symbolicLink = 0xA000
    /// FIFOs, character devices, block devices, sockets.
    private static let devices: Set = [0x1000, 0x2000, 0x6000, 0xC000]
    private static let streamed = 1 << 3
    /// Encrypted, strongly encrypted, or with masked headers.
    private static let encrypted = 1 | 1 << 6 | 1 << 13
}

extension ArraySlice<UInt8> {
    /// The value of a little-endian number.
    func field(_ offset: Int, _ size: Int) -> Int { dropFirst(offset).prefix(size).littleEndian }
}
