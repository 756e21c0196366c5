import CLibCrypto

/// HMAC-SHA256 (RFC 2104): a digest that only the holder of the key can make.
package enum HMAC {
    package static func sha256(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: SHA256.size) { buffer, count in
            let digest = CLibCrypto.HMAC(
                EVP_sha256(),
                key,
                Int32(key.count),
                bytes,
                bytes.count,
                buffer.baseAddress,
                nil
            )
            precondition(digest != nil, "libcrypto offers no HMAC-SHA256.")
            count = SHA256.size
        }
    }
}

/// Compares in a time that does not depend on where the first difference is.
package func isEqualInConstantTime(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
}
