import Core
import Web

/// Settings of the app of mods that staff change while it runs.
extension Mods {
    package var settings: [AppSetting] {
        [
            AppSetting(
                "signed_links",
                Localized("Подписанные ссылки на архивы", "Signed links to archives"),
                help: Localized(
                    "Архив скачивается только по ссылке из приложения, пока её срок не истёк",
                    "An archive is downloaded only by a link of the app, until that expires"
                ),
                .bool,
                standard: false
            ),
            AppSetting(
                "link_minutes",
                Localized("Срок подписанной ссылки", "Life of a signed link"),
                help: Localized(
                    "Не меньше этого и на четверть больше",
                    "At least this, and up to a quarter more"
                ),
                .integer(1...ModLink.minutesMax, unit: .minutes),
                standard: 60
            ),
            AppSetting(
                "client_events",
                Localized("Принимать события приложения", "Take in events of the app"),
                help: Localized(
                    "Первый запуск, покупки и подписки считаются по дням",
                    "First launches, purchases and subscriptions are counted by the day"
                ),
                .bool,
                standard: false
            ),
        ]
    }

    package func linkKey(_ settings: AppSettings, _ services: Services) async throws -> [UInt8]? {
        settings.bool("signed_links") ? try await services.secrets.secret(ModSignature.secret) : nil
    }
}
