import CLibCrypto

/// The digest SHA-256 (FIPS 180-4), of bytes at once or of a stream piece by piece.
package struct SHA256: ~Copyable {
    package static let size = 32

    /// The implementation, as an address: with `EVP_sha256()` libcrypto looks it up for each digest, behind a lock.
    private static let implementation = UInt(bitPattern: EVP_MD_fetch(nil, "SHA256", nil))

    private let context: OpaquePointer

    package init() {
        guard let context = EVP_MD_CTX_new() else { preconditionFailure("No memory for a digest.") }
        self.context = context
        let isReady = EVP_DigestInit_ex(context, OpaquePointer(bitPattern: Self.implementation), nil)
        precondition(isReady == 1, "libcrypto offers no SHA-256.")
    }

    deinit {
        EVP_MD_CTX_free(context)
    }

    package mutating func update(_ bytes: some Sequence<UInt8>) {
        let done: Void? = bytes.withContiguousStorageIfAvailable { buffer in
            EVP_DigestUpdate(context, buffer.baseAddress, buffer.count)
        }.map { _ in () }
        guard done == nil else { return }
        Array(bytes).withUnsafeBufferPointer { _ = EVP_DigestUpdate(context, $0.baseAddress, $0.count) }
    }

    /// The digest of everything appended.
    package consuming func finish() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Self.size) { buffer, count in
            EVP_DigestFinal_ex(context, buffer.baseAddress, nil)
            count = Self.size
        }
    }

    package consuming func finishHex() -> String { Hex.encode(finish()) }

    package static func digest(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var digest = SHA256()
        digest.update(bytes)
        return digest.finish()
    }

    package static func hex(_ bytes: some Sequence<UInt8>) -> String { Hex.encode(digest(bytes)) }
}
