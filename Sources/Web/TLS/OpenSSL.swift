import CLibSSL

/// The parts that every use of OpenSSL needs.
enum OpenSSL {
    /// Something that OpenSSL has made, which is freed with its last reference.
    final class Owned {
        let pointer: OpaquePointer
        private let free: (OpaquePointer) -> Void

        init(_ pointer: OpaquePointer, free: @escaping (OpaquePointer) -> Void) {
            (self.pointer, self.free) = (pointer, free)
        }

        deinit {
            free(pointer)
        }
    }

    /// The reason of the first failure on this thread since the last call, in OpenSSL's words.
    static func takeReason() -> String {
        let code = ERR_peek_error()
        defer { ERR_clear_error() }
        guard code != 0, let reason = ERR_reason_error_string(code) else { return "no reason" }
        return String(cString: reason)
    }
}
