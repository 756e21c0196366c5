import Core
import Hummingbird
import Storage

/// The settings of an app, with a field for each declared setting.
struct AppSettingPages: Sendable {
    private static let path = SettingsPage.path

    let console: Console

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get(RouterPath("\(Self.path)/{app}")) { _, context in try await show(context) }
        group.post(RouterPath("\(Self.path)/{app}")) { request, context in try await save(request, context) }
    }

    /// The path of the settings of an app.
    static func path(of app: String) -> String { "\(path)/\(app.percentEncoded)" }

    /// The path for the first app that has settings; nil if none has.
    static func first(_ console: Console) -> String? { apps(console).first.map { path(of: $0.name) } }

    /// The tabs for the settings of the server and of each app.
    static func tabs(_ console: Console, current: String, _ context: ConsoleContext) -> JSON {
        var tabs = appTabs(console, current: current, context)
        if context.author.may(.manageStaff) {
            let title = Localized("Сервер", "Server")[context.language]
            tabs.insert(tab(path, title, current: current), at: 0)
        }
        return ["tabs": .array(tabs), "has_tabs": .bool(tabs.count > 1)]
    }

    /// The tabs of the apps, without that of the server.
    static func appTabs(_ console: Console, current: String, _ context: ConsoleContext) -> [JSON] {
        apps(console).map { tab(path(of: $0.name), $0.title[context.language], current: current) }
    }

    private static func tab(_ path: String, _ title: String, current: String) -> JSON {
        ["path": .string(path), "title": .string(title), "is_current": .bool(path == current)]
    }

    private static func apps(_ console: Console) -> [any App] {
        console.services.apps.filter { !$0.settings.isEmpty }
    }

    /// `form` was submitted and refused with `problem`.
    private func show(
        _ context: ConsoleContext,
        form: Form? = nil,
        problem: Problem? = nil
    ) async throws -> Response {
        let name = try context.parameters.require("app")
        let lines = try await console.services.appSettings.list(of: name, by: context.author).map {
            line($0, form: form, problem: problem, context)
        }
        let title = console.services.apps.first { $0.name == name }?.title[context.language] ?? name
        var page = ConsolePage(
            "app-settings",
            title: Localized("Настройки: \(title)", "Settings: \(title)")[context.language],
            path: Self.path
        )
        page.context = [
            "app": .string(name), "title": .string(title), "settings": .array(lines),
            "may_set": .bool(context.author.may(.writeSettings)),
            "is_production": .bool(console.services.settings.isProduction),
            "summary": JSON(problem.map { $0.detail[context.language] }),
        ]
        page.context = page.context.merged(
            with: Self.tabs(console, current: Self.path(of: name), context)
        )
        if let problem { page.status = problem.kind.status }
        return try await console.show(page, context)
    }

    private func line(
        _ decided: DecidedSetting,
        form: Form?,
        problem: Problem?,
        _ context: ConsoleContext
    ) -> JSON {
        let (setting, language) = (decided.setting, context.language)
        let typed = form?[setting.name]
        let value = typed ?? Self.text(decided.value)
        let fault = problem?.faults.first { $0.pointer == "#/\(setting.name)" }?.detail[language]
        let changed = decided.changedAt.map(console.time(context).moment)
        var unit: String?
        var lengthMax: Int?
        var range: ClosedRange<Int64>?
        switch setting.kind {
        case .bool: break
        case .integer(let bounds, let counted):
            unit = counted.title[language]
            range = bounds
        case .text(let length), .secret(let length): lengthMax = length
        case .email: lengthMax = Limits.emailLengthMax
        }
        let isOn = form == nil ? decided.value.bool == true : typed == "true"
        return [
            "name": .string(setting.name), "title": .string(setting.title[language]),
            "help": .string(setting.help[language]), "is_bool": .bool(setting.kind == .bool),
            "is_number": .bool(range != nil), "is_email": .bool(setting.kind == .email),
            "is_secret": .bool(setting.isSecret),
            "value": .string(value),
            "was": .string(form?["was_\(setting.name)"] ?? Self.text(decided.value)), "is_on": .bool(isOn),
            "unit": JSON(unit),
            "minimum_text": JSON(range.map { Self.grouped($0.lowerBound) }),
            "maximum_text": JSON(range.map { Self.grouped($0.upperBound) }),
            "length_max": lengthMax.map { .integer(Int64($0)) } ?? .null, "fault": JSON(fault),
            "standard": .string(standard(setting, language)),
            "is_decided": .bool(decided.isDecided), "is_locked": .bool(decided.isLocked),
            "by": JSON(decided.changedBy), "when": JSON(changed),
        ]
    }

    private func standard(_ setting: AppSetting, _ language: Language) -> String {
        switch setting.standard {
        case .bool(let isOn): (isOn ? Localized("включено", "on") : Localized("выключено", "off"))[language]
        case .string(let text) where text.isEmpty: Localized("пусто", "empty")[language]
        case let value: Self.text(value)
        }
    }

    /// 1 000 000, with spaces that do not break.
    private static func grouped(_ number: Int64) -> String {
        let digits = Array(String(number))
        return digits.indices.map { index in
            index > 0 && (digits.count - index) % 3 == 0 ? "\u{A0}\(digits[index])" : "\(digits[index])"
        }.joined()
    }

    private static func text(_ value: JSON) -> String { value.string ?? (value == .null ? "" : value.text) }

    /// Saves the changed values; a button sends the name of a setting to be reset to its default.
    private func save(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        let name = try context.parameters.require("app")
        let store = console.services.appSettings
        let before = try await store.list(of: name, by: context.author)
        var changes: [String: JSON] = [:]
        for decided in before where !decided.isLocked {
            let setting = decided.setting
            guard form["reset"] == nil || form["was_\(setting.name)"] != nil else { continue }
            // Browsers do not send an unchecked checkbox.
            let text = setting.kind == .bool ? form[setting.name] ?? "false" : form[setting.name]
            // A field that still has its old text is not sent: a colleague may have changed the setting meanwhile.
            guard let text, text != form["was_\(setting.name)"],
                case let value = setting.value(of: text), value != decided.value
            else { continue }
            changes[setting.name] = value
        }
        if let reset = form["reset"] { changes[reset] = .some(.null) }
        guard !changes.isEmpty else {
            return .redirect(to: Self.path(of: name), type: .normal)
        }
        do {
            _ = try await store.set(changes, of: name, by: context.author, address: context.address)
            try await console.services.live.refreshIfLoaded()
        } catch let problem as Problem where problem.kind == .invalid {
            return try await show(context, form: form, problem: problem)
        }
        var back: [String: JSON] = [:]
        // A secret that was overwritten is gone.
        for decided in before where changes[decided.setting.name] != nil && !decided.setting.isSecret {
            back[decided.setting.name] = .some(decided.isDecided ? decided.value : .null)
        }
        var undo = FlashMessage.Call("app_settings_change", ["app": name], .object(back))
        let shown = FlashMessage.Expected.Subject.answer(
            FlashMessage.Operation("app_settings", ["app": name])
        )
        let members = try await console.operations(context).members(back.keys, of: shown)
        undo.expected = FlashMessage.Expected(shown, members)
        return try await console.done(
            Localized("Настройки сохранены", "The settings are saved"),
            undo: back.isEmpty ? [] : [undo],
            to: Self.path(of: name),
            context
        )
    }
}
