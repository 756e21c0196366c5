import Core
import Hummingbird

/// The server configuration: the value of each setting, its origin, and how it is changed.
struct SettingsPage: Sendable {
    static let path = "/system/settings"

    let console: Console

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get(RouterPath(Self.path)) { _, context in try await show(context) }
    }

    private func show(_ context: ConsoleContext) async throws -> Response {
        let language = context.language
        // A person who may only change app settings is redirected there.
        guard context.author.may(.manageStaff) || AppSettingPages.first(console) == nil else {
            return .redirect(to: AppSettingPages.first(console) ?? "/", type: .normal)
        }
        try context.author.require(.manageStaff)
        let lines = console.services.settings.all.filter { !$0.isForCommands }
            .map { Self.line($0, language) }
        var page = ConsolePage(
            "settings",
            title: Localized("Настройки", "Settings")[language],
            path: Self.path
        )
        page.context = [
            "settings": .array(lines), "zone": .string(console.time(context).zoneName),
            "may_hooks": .bool(context.author.role.permissions.contains(.manageHooks)),
        ]
        let tabs = AppSettingPages.tabs(console, current: Self.path, context)
        let apps = AppSettingPages.appTabs(console, current: Self.path, context)
        page.context = page.context.merged(with: tabs).with("apps", .array(apps))
        return try await console.show(page, context)
    }

    private static func line(_ setting: ServerSetting, _ language: Language) -> JSON {
        let shown: Localized? =
            switch (setting.isSet, setting.isSecret) {
            case (false, _): Localized("не задано", "not set")
            case (true, true): Localized("задано, скрыто", "set, hidden")
            case (true, false): nil
            }
        return [
            "name": .string(setting.name), "help": .string(setting.help[language]),
            "value": JSON(setting.value), "instead": JSON(shown?[language]),
            "origin": .string(setting.origin[language]), "is_standard": .bool(setting.isStandard),
            "variable": .string(setting.variable), "flag": JSON(setting.flag),
        ]
    }
}
