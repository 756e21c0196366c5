import CLibSSL

/// The certificate and the rules of TLS, with which new connections begin.
///
/// All event loops share it. A connection keeps it as long as it lasts.
final class TLSContext: Sendable {
    /// The address of OpenSSL's context, which several threads may use at once.
    private let address: UInt

    init(_ identity: TLSIdentity) throws(TLSFault) {
        ERR_clear_error()
        let made = SSL_CTX_new(TLS_server_method())
        guard let context = made, Self.prepare(context, identity) else {
            let reason = OpenSSL.takeReason()
            SSL_CTX_free(made)
            throw TLSFault(
                "OpenSSL не принимает сертификат: \(reason).",
                "OpenSSL does not take the certificate: \(reason)."
            )
        }
        address = UInt(bitPattern: context)
    }

    deinit {
        SSL_CTX_free(OpaquePointer(bitPattern: address))
    }

    /// A connection that waits for its client; nil if there is no memory.
    func connection() -> TLSConnection? {
        // A reload on another thread may release it meanwhile.
        withExtendedLifetime(self) { TLSConnection(OpaquePointer(bitPattern: address)) }
    }

    /// False on failure, for example if the key is shorter than the system accepts.
    private static func prepare(_ context: OpaquePointer, _ identity: TLSIdentity) -> Bool {
        guard let own = identity.chain.first, vitrina_tls_restrict(context) == 1,
            SSL_CTX_use_certificate(context, own.pointer) == 1,
            SSL_CTX_use_PrivateKey(context, identity.key.pointer) == 1
        else { return false }
        vitrina_tls_speak_http(context)
        return identity.chain.dropFirst().allSatisfy { vitrina_tls_add_chain(context, $0.pointer) == 1 }
    }
}
