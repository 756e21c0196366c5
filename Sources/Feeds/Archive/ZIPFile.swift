import CLibZ
import Core

/// Unpacks one entry of an archive piece by piece; what comes out must be what the directory says.
final class ZIPFile: FeedFile {
    private static let pieceSize = 256 << 10

    private let file: FileDescriptor
    private let entry: ZIPEntry
    private let name: String
    private var offset: Int
    private let end: Int
    private let input: UnsafeMutableBufferPointer<UInt8>
    private let output: UnsafeMutableBufferPointer<UInt8>
    /// On the heap, because zlib keeps a pointer to it.
    private let stream: UnsafeMutablePointer<z_stream>
    private var isDone = false
    private var unpacked = 0
    private var checksum: UInt = 0

    init(_ file: FileDescriptor, _ entry: ZIPEntry, start: Int, name: String) throws {
        self.file = file
        self.entry = entry
        self.name = name
        offset = start
        end = start + entry.packedSize
        input = .allocate(capacity: Self.pieceSize)
        output = .allocate(capacity: Self.pieceSize)
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // A negative window stands for bytes without a wrapper.
        let size = Int32(MemoryLayout<z_stream>.size)
        guard inflateInit2_(stream, -15, ZLIB_VERSION, size) == Z_OK else { throw broken }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
        input.deallocate()
        output.deallocate()
    }

    func read(into buffer: inout [UInt8]) throws -> Bool {
        guard !isDone else { return false }
        let piece = entry.method == ZIPEntry.stored ? try fill() : try inflatedPiece()
        if piece.isEmpty { isDone = true }
        unpacked += piece.count
        checksum = crc32_z(checksum, piece.baseAddress, piece.count)
        let isWhole = unpacked == entry.unpackedSize && checksum == UInt(entry.checksum)
        guard unpacked <= entry.unpackedSize, !isDone || isWhole else { throw broken }
        buffer.append(contentsOf: piece)
        return !isDone
    }

    /// The next packed bytes; empty at the end.
    private func fill() throws -> UnsafeBufferPointer<UInt8> {
        let count = min(Self.pieceSize, end - offset)
        let filled = try file.read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: raw[..<count]))
        guard filled == count else { throw broken }
        offset += count
        return UnsafeBufferPointer(rebasing: input[..<count])
    }

    private var raw: UnsafeMutableRawBufferPointer { UnsafeMutableRawBufferPointer(input) }

    /// The next unpacked bytes; empty at the end of the deflated stream.
    private func inflatedPiece() throws -> UnsafeBufferPointer<UInt8> {
        // Some programs write nothing at all for an empty file.
        if entry.packedSize == 0 { return UnsafeBufferPointer(rebasing: output[..<0]) }
        while true {
            if stream.pointee.avail_in == 0 {
                let piece = try fill()
                stream.pointee.next_in = input.baseAddress
                stream.pointee.avail_in = UInt32(piece.count)
            }
            stream.pointee.next_out = output.baseAddress
            stream.pointee.avail_out = UInt32(output.count)
            let before = stream.pointee.avail_in
            let result = inflate(stream, Z_NO_FLUSH)
            let count = output.count - Int(stream.pointee.avail_out)
            if count > 0 { return UnsafeBufferPointer(rebasing: output[..<count]) }
            if result == Z_STREAM_END { return UnsafeBufferPointer(rebasing: output[..<0]) }
            // Where nothing went in and nothing came out, the stream is cut off.
            guard result == Z_OK, before > 0 else { throw broken }
        }
    }

    private var broken: FeedFault { FeedFault(.brokenFile, file: name) }
}
