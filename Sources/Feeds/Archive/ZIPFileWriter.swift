import CLibZ
import Core
import Glibc

/// Writes a ZIP archive into a file while its entries are made; entries are deflated and have no date.
///
/// The same bytes in the same order give the same archive. Sizes are written into the local header
/// afterwards, so no data descriptors are needed. Archives and entries stay below 4 GiB; it throws
/// `Problem(.tooLarge)` beyond.
final class ZIPFileWriter {
    private static let pieceSize = 256 << 10
    private static let sizeMax = 0xFFFF_0000
    private static let localHeaderSize = 30

    private struct Entry {
        let name: [UInt8]
        let offset: Int
        var checksum: UInt = 0
        var packedSize = 0
        var unpackedSize = 0
    }

    private let number: Int32
    private var entries: [Entry] = []
    private var offset = 0
    private let output: UnsafeMutableBufferPointer<UInt8>
    /// On the heap, because zlib keeps a pointer to it.
    private let stream: UnsafeMutablePointer<z_stream>

    /// Makes the file, or empties it if it is there.
    init(path: String) throws(Problem) {
        number = Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        output = .allocate(capacity: Self.pieceSize)
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let size = Int32(MemoryLayout<z_stream>.size)
        let result = deflateInit2_(
            stream,
            6,
            Z_DEFLATED,
            -15,
            8,
            Z_DEFAULT_STRATEGY,
            ZLIB_VERSION,
            size
        )
        guard number >= 0, result == Z_OK else { throw Self.unwritable }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
        output.deallocate()
        if number >= 0 { close(number) }
    }

    /// Begins an entry; `add` gives its bytes until the next one begins.
    func begin(_ name: String) throws(Problem) {
        try endEntry()
        let entry = Entry(name: Array(name.utf8), offset: offset)
        entries.append(entry)
        try write(localHeader(of: entry))
        guard deflateReset(stream) == Z_OK else { throw Self.unwritable }
    }

    func add(_ bytes: [UInt8]) throws(Problem) {
        guard let last = entries.indices.last, !bytes.isEmpty else { return }
        entries[last].unpackedSize += bytes.count
        guard entries[last].unpackedSize < Self.sizeMax else { throw Self.tooLarge }
        entries[last].checksum = bytes.withUnsafeBufferPointer {
            crc32_z(entries[last].checksum, $0.baseAddress, $0.count)
        }
        var bytes = bytes
        try bytes.withUnsafeMutableBufferPointer { input throws(Problem) in
            stream.pointee.next_in = input.baseAddress
            stream.pointee.avail_in = UInt32(input.count)
            try deflate(Z_NO_FLUSH)
        }
    }

    /// Writes the central directory; nothing can be added afterwards.
    func finish() throws(Problem) {
        try endEntry()
        let start = offset
        for entry in entries {
            try write(
                Self.little(0x0201_4B50, 4) + Self.little(20, 2) + common(of: entry) + Self.little(0, 10)
                    + Self.little(entry.offset, 4) + entry.name
            )
        }
        try write(
            Self.little(0x0605_4B50, 4) + Self.little(0, 4) + Self.little(entries.count, 2)
                + Self.little(entries.count, 2) + Self.little(offset - start, 4) + Self.little(start, 4)
                + Self.little(0, 2)
        )
        guard fsync(number) == 0 else { throw Self.unwritable }
    }

    private func endEntry() throws(Problem) {
        guard let last = entries.indices.last else { return }
        stream.pointee.avail_in = 0
        try deflate(Z_FINISH)
        entries[last].packedSize =
            offset - entries[last].offset - Self.localHeaderSize - entries[last].name.count
        try write(localHeader(of: entries[last]), at: entries[last].offset)
    }

    /// Packs what the stream was given, until it asks for more or ends.
    private func deflate(_ flush: Int32) throws(Problem) {
        while true {
            stream.pointee.next_out = output.baseAddress
            stream.pointee.avail_out = UInt32(output.count)
            let result = CLibZ.deflate(stream, flush)
            guard result == Z_OK || result == Z_STREAM_END || result == Z_BUF_ERROR else {
                throw Self.unwritable
            }
            let count = output.count - Int(stream.pointee.avail_out)
            try write(Array(output[..<count]))
            if result == Z_STREAM_END || stream.pointee.avail_out > 0 { return }
        }
    }

    private func localHeader(of entry: Entry) -> [UInt8] {
        Self.little(0x0403_4B50, 4) + common(of: entry) + entry.name
    }

    /// The common part of the local header and the directory, from the version that is needed to extract it.
    private func common(of entry: Entry) -> [UInt8] {
        // Names in UTF-8, deflated, at the first midnight that the format knows: 1 January 1980.
        Self.little(20, 2) + Self.little(0x0800, 2) + Self.little(8, 2) + Self.little(0, 2)
            + Self.little(0x0021, 2) + Self.little(Int(entry.checksum), 4) + Self.little(entry.packedSize, 4)
            + Self.little(entry.unpackedSize, 4) + Self.little(entry.name.count, 2) + Self.little(0, 2)
    }

    private func write(_ bytes: [UInt8]) throws(Problem) {
        try write(bytes, at: offset)
        offset += bytes.count
        guard offset < Self.sizeMax else { throw Self.tooLarge }
    }

    private func write(_ bytes: [UInt8], at place: Int) throws(Problem) {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes {
                pwrite(number, $0.baseAddress, $0.count, off_t(place + done))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.unwritable }
            done += count
        }
    }

    private static func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { $0 < 8 ? UInt8(truncatingIfNeeded: number >> (8 * $0)) : 0 }
    }

    private static let tooLarge = Problem(
        .tooLarge,
        Localized("Архив получается слишком большим.", "The archive would be too large.")
    )
    private static var unwritable: Problem {
        FileError.isFull(errno)
            ? .fullDisk
            : Problem(.unavailable, Localized("Файл не записывается.", "The file cannot be written."))
    }
}
