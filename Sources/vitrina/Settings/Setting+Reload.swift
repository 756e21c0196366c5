import Core

extension Setting {
    /// True if a running server takes up a new value when it reads its settings again (SIGHUP).
    var isReloaded: Bool {
        [
            .logLevel, .rateLimit, .historyDays, .metrics, .slowMilliseconds, .smsProvider, .smsURL,
            .smsMethod, .smsHeaders, .smsBody, .smsSuccess, .smsKey, .smsFrom, .smtpURL, .mailFrom,
        ].contains(self)
    }

    /// The help, with a note for those that need no restart.
    var helpWithReload: Localized {
        guard isReloaded else { return help }
        return Localized("\(help.ru) (без перезапуска)", "\(help.en) (without a restart)")
    }
}
