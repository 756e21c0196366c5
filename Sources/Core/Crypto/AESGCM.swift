import CLibCrypto

/// Authenticated encryption with AES-256-GCM (NIST SP 800-38D).
package enum AESGCM {
    package static let keySize = 32
    private static let nonceSize = 12
    private static let tagSize = 16
    /// The bytes by which a sealed text is longer.
    package static let overhead = nonceSize + tagSize

    /// The nonce, the ciphertext and its tag in one; nil if libcrypto fails.
    ///
    /// The nonce is random for each text, so one key seals at most some billions of texts.
    package static func seal(_ bytes: [UInt8], key: [UInt8], random: RandomBytes) -> [UInt8]? {
        let nonce = random(nonceSize)
        guard key.count == keySize, nonce.count == nonceSize, let count = Int32(exactly: bytes.count),
            let context = EVP_CIPHER_CTX_new()
        else { return nil }
        defer { EVP_CIPHER_CTX_free(context) }
        var (written, rest) = (Int32(0), Int32(0))
        var sealed = [UInt8](repeating: 0, count: bytes.count)
        var tag = [UInt8](repeating: 0, count: tagSize)
        guard EVP_EncryptInit_ex(context, EVP_aes_256_gcm(), nil, key, nonce) == 1,
            EVP_EncryptUpdate(context, &sealed, &written, bytes, count) == 1,
            written == count,
            EVP_EncryptFinal_ex(context, &tag, &rest) == 1,
            EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, Int32(tagSize), &tag) == 1
        else { return nil }
        return nonce + sealed + tag
    }

    /// The plaintext; nil if the key is another one, or if any bit has changed.
    package static func open(_ sealed: [UInt8], key: [UInt8]) -> [UInt8]? {
        guard key.count == keySize, sealed.count >= nonceSize + tagSize,
            let count = Int32(exactly: sealed.count - nonceSize - tagSize),
            let context = EVP_CIPHER_CTX_new()
        else { return nil }
        defer { EVP_CIPHER_CTX_free(context) }
        let nonce = Array(sealed.prefix(nonceSize))
        let body = Array(sealed.dropFirst(nonceSize).dropLast(tagSize))
        var tag = Array(sealed.suffix(tagSize))
        var (written, rest) = (Int32(0), Int32(0))
        var bytes = [UInt8](repeating: 0, count: body.count)
        var end = [UInt8](repeating: 0, count: tagSize)
        guard EVP_DecryptInit_ex(context, EVP_aes_256_gcm(), nil, key, nonce) == 1,
            EVP_DecryptUpdate(context, &bytes, &written, body, count) == 1,
            written == count,
            EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_SET_TAG, Int32(tagSize), &tag) == 1,
            EVP_DecryptFinal_ex(context, &end, &rest) == 1
        else { return nil }
        return bytes
    }
}
