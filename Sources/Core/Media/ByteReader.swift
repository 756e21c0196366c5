/// Reads pieces of a file, or of bytes in memory, without holding the whole.
struct ByteReader {
    let size: Int
    private let piece: (_ offset: Int, _ count: Int) throws -> [UInt8]

    /// `piece` returns fewer bytes than requested only at the end.
    init(size: Int, piece: @escaping (_ offset: Int, _ count: Int) throws -> [UInt8]) {
        self.size = size
        self.piece = piece
    }

    init(_ bytes: [UInt8]) {
        self.init(size: bytes.count) { offset, count in Array(bytes[offset..<(offset + count)]) }
    }

    /// Throws if the file ends before the last of these bytes.
    func bytes(at offset: Int, _ count: Int) throws -> [UInt8] {
        guard offset >= 0, count >= 0, offset <= size, count <= size - offset else { throw Self.truncated }
        let bytes = try piece(offset, count)
        guard bytes.count == count else { throw Self.truncated }
        return bytes
    }

    static let truncated = Problem.damaged("он обрывается", "it is cut off")
}

extension Collection<UInt8> {
    var bigEndian: Int { reduce(0) { $0 << 8 | Int($1) } }
    var littleEndian: Int { reversed().reduce(0) { $0 << 8 | Int($1) } }
}
