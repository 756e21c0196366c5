import Core

/// A setting of the server configuration; the order is the order in `vitrina config`.
enum Setting: String, CaseIterable, Sendable {
    case mode, data, postgres, sessions
    case readReplica = "read_replica"
    case readReplicaSeconds = "read_replica_seconds"
    case host, port
    case shutdownSeconds = "shutdown_seconds"
    case tlsCertificate = "tls_certificate"
    case tlsKey = "tls_key"
    case publicURL = "public_url"
    case timeZone = "time_zone"
    case logLevel = "log_level"
    case rateLimit = "rate_limit"
    case trustedProxies = "trusted_proxies"
    case historyDays = "history_days"
    case server, token
    case mediaDirectory = "media_dir"
    case archiveMegabytes = "archive_mb"
    case s3URL = "s3_url"
    case s3Region = "s3_region"
    case s3Key = "s3_key"
    case s3Secret = "s3_secret"
    case backupTo = "backup_to"
    case backupKey = "backup_key"
    case smsProvider = "sms_provider"
    case smsURL = "sms_url"
    case smsMethod = "sms_method"
    case smsHeaders = "sms_headers"
    case smsBody = "sms_body"
    case smsSuccess = "sms_success"
    case smsKey = "sms_key"
    case smsFrom = "sms_from"
    case smtpURL = "smtp_url"
    case mailFrom = "mail_from"
    case hookHosts = "hook_hosts"
    case emulator
    case googleKeys = "google_keys"
    case googleURL = "google_url"
    case fcmProject = "fcm_project"
    case fcmURL = "fcm_url"
    case metrics
    case accessLog = "access_log"
    case slowMilliseconds = "slow_ms"
    case otlpURL = "otlp_url"
    case otlpHeaders = "otlp_headers"
    case otlpSample = "otlp_sample"

    /// The gateway protocols: by templates, or the protocol of a provider.
    static let smsProviders = ["http", "smsru"]

    /// The default value; nil if there is none.
    var standard: String? {
        switch self {
        case .mode: "production"
        case .data: "./var"
        case .host: "127.0.0.1"
        case .port: "8080"
        case .shutdownSeconds: "30"
        case .timeZone: "Europe/Moscow"
        case .logLevel: "info"
        case .rateLimit: "600"
        case .trustedProxies, .historyDays: "0"
        case .sessions: "8"
        case .archiveMegabytes: "512"
        case .s3Region: "us-east-1"
        case .smsProvider: Self.smsProviders[0]
        case .emulator, .metrics, .accessLog: "off"
        case .slowMilliseconds: "1000"
        case .readReplicaSeconds: "10"
        case .otlpSample: "0.1"
        case .googleURL: GoogleSettings.url
        case .fcmURL: GoogleSettings.pushURL
        case .smsMethod: "POST"
        case .smsSuccess: "200-299"
        case .postgres, .readReplica, .tlsCertificate, .tlsKey, .publicURL, .server, .token, .mediaDirectory,
            .smsURL, .smsHeaders, .smsBody, .smsKey,
            .smsFrom, .smtpURL, .mailFrom, .hookHosts, .googleKeys, .fcmProject, .s3URL, .s3Key, .s3Secret,
            .backupTo, .backupKey, .otlpURL, .otlpHeaders:
            nil
        }
    }

    /// True if the value is never shown, either by `vitrina config` or in an error.
    var isSecret: Bool {
        switch self {
        // The URL and the body of a gateway may include its key, the URL of a collector a password.
        case .postgres, .readReplica, .token, .smsURL, .smsHeaders, .smsBody, .smsKey, .smtpURL, .s3Secret,
            .backupKey, .otlpURL, .otlpHeaders:
            true
        case .mode, .data, .sessions, .readReplicaSeconds, .host, .port, .shutdownSeconds, .tlsCertificate,
            .tlsKey, .publicURL, .timeZone,
            .logLevel, .rateLimit, .trustedProxies,
            .historyDays, .server, .mediaDirectory, .archiveMegabytes, .smsProvider, .smsMethod, .smsSuccess,
            .smsFrom, .mailFrom, .hookHosts, .emulator, .googleKeys, .googleURL, .fcmProject, .fcmURL,
            .metrics, .accessLog, .slowMilliseconds, .otlpSample, .s3URL, .s3Region, .s3Key, .backupTo:
            false
        }
    }

