import Core

extension Travel {
    /// The names of the addresses of logos in the answer about the copyright (E8).
    static let copyrightLogos = ["logo_vm", "logo_vd", "logo_hy", "logo_hd", "logo_vy", "logo_hm"]

    package var settings: [AppSetting] {
        [
            AppSetting(
                "agreement_url",
                Localized("Пользовательское соглашение", "User agreement"),
                help: Localized("Адрес страницы", "The address of the page"),
                .text(lengthMax: 500),
                standard: "https://yandex.ru/legal/timetable_termsofuse/"
            ),
            AppSetting(
                "copyright_text",
                Localized("Копирайт", "Copyright"),
                help: Localized(
                    "Что приложение пишет об источнике расписаний",
                    "What the app says of the source"
                ),
                .text(lengthMax: 500),
                standard: "Данные предоставлены сервисом Яндекс.Расписания"
            ),
            AppSetting(
                "copyright_url",
                Localized("Ссылка копирайта", "Link of the copyright"),
                help: Localized("Адрес страницы", "The address of the page"),
                .text(lengthMax: 500),
                standard: "http://rasp.yandex.ru/"
            ),
            AppSetting(
                "app_version_min",
                Localized("Минимальная версия приложения", "Minimum version of the app"),
                help: Localized("Например, 1.2.0; пусто — любая", "For example 1.2.0; empty for any"),
                .text(lengthMax: 20),
                standard: ""
            ),
        ]
            + Self.copyrightLogos.map { name in
                AppSetting(
                    "copyright_\(name)",
                    Localized(
                        "Логотип копирайта \(name.dropFirst(5))",
                        "Copyright logo \(name.dropFirst(5))"
                    ),
                    help: Localized("Адрес картинки", "The address of the picture"),
                    .text(lengthMax: 500),
                    standard: .string(
                        "https://yastatic.net/rasp/media/apicc/copyright_\(Self.file(of: name)).html"
                    )
                )
            }
    }

    /// The part of the file's name: `vertical_mono`.
    private static func file(of logo: String) -> String {
        let form = logo.dropFirst(5).first == "v" ? "vertical" : "horizontal"
        return switch logo.last {
        case "m": "\(form)_mono"
        case "y": "\(form)_yellow"
        case _: "\(form)_black"
        }
    }
}
