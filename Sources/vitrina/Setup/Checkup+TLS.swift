import Core
import Storage
import Web

extension Checkup {
    /// The time before the end of a certificate from which there is a warning, in days.
    private static let certificateDaysMin: Int64 = 14

    /// Checks the certificate of the server, if it speaks TLS itself.
    mutating func look(atTLS configuration: Configuration) {
        guard let files = configuration.tls else { return }
        if Self.isReadableByOthers(files.key, mask: 0o007) {
            warn(
                "tls_key",
                Localized("Ключ в \(files.key) видят все.", "Anybody can read the key in \(files.key)."),
                Localized(same: "chmod o= \(files.key)")
            )
        }
        let renewal = Localized(
            "Обновите сертификат; сервер прочитает его за минуту.",
            "Renew the certificate; the server takes it in within a minute."
        )
        do throws(TLSFault) {
            let validity = try TLSIdentity(files).validity
            if let fault = validity.fault(at: .current) { throw fault }
            let days = (validity.ends.seconds - Timestamp.current.seconds) / 86_400
            let message = Localized(
                "Сертификат действует ещё дней: \(days).",
                "The certificate is valid for \(days) more days."
            )
            if days < Self.certificateDaysMin {
                warn("certificate", message, renewal)
            } else {
                ok("certificate", message)
            }
        } catch {
            fail(
                "certificate",
                error.message,
                Localized("Проверьте tls_certificate и tls_key.", "Check tls_certificate and tls_key."),
                .configuration
            )
        }
    }
}
