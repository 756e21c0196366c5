import Core
import Hummingbird
import NIOCore

extension RequestBody {
    /// The body of a request within the process; a file is read piece by piece.
    init(_ body: HTTPBody) throws(Problem) {
        switch body {
        case .none: self.init(buffer: ByteBuffer())
        case .bytes(let bytes): self.init(buffer: ByteBuffer(bytes: bytes))
        case .file(let path):
            let file = try FilePieces(path: path)
            self.init(
                asyncSequence: AsyncThrowingStream(unfolding: {
                    try file.next().map { ByteBuffer(bytes: $0) }
                })
            )
        }
    }
}
