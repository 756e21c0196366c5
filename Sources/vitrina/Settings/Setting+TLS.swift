import Core
import Storage
import Web

extension Setting {
    /// The help of the settings of TLS.
    var tlsHelp: Localized {
        switch self {
        case .tlsCertificate:
            Localized(
                "Файл сертификата с цепочкой, PEM; с ним сервер сам говорит по HTTPS",
                "The file of the certificate and its chain, in PEM; with it the server itself speaks HTTPS"
            )
        case .tlsKey:
            Localized(
                "Файл закрытого ключа, PEM без пароля",
                "The file of its private key, in PEM without a password"
            )
        case _: Localized("", "")
        }
    }
}

extension ConfigurationReader {
    /// The files of TLS; nil if the server speaks plain HTTP.
    func tls() throws(Failure) -> TLSFiles? {
        let certificate = try text(.tlsCertificate)
        let key = try text(.tlsKey)
        switch (certificate, key) {
        case (nil, nil): return nil
        case (let certificate?, let key?): return TLSFiles(certificate: certificate, key: key)
        case (_, nil): throw Self.incomplete(.tlsKey, with: .tlsCertificate)
        case (nil, _): throw Self.incomplete(.tlsCertificate, with: .tlsKey)
        }
    }

    /// The failure of a setting that another one needs.
    static func incomplete(_ missing: Setting, with given: Setting) -> Failure {
        let (missing, given) = (missing.rawValue, given.rawValue)
        return Configuration.wrong(
            Localized(
                "Задана настройка \(given), нужна и \(missing).",
                "The setting \(given) is set, so \(missing) must be, too."
            )
        )
    }
}

extension Configuration {
    /// The TLS of the server, with its files read; nil if it speaks plain HTTP.
    func serverTLS() throws(Failure) -> ServerTLS? {
        guard let tls else { return nil }
        do throws(TLSFault) {
            return try ServerTLS(tls) { .current }
        } catch {
            throw Failure(
                .configuration,
                "configuration",
                error.message,
                advice: [Localized("Что проверить, скажет vitrina doctor.", "What to check: vitrina doctor")]
            )
        }
    }
}
