import CLibSSL
import Core
import Storage

/// The files of the server's certificate, in PEM.
package struct TLSFiles: Sendable, Hashable {
    /// The certificate, followed by those between it and the root of its authority.
    package let certificate: String
    /// The private key, without a password; it may be in the same file.
    package let key: String

    package init(certificate: String, key: String) {
        (self.certificate, self.key) = (certificate, key)
    }
}

/// A certificate with its chain and its private key, which belong together.
package struct TLSIdentity {
    private static let certificatesMax = 10
    /// Of each file, in bytes; a chain that is in use has some kilobytes.
    private static let fileSizeMax = 256 << 10

    /// The period in which the certificate is valid.
    package let validity: Validity
    /// The certificates, the server's first.
    let chain: [OpenSSL.Owned]
    let key: OpenSSL.Owned
    /// The digest of both files.
    let digest: [UInt8]

    /// Reads and checks the files; it blocks.
    package init(_ files: TLSFiles) throws(TLSFault) {
        let (certificate, key) = (try Self.bytes(of: files.certificate), try Self.bytes(of: files.key))
        digest = Self.digest(certificate, key)
        chain = try Self.chain(certificate, files.certificate)
        self.key = try Self.key(key, files.key)
        guard let own = chain.first?.pointer, let begins = Self.timestamp(X509_get0_notBefore(own)),
            let ends = Self.timestamp(X509_get0_notAfter(own))
        else { throw Self.noChain(files.certificate) }
        validity = Validity(begins: begins, ends: ends, path: files.certificate)
        guard X509_check_private_key(own, self.key.pointer) == 1 else {
            ERR_clear_error()
            throw TLSFault(
                "Ключ в \(files.key) не от первого сертификата в \(files.certificate).",
                "The key in \(files.key) is not that of the first certificate in \(files.certificate)."
            )
        }
    }

    /// The time in which clients accept a certificate.
    package struct Validity: Sendable {
        package let begins: Timestamp
        package let ends: Timestamp
        let path: String

        /// Why clients refuse the certificate at that time; nil if it is valid.
        package func fault(at now: Timestamp) -> TLSFault? {
            if now >= ends {
                TLSFault(
                    "Сертификат в \(path) истёк: \(TLSIdentity.shown(ends)).",
                    "The certificate in \(path) has expired: \(TLSIdentity.shown(ends))."
                )
            } else if now < begins {
                TLSFault(
                    "Сертификат в \(path) начнёт действовать позже: \(TLSIdentity.shown(begins)).",
                    "The certificate in \(path) is not valid before \(TLSIdentity.shown(begins))."
                )
            } else {
                nil
            }
        }
    }

    /// The digest of both files as they are now; a file that cannot be read counts as empty.
    static func digest(of files: TLSFiles) -> [UInt8] {
        digest((try? bytes(of: files.certificate)) ?? [], (try? bytes(of: files.key)) ?? [])
    }

    private static func digest(_ certificate: [UInt8], _ key: [UInt8]) -> [UInt8] {
        SHA256.digest(SHA256.digest(certificate) + SHA256.digest(key))
    }

    private static func bytes(of path: String) throws(TLSFault) -> [UInt8] {
        let bytes: [UInt8]
        do {
            guard let file = OpenFile(reading: path) else { throw FileError("open", path) }
            bytes = try file.read(upTo: fileSizeMax + 1)
        } catch {
            throw TLSFault("Файл \(path) не прочитать. \(error)", "\(error)")
        }
        guard bytes.count <= fileSizeMax else {
            let size = fileSizeMax >> 10
            throw TLSFault(
                "Файл \(path) больше \(size) КБ: это не сертификат и не ключ.",
                "The file \(path) has more than \(size) KB: it is no certificate, and no key."
            )
        }
        return bytes
    }

    private static func chain(_ bytes: [UInt8], _ path: String) throws(TLSFault) -> [OpenSSL.Owned] {
        guard let source = source(bytes) else { throw noChain(path) }
        defer { withExtendedLifetime(source) {} }
        ERR_clear_error()
        var chain: [OpenSSL.Owned] = []
        while chain.count <= certificatesMax,
            let certificate = PEM_read_bio_X509(source.pointer, nil, { _, _, _, _ in 0 }, nil)
        {
            chain.append(OpenSSL.Owned(certificate) { X509_free($0) })
        }
        let isRead = vitrina_tls_is_end_of_pem() != 0
        ERR_clear_error()
        guard isRead, 1...certificatesMax ~= chain.count else { throw noChain(path) }
        return chain
    }

    private static func key(_ bytes: [UInt8], _ path: String) throws(TLSFault) -> OpenSSL.Owned {
        let source = source(bytes)
        defer { withExtendedLifetime(source) {} }
        // Without the function a key with a password would prompt for it on the terminal.
        guard let memory = source?.pointer,
            let key = PEM_read_bio_PrivateKey(memory, nil, { _, _, _, _ in 0 }, nil)
        else {
            ERR_clear_error()
            throw TLSFault(
                "В \(path) нет закрытого ключа в PEM без пароля.",
                "In \(path) there is no private key in PEM without a password."
            )
        }
        return OpenSSL.Owned(key) { EVP_PKEY_free($0) }
    }

    /// The bytes as OpenSSL reads them; nil if there is no memory.
    private static func source(_ bytes: [UInt8]) -> OpenSSL.Owned? {
        guard let memory = BIO_new(BIO_s_mem()) else { return nil }
        let source = OpenSSL.Owned(memory) { BIO_free($0) }
        let size = Int32(clamping: bytes.count)
        return BIO_write(memory, bytes, size) == size ? source : nil
    }

    private static func timestamp(_ time: UnsafePointer<ASN1_TIME>?) -> Timestamp? {
        guard let epoch = ASN1_TIME_set(nil, 0) else { return nil }
        defer { ASN1_TIME_free(epoch) }
        var days: Int32 = 0
        var seconds: Int32 = 0
        guard ASN1_TIME_diff(&days, &seconds, epoch, time) == 1 else { return nil }
        return Timestamp(seconds: Int64(days) * 86_400 + Int64(seconds))
    }

    private static func noChain(_ path: String) -> TLSFault {
        TLSFault(
            "В \(path) должно быть от 1 до \(certificatesMax) сертификатов в PEM, первым — сервера.",
            "In \(path) there must be 1 to \(certificatesMax) certificates in PEM, the server's first."
        )
    }

    /// A moment without its fraction: `2026-11-21T12:00:00Z`.
    private static func shown(_ time: Timestamp) -> String { "\(time.description.prefix(19))Z" }
}
