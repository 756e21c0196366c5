import Core

/// Reads the central directory of a ZIP archive (APPNOTE 6.3.10), ZIP64 included.
///
/// Entries may be stored or deflated. Sizes come from the directory, so entries with data descriptors read
/// too.
struct ZIPArchive {
    private static let endSize = 22
    private static let locatorSize = 20
    private static let end64Size = 56
    private static let commentSizeMax = 0xFFFF

    let entries: [ZIPEntry]
    private let file: FileDescriptor
    private let name: String

    /// Throws a `FeedFault` for a damaged archive or a limit, a `Problem` if the file cannot be read.
    init(path: String, limits: FeedLimits) throws {
        name = String(path.split(separator: "/").last ?? "")
        file = try FileDescriptor(path: path)
        let directory = try Self.directory(of: file, name)
        guard directory.size <= limits.directorySizeMax, directory.count <= limits.filesMax else {
            throw FeedFault(.tooManyFiles(max: limits.filesMax), file: name)
        }
        guard let bytes = try file.bytes(at: directory.offset, directory.size) else {
            throw FeedFault(.brokenArchive, file: name)
        }
        var rest = bytes[...]
        var entries: [ZIPEntry] = []
        for _ in 0..<directory.count {
            guard let entry = ZIPEntry(&rest) else { throw FeedFault(.brokenArchive, file: name) }
            entries.append(entry)
        }
        self.entries = entries
        try checkPlaces(before: directory.offset)
    }

    /// Opens an entry for reading; throws a `FeedFault` if its local header is damaged.
    func open(_ entry: ZIPEntry, as name: String) throws -> ZIPFile {
        guard !entry.isEncrypted else { throw FeedFault(.encrypted, file: name) }
        guard entry.method == ZIPEntry.stored || entry.method == ZIPEntry.deflated else {
            throw FeedFault(.unknownCompression, file: name)
        }
        guard let header = try file.bytes(at: entry.offset, ZIPEntry.localHeaderSize)?[...],
            header.starts(with: [0x50, 0x4B, 0x03, 0x04])
        else { throw FeedFault(.brokenArchive, file: name) }
        let start = entry.offset + ZIPEntry.localHeaderSize + header.little(26, 2) + header.little(28, 2)
        guard start <= file.size, entry.packedSize <= file.size - start else {
            throw FeedFault(.brokenArchive, file: name)
        }
        return try ZIPFile(file, entry, start: start, name: name)
    }

    /// Entries that share bytes are how a small archive unpacks to a huge one.
    private func checkPlaces(before end: Int) throws(FeedFault) {
        var free = 0
        for entry in entries.sorted(by: { $0.offset < $1.offset }) {
            guard entry.offset >= free else { throw FeedFault(.overlappingFiles, file: name) }
            guard entry.offset <= end, entry.packedSize <= end - entry.offset else {
                throw FeedFault(.brokenArchive, file: name)
            }
            free = entry.offset + ZIPEntry.localHeaderSize + entry.packedSize
        }
    }

    /// The place of the central directory, by the record at the end of the file.
    private static func directory(
        of file: FileDescriptor,
        _ name: String
    ) throws -> (offset: Int, size: Int, count: Int) {
        let tailSize = min(file.size, endSize + locatorSize + commentSizeMax)
        guard tailSize >= endSize, let tail = try file.bytes(at: file.size - tailSize, tailSize) else {
            throw FeedFault(.notArchive, file: name)
        }
        for start in (0...(tailSize - endSize)).reversed() {
            // The first byte alone tells most places apart.
            guard tail[start] == 0x50, tail[start...].starts(with: [0x50, 0x4B, 0x05, 0x06]) else { continue }
            let record = tail[start...]
            if let found = try directory64(of: file, locator: tail[..<start].suffix(locatorSize)) {
                return found
            }
            let (count, size, offset) = (record.little(10, 2), record.little(12, 4), record.little(16, 4))
            guard record.little(4, 2) == 0, record.little(8, 2) == count,
                offset + size <= file.size - tailSize + start
            else { throw FeedFault(.brokenArchive, file: name) }
            return (offset, size, count)
        }
        throw FeedFault(.notArchive, file: name)
    }

    /// Nil if the archive has no ZIP64 record, or a damaged one.
    private static func directory64(
        of file: FileDescriptor,
        locator: ArraySlice<UInt8>
    ) throws -> (offset: Int, size: Int, count: Int)? {
        guard locator.count == locatorSize, locator.starts(with: [0x50, 0x4B, 0x06, 0x07]),
            let place = locator.little64(8), let record = try file.bytes(at: place, end64Size)?[...],
            record.starts(with: [0x50, 0x4B, 0x06, 0x06]), let count = record.little64(32),
            let size = record.little64(40), let offset = record.little64(48),
            offset <= place, size <= place - offset
        else { return nil }
        return (offset, size, count)
    }
}
