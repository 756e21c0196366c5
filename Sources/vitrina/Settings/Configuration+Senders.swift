import Apps
import Core
import Storage

extension Configuration {
    /// The configured senders: an SMS gateway, a mail server, and a Firebase project for notifications.
    func senders(
        on database: any Database,
        now: @escaping @Sendable () -> Timestamp
    ) throws(Failure) -> [any OutboxSender] {
        [
            SMSSender(gateway: try smsGateway(), database: database),
            MailSender(server: try mailServer(), database: database),
            PushSender(fcm: FCM(google, now: now)) { token, account, connection in
                try connection.forgetPushToken(token, of: account)
            },
        ]
    }

    func smsGateway() throws(Failure) -> (any SMSGateway)? {
        if text(.smsProvider) == Setting.smsProviders.last {
            guard let key = text(.smsKey) else {
                throw missing(.smsKey, Localized("для провайдера smsru", "for the provider smsru"))
            }
            return SMSRu(key: key, sender: text(.smsFrom), url: text(.smsURL) ?? SMSRu.address)
        }
        guard let url = text(.smsURL) else { return nil }
        do throws(Fault) {
            return try HTTPSMSGateway(
                method: text(.smsMethod) ?? "POST",
                url: url,
                headers: headerLines(text(.smsHeaders)),
                body: text(.smsBody),
                success: try text(.smsSuccess).map { text throws(Fault) in try SMSSuccess(text) }
                    ?? .standard,
                key: text(.smsKey) ?? ""
            )
        } catch {
            throw Self.wrong(error)
        }
    }

    func mailServer() throws(Failure) -> SMTPServer? {
        guard let url = text(.smtpURL) else { return nil }
        guard let from = text(.mailFrom) else {
            throw missing(.mailFrom, Localized("раз есть smtp_url", "where there is smtp_url"))
        }
        guard let address = MailAddress(from) else {
            throw Failure(
                .configuration,
                "configuration",
                Localized(
                    "Настройка mail_from должна быть вида «Молл <mall@example.org>».",
                    "The setting mail_from must be like “Mall <mall@example.org>”."
                )
            )
        }
        guard let server = SMTPServer(url: url, from: address) else {
            throw Failure(
                .configuration,
                "configuration",
                Localized(
                    "Настройка smtp_url должна быть вида smtp://имя:пароль@host:587.",
                    "The setting smtp_url must be like smtp://user:password@host:587."
                )
            )
        }
        return server
    }

    private func text(_ setting: Setting) -> String? {
        entries.first { $0.setting == setting }.flatMap { $0.text.isEmpty ? nil : $0.text }
    }

    func missing(_ setting: Setting, _ reason: Localized) -> Failure {
        Failure(
            .configuration,
            "configuration",
            Localized(
                "Не задана настройка \(setting.rawValue): она нужна \(reason.ru).",
                "The setting \(setting.rawValue) is missing; it is needed \(reason.en)."
            )
        )
    }
}