    var help: Localized {
        switch self {
        case .mode:
            Localized(
                "Режим: production — для людей, development — с тестовым режимом приложений",
                "The mode: production for real people; development allows the test mode of apps"
            )
        case .data:
            Localized("Папка с базой SQLite и файлами", "The directory of the SQLite database and of uploads")
        case .postgres:
            Localized("Адрес PostgreSQL; без него SQLite", "The address of PostgreSQL; without it, SQLite")
        case .sessions:
            Localized("Соединений с PostgreSQL", "Connections to PostgreSQL")
        case .readReplica, .readReplicaSeconds: replicaHelp
        case .host:
            Localized("Адрес, на котором сервер принимает запросы", "The address that the server listens at")
        case .port: Localized("Порт сервера; 0 — любой свободный", "The port of the server, 0 for any")
        case .shutdownSeconds:
            Localized(
                "Сколько секунд завершение ждёт начатых запросов",
                "Seconds that a shutdown waits for the requests under way"
            )
        case .tlsCertificate, .tlsKey: tlsHelp
        case .publicURL:
            Localized("Адрес, по которому сервер видят приложения", "How apps reach the server")
        case .timeZone:
            Localized("Часовой пояс, в котором люди пишут время", "The time zone that people type times in")
        case .logLevel:
            Localized(
                "Подробность журнала: trace, debug, info, notice, warning или error",
                "How much is logged: trace, debug, info, notice, warning or error"
            )
        case .rateLimit:
            Localized(
                "Запросов в минуту от одного клиента; 0 — без предела",
                "Requests a minute of one client, 0 for any"
            )
        case .trustedProxies:
            Localized("Скольким прокси перед сервером верить", "How many proxies in front are to be believed")
        case .historyDays:
            Localized("Сколько дней хранить историю; 0 — всегда", "Days that history is kept, 0 for ever")
        case .server:
            Localized("Сервер, с которым говорят команды", "The server that the commands speak to")
        case .token: Localized("Токен для этого сервера", "The token for that server")
        case .mediaDirectory:
            Localized(
                "Папка загрузок или s3://бакет/префикс, обычно <data>/media",
                "The directory of uploads or s3://bucket/prefix, <data>/media if not set"
            )
        case .archiveMegabytes:
            Localized("Самый большой ZIP-архив, в мегабайтах", "The largest ZIP archive, in megabytes")
        case .emulator:
            Localized(
                "on — считать Firebase CLI с этой же машины владельцем, без токена",
                "on takes the command line of Firebase on this machine for an owner, without a token"
            )
        case .googleKeys:
            Localized(
                "Папка ключей сервисных аккаунтов Google: <id проекта>.json",
                "The directory of keys of Google's service accounts: <project id>.json"
            )
        case .googleURL:
            Localized("Адрес Firebase Remote Config", "The address of Firebase Remote Config")
        case .smsProvider, .smsURL, .smsMethod, .smsHeaders, .smsBody, .smsSuccess, .smsKey, .smsFrom,
            .smtpURL, .mailFrom, .hookHosts, .fcmProject, .fcmURL:
            messageHelp
        case .metrics, .accessLog, .slowMilliseconds, .otlpURL, .otlpHeaders, .otlpSample: watchingHelp
        case .s3URL, .s3Region, .s3Key, .s3Secret, .backupTo, .backupKey: objectHelp
        }
    }

