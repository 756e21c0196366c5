import CLibSSL
import NIOCore

/// OpenSSL's side of one connection: encrypted bytes on one end, plain ones on the other.
///
/// It belongs to the event loop of its channel. Between calls it holds at most one record that is not whole yet.
final class TLSConnection {
    enum Progress {
        /// More bytes are needed.
        case open
        /// The client has said that it sends no more.
        case ended
        /// The client speaks HTTP without TLS.
        case plainHTTP
        /// The connection is of no more use; the reason is for the log.
        case failed(String)
    }

    /// The most bytes of one record.
    static let recordSizeMax = 16 << 10
    /// The least room for each read.
    private static let roomMin = 1 << 10

    private let connection: OpaquePointer
    /// Bytes from the client; OpenSSL takes all of them with each read.
    private let input: OpaquePointer
    /// Bytes for the client.
    private let output: OpaquePointer

    /// Nil if there is no memory.
    init?(_ context: OpaquePointer?) {
        let made = (SSL_new(context), BIO_new(BIO_s_mem()), BIO_new(BIO_s_mem()))
        guard let connection = made.0, let input = made.1, let output = made.2 else {
            SSL_free(made.0)
            BIO_free(made.1)
            BIO_free(made.2)
            return nil
        }
        (self.connection, self.input, self.output) = (connection, input, output)
        // It frees both in the end.
        SSL_set_bio(connection, input, output)
        SSL_set_accept_state(connection)
    }

    deinit {
        SSL_free(connection)
    }

    /// True once the handshake is done.
    var isEstablished: Bool { SSL_is_init_finished(connection) == 1 }

    /// Takes bytes from the client, and appends the decrypted ones to `plain`; afterwards there may be output.
    func open(_ sealed: inout ByteBuffer, into plain: inout ByteBuffer) -> Progress {
        while sealed.readableBytes > 0 {
            // In pieces, as the memory of `input` never shrinks.
            let taken = sealed.readWithUnsafeReadableBytes { bytes -> Int in
                let size = min(bytes.count, Self.recordSizeMax)
                return max(0, Int(BIO_write(input, bytes.baseAddress, Int32(size))))
            }
            guard taken > 0 else { return .failed(OpenSSL.takeReason()) }
            let progress = read(into: &plain)
            guard case .open = progress else { return progress }
        }
        return .open
    }

    private func read(into plain: inout ByteBuffer) -> Progress {
        ERR_clear_error()
        var count: Int32 = 1
        while count > 0 {
            plain.writeWithUnsafeMutableBytes(minimumWritableBytes: Self.roomMin) { room -> Int in
                count = SSL_read(connection, room.baseAddress, Int32(clamping: room.count))
                return max(0, Int(count))
            }
        }
        switch SSL_get_error(connection, count) {
        case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return .open
        case SSL_ERROR_ZERO_RETURN: return .ended
        case _ where vitrina_tls_is_plain_http() != 0:
            ERR_clear_error()
            return .plainHTTP
        case _: return .failed(OpenSSL.takeReason())
        }
    }

    /// Encrypts at most one record; false if the connection is of no more use.
    func seal(_ plain: ByteBuffer) -> Bool {
        ERR_clear_error()
        let size = Int32(clamping: plain.readableBytes)
        return plain.withUnsafeReadableBytes { SSL_write(connection, $0.baseAddress, size) == size }
    }

    /// Says to the client that nothing more is sent, if the handshake is done.
    func end() {
        guard isEstablished else { return }
        ERR_clear_error()
        SSL_shutdown(connection)
    }

    /// Removes the bytes for the client; there may be none.
    func takeOutput(_ allocator: ByteBufferAllocator) -> ByteBuffer {
        let size = BIO_ctrl_pending(output)
        var bytes = allocator.buffer(capacity: size)
        guard size > 0 else { return bytes }
        bytes.writeWithUnsafeMutableBytes(minimumWritableBytes: size) { room -> Int in
            max(0, Int(BIO_read(output, room.baseAddress, Int32(clamping: size))))
        }
        return bytes
    }
}
