import CLibCrypto

/// Signatures RSASSA-PKCS1-v1_5 with SHA-256 (RFC 8017 §8.2), which JOSE calls RS256.
package enum RS256 {
    private static let bitsMin: Int32 = 2_048

    /// Nil if the text is not a private RSA key of at least 2,048 bits in PEM, without a password.
    package static func sign(_ bytes: [UInt8], pem: String) -> [UInt8]? {
        guard let key = key(pem) else { return nil }
        defer { EVP_PKEY_free(key) }
        guard let context = EVP_MD_CTX_new() else { return nil }
        defer { EVP_MD_CTX_free(context) }
        var count = 0
        guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
            EVP_DigestSign(context, nil, &count, bytes, bytes.count) == 1
        else { return nil }
        var signature = [UInt8](repeating: 0, count: count)
        guard EVP_DigestSign(context, &signature, &count, bytes, bytes.count) == 1 else { return nil }
        return Array(signature.prefix(count))
    }

    /// True if `sign` accepts the key.
    package static func isKey(_ pem: String) -> Bool {
        guard let key = key(pem) else { return false }
        EVP_PKEY_free(key)
        return true
    }

    private static func key(_ pem: String) -> OpaquePointer? {
        let bytes = Array(pem.utf8)
        guard let count = Int32(exactly: bytes.count) else { return nil }
        return bytes.withUnsafeBytes { buffer -> OpaquePointer? in
            guard let source = BIO_new_mem_buf(buffer.baseAddress, count) else { return nil }
            defer { BIO_free(source) }
            // Without this a key with a password would prompt for it on the terminal.
            guard let key = PEM_read_bio_PrivateKey(source, nil, { _, _, _, _ in 0 }, nil) else {
                ERR_clear_error()
                return nil
            }
            guard EVP_PKEY_get_base_id(key) == EVP_PKEY_RSA, EVP_PKEY_get_bits(key) >= bitsMin else {
                EVP_PKEY_free(key)
                return nil
            }
            return key
        }
    }
}
