import Core
import Hummingbird

/// Every setting of the server: its value, where it comes from, and how it is changed.
struct SettingsPage: Sendable {
    static let path = "/system/settings"

    let console: Console

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get(RouterPath(Self.path)) { _, context in try await show(context) }
    }

    private func show(_ context: ConsoleContext) async throws -> Response {
        let language = context.language
        // Who may only decide about apps goes straight there.
        guard context.author.may(.manageStaff) || AppSettingPages.first(console) == nil else {
            return .redirect(to: AppSettingPages.first(console) ?? "/", type: .normal)
        }
        let answer = try await console.api(context).get("/settings")
        let items = answer["items"]?.array ?? []
        let lines = items.filter { $0["is_for_commands"]?.bool == false }.map { Self.line($0, language) }
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
        let apps = (tabs["tabs"]?.array ?? []).filter { $0["is_current"]?.bool != true }
        page.context = page.context.merged(with: tabs).with("apps", .array(apps))
        return try await console.show(page, context)
    }

    private static func line(_ setting: JSON, _ language: Language) -> JSON {
        let isSet = setting["is_set"]?.bool == true
        let shown: Localized? =
            switch (isSet, setting["is_secret"]?.bool == true) {
            case (false, _): Localized("не задано", "not set")
            case (true, true): Localized("задано, скрыто", "set, hidden")
            case (true, false): nil
            }
        return [
            "name": setting["name"] ?? "", "help": setting["help"] ?? "",
            "value": setting["value"] ?? .null, "instead": JSON(shown?[language]),
            "origin": setting["origin"] ?? "",
            "is_standard": setting["is_standard"] ?? true,
            "variable": setting["variable"] ?? "", "flag": setting["flag"] ?? .null,
        ]
    }
}
