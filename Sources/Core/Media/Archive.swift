/// Checks a ZIP archive (APPNOTE 6.3.9) before anybody unpacks it: its directory first, then every byte.
///
/// Our archives are small enough for the plain format, so one that needs ZIP64 is refused.
enum Archive {
    /// The ratio of unpacked to packed size that is allowed above `archiveUnpackedSizeSmall`.
    private static let archiveRatioMax: Int64 = 200
    private static let archiveUnpackedSizeSmall: Int64 = 64 << 20
    private static let archiveEntriesMax = 20_000
    /// The size of the central directory.
    private static let archiveDirectorySizeMax = 8 << 20
    /// The total size of the unpacked files.
    private static let archiveUnpackedSizeMax: Int64 = 4 << 30

    static func check(_ bytes: ByteReader) throws {
        let (offset, size, count) = try directory(of: bytes)
        guard 1...Self.archiveEntriesMax ~= count else {
            throw Problem.damaged(
                "в архиве должно быть от 1 до \(Self.archiveEntriesMax) файлов",
                "an archive must hold 1 to \(Self.archiveEntriesMax) files"
            )
        }
        guard size <= Self.archiveDirectorySizeMax else { throw broken }
        var rest = try bytes.bytes(at: offset, size)[...]
        var entries: [ArchiveEntry] = []
        var unpacked: Int64 = 0
        for _ in 0..<count {
            let entry = try ArchiveEntry(&rest)
            try entry.check()
            unpacked += Int64(entry.unpackedSize)
            entries.append(entry)
        }
        guard rest.isEmpty else { throw broken }
        guard unpacked <= unpackedMax(of: bytes.size) else {
            throw Problem.damaged("архив слишком велик внутри", "the archive unpacks to too much")
        }
        try checkNames(entries)
        for (entry, start) in try placed(entries, in: bytes, before: offset) {
            try ArchiveUnpacker(entry: entry, start: start, bytes: bytes).check()
        }
    }

    /// The maximum unpacked size for an archive of this size: no more than textures and texts really shrink.
    private static func unpackedMax(of size: Int) -> Int64 {
        let (grown, isTooMuch) = Int64(size).multipliedReportingOverflow(by: Self.archiveRatioMax)
        let ratio = isTooMuch ? Int64.max : grown
        return min(Self.archiveUnpackedSizeMax, max(Self.archiveUnpackedSizeSmall, ratio))
    }

    /// Throws if two entries have the same file name, or if one is a folder of another.
    ///
    /// In the order of their names, with `/` before every other byte, a file stands right before what would be in it.
    private static func checkNames(_ entries: [ArchiveEntry]) throws {
        let slash = UInt8(ascii: "/")
        func key(_ byte: UInt8) -> Int { byte == slash ? -1 : Int(byte) }
        let sorted = entries.sorted { $0.name.lexicographicallyPrecedes($1.name) { key($0) < key($1) } }
        for (entry, next) in zip(sorted, sorted.dropFirst()) where next.name.starts(with: entry.name) {
            guard next.name.count > entry.name.count else {
                throw Problem.damaged(
                    "имя \(entry.shownName) стоит дважды",
                    "the name \(entry.shownName) stands there twice"
                )
            }
            guard next.name[entry.name.count] != slash else {
                throw Problem.damaged(
                    "\(next.shownName) лежит в файле, а не в папке",
                    "\(next.shownName) stands in a file, not in a folder"
                )
            }
        }
    }

    /// The start of each entry's bytes.
    ///
    /// Throws if entries share bytes: that is how a small archive unpacks to a huge one or differs from its directory.
    private static func placed(
        _ entries: [ArchiveEntry],
        in bytes: ByteReader,
        before directory: Int
    ) throws -> [(entry: ArchiveEntry, start: Int)] {
        var end = 0
        let placed = try entries.sorted { $0.offset < $1.offset }.map { entry in
            let start = try entry.start(in: bytes, before: directory)
            guard entry.offset >= end else {
                throw Problem.damaged("файлы в архиве перекрываются", "files in the archive overlap")
            }
            try ArchiveEntry.requireNone(in: end..<entry.offset, of: bytes)
            end = start + entry.packedSize
            return (entry, start)
        }
        try ArchiveEntry.requireNone(in: end..<max(end, directory), of: bytes)
        return placed
    }

    /// The position of the central directory, from the record at the very end.
    private static func directory(of bytes: ByteReader) throws -> (offset: Int, size: Int, count: Int) {
        let tailSize = min(bytes.size, recordSize + locatorSize + 0xFFFF)
        let tail = try bytes.bytes(at: bytes.size - tailSize, tailSize)
        guard tailSize >= recordSize else { throw ByteReader.truncated }
        for start in (0...(tailSize - recordSize)).reversed() {
            let record = tail[start...]
            guard record.starts(with: "PK\u{05}\u{06}".utf8),
                record.field(20, 2) == tailSize - start - recordSize
            else { continue }
            let (count, size, offset) = (record.field(10, 2), record.field(12, 4), record.field(16, 4))
            let isLarge =
                start >= locatorSize && tail[(start - locatorSize)...].starts(with: "PK\u{06}\u{07}".utf8)
            guard !isLarge, count < 0xFFFF, size < 0xFFFF_FFFF, offset < 0xFFFF_FFFF else { throw large }
            let isWhole = record.field(4, 2) == 0 && record.field(6, 2) == 0 && record.field(8, 2) == count
            guard isWhole, offset + size <= bytes.size - tailSize + start else { throw broken }
            return (offset, size, count)
        }
        throw ByteReader.truncated
    }

    private static let recordSize = 22
    private static let locatorSize = 20
    static let broken = Problem.damaged("архив испорчен", "the archive is damaged")
    static let large = Problem.damaged(
        "это ZIP64, соберите архив без него",
        "it is a ZIP64 archive; pack it without that"
    )
}
