import Core

extension Setting {
    /// The help of the settings of what a server tells about itself.
    var watchingHelp: Localized {
        switch self {
        case .metrics:
            Localized(
                "Кому видны метрики без токена: off — никому, local — программам этой машины, open — всем",
                "Who reads the metrics without a token: off for none, local for programs here, open for all"
            )
        case .accessLog:
            Localized(
                "json — писать строку о каждом запросе в поток ошибок",
                "json writes a line about each request to standard error"
            )
        case .slowMilliseconds:
            Localized(
                "Сколько миллисекунд запрос к базе не считается долгим; 0 — не писать о долгих",
                "Milliseconds from which a statement of the database is logged as slow, 0 for never"
            )
        case .otlpURL:
            Localized(
                "Куда слать трассы по OTLP, например http://127.0.0.1:4318; без него их нет",
                "Where traces go by OTLP, such as http://127.0.0.1:4318; without it there are none"
            )
        case .otlpHeaders:
            Localized(
                "Заголовки для приёмника трасс, между ними |: Authorization: Bearer …",
                "Headers for the collector of traces with | between: Authorization: Bearer …"
            )
        case .otlpSample:
            Localized(
                "Какую долю трасс слать, от 0 до 1; сбои — всегда, за свои решает доверенный прокси",
                "The share of traces that is sent, 0 to 1; failures always are, trusted proxies choose theirs"
            )
        case _: Localized("", "")
        }
    }
}