    private var messageHelp: Localized {
        switch self {
        case .smsProvider:
            Localized("Шлюз СМС: http по шаблону или smsru", "The SMS gateway: http by a template, or smsru")
        case .smsURL:
            Localized(
                "Адрес шлюза СМС; места {phone}, {digits}, {text}, {key}",
                "The address of the SMS gateway; places {phone}, {digits}, {text}, {key}"
            )
        case .smsMethod: Localized("Метод запроса к шлюзу СМС", "The method of a request to the SMS gateway")
        case .smsHeaders:
            Localized(
                "Заголовки для шлюза СМС, между ними |; место {key}",
                "Headers for the SMS gateway with | between; place {key}"
            )
        case .smsBody:
            Localized(
                "Тело для шлюза СМС: JSON, XML или форма, места как в sms_url",
                "The body for the SMS gateway: JSON, XML or a form, places as in sms_url"
            )
        case .smsSuccess:
            Localized(
                "Что считать успехом: коды ответа, после пробела регулярное выражение",
                "What counts as taken: statuses, after a space a regular expression"
            )
        case .smsKey:
            Localized("Ключ шлюза СМС; api_id для smsru", "The key of the SMS gateway; api_id for smsru")
        case .smsFrom: Localized("Имя отправителя для smsru", "The name of the sender for smsru")
        case .smtpURL:
            Localized(
                "Сервер почты smtp(s)://имя:пароль@host:порт; без него письма только хранятся",
                "The mail server smtp(s)://user:password@host:port; without it mails are only kept"
            )
        case .mailFrom:
            Localized(
                "От кого письма: Молл <mall@example.org>",
                "From whom mails are: Mall <mall@example.org>"
            )
        case .hookHosts:
            Localized(
                "Серверы внутри сети, куда можно веб-хукам, через запятую: crm.local, 10.0.0.5:8443",
                "Hosts inside the network that web hooks may reach, with commas: crm.local, 10.0.0.5:8443"
            )
        case .fcmProject:
            Localized(
                "Проект Firebase для уведомлений; без него они не уходят",
                "The Firebase project of notifications; without it none are sent"
            )
        case .fcmURL: Localized("Адрес Firebase Cloud Messaging", "The address of Firebase Cloud Messaging")
        case _: Localized("", "")
        }
    }

    var environmentName: String { "VITRINA_\(rawValue.uppercased())" }
    var flagName: String { "--\(rawValue.replacing("_", with: "-"))" }
}

extension Setting {
    /// An environment file with every setting at its default, each switched off below its help.
    static func sample(in language: Language) -> String {
        let heading = Localized(
            """
            # Настройки Vitrina. Строка, которая начинается с #, выключена; в ней значение по умолчанию.
            # Значение с пробелами, кавычками или # пишется в одинарных кавычках.
            """,
            """
            # The settings of Vitrina. A line that begins with # is off, and has the default.
            # A value with spaces, quotes or # stands in single quotes.
            """
        )
        let settings = allCases.map { setting in
            "# \(setting.helpWithReload[language])\n#\(setting.environmentName)=\(setting.standard ?? "")"
        }
        return ([heading[language]] + settings).joined(separator: "\n\n")
    }
}

extension Sequence<String> {
    /// Returns the name that was probably meant; nil if none is near.
    func nearest(to word: String) -> String? {
        let near = map { (name: $0, distance: distance(word.lowercased(), $0)) }.min {
            $0.distance < $1.distance
        }
        guard let near, near.distance <= Swift.max(1, word.count / 3) else { return nil }
        return near.name
    }
}

/// The edit distance of two words: inserted, removed, replaced and swapped letters.
private func distance(_ first: String, _ second: String) -> Int {
    let (first, second) = (Array(first.prefix(60)), Array(second.prefix(60)))
    var rows = [Array(0...second.count)]
    for (row, letter) in first.enumerated() {
        var line = [row + 1]
        for (column, other) in second.enumerated() {
            var best = Swift.min(
                line[column] + 1,
                rows[row][column + 1] + 1,
                rows[row][column] + (letter == other ? 0 : 1)
            )
            if row > 0, column > 0, letter == second[column - 1], first[row - 1] == other {
                best = Swift.min(best, rows[row - 1][column - 1] + 1)
            }
            line.append(best)
        }
        rows.append(line)
    }
    return rows[first.count][second.count]
}
