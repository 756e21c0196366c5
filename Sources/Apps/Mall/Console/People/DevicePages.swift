import Core
import Hummingbird
import Storage
import Web

/// The telephones that the app is installed on (M5, M11).
struct DevicePages: Sendable {
    static let path = "/people/devices"
    static let heading = Localized("Устройства", "Devices")

    let console: Console

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get("people/devices") { request, context in try await list(request, context) }
        group.get("people/devices/{id}") { _, context in try await show(context) }
    }

    /// Which kinds of notifications are wanted.
    static func push(_ push: JSON, _ language: Language) -> String {
        let kinds: [(String, Localized)] = [
            ("event", Localized("мероприятия", "events")), ("promotion", Localized("акции", "promotions")),
            ("children", Localized("детям", "for children")),
        ]
        let on = kinds.filter { push[$0.0] == true }.map { $0.1[language] }
        return on.isEmpty ? Localized("выключены", "off")[language] : on.joined(separator: ", ")
    }

    // MARK: The list

    private func list(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        var records = Records(console, request, context, Self.path, Self.heading)
        let answer = try await records.api.get(
            "/mall/devices",
            records.given("q", "bound", "push", "user", "cursor")
        )
        let language = records.language
        records.heads = [
            (Localized("Модель", "Model"), "main"), (Localized("Кто вошёл", "Signed in"), "who"),
            (Localized("Уведомления", "Notifications"), ""),
            (Localized("Установлено", "Installed"), "when lo"),
        ]
        let rows = (answer["items"]?.array ?? []).map { row($0, records) }
        let isFiltered = ["q", "bound", "push", "user"].contains { records.value($0) != nil }
        let next = answer["next"]?.string.map { records.here(without: "cursor", and: [("cursor", $0)]) }
        let bound: [(String, Localized)] = [
            ("", Localized("Все устройства", "All devices")), ("true", Localized("С входом", "Signed in")),
            ("false", Localized("Без входа", "Not signed in")),
        ]
        let push: [(String, Localized)] = [
            ("", Localized("Любые уведомления", "Any notifications")),
            ("event", Localized("Мероприятия", "Events")), ("promotion", Localized("Акции", "Promotions")),
            ("children", Localized("Детям", "For children")), ("none", Localized("Выключены", "Off")),
        ]
        let page = ConsolePage(
            "devices",
            title: Self.heading[language],
            path: Self.path,
            context: [
                "q": JSON(records.value("q") ?? ""), "user": JSON(records.value("user") ?? ""),
                "selects": [
                    records.select("bound", Localized("Вход", "Signed in"), bound),
                    records.select("push", Localized("Уведомления", "Notifications"), push),
                ],
                "heads": .array(
                    records.heads.map {
                        ["title": .string($0.title[language]), "classes": .string($0.classes)]
                    }
                ),
                "rows": .array(rows), "has_rows": .bool(!rows.isEmpty), "is_filtered": .bool(isFiltered),
                "first": JSON(records.value("cursor") == nil ? "" : records.here(without: "cursor")),
                "next": JSON(next ?? ""),
            ]
        )
        return try await console.show(page, context)
    }

    private func row(_ device: JSON, _ records: Records) -> JSON {
        let language = records.language
        let id = device["id"]?.string ?? ""
        let user = device["user"]
        let nobody = RecordCell.words(Localized("никто", "nobody")[language])
        let push = device["push"] ?? .null
        let hasToken = device["has_push_token"] == true
        return records.row(
            id,
            [
                RecordCell.entity(
                    device["model"]?.string ?? "",
                    sub: "\(device["os"]?.string ?? "") \(device["version_os"]?.string ?? "")",
                    href: "\(Self.path)/\(id)"
                ),
                user?["id"]?.string == nil ? nobody : RecordCell.person(user, language),
                RecordCell.words(
                    Self.push(push, language),
                    more: hasToken ? "" : Localized("разрешения нет", "not permitted")[language]
                ),
                RecordCell.words(records.time.words(device["install_app"])),
            ]
        )
    }

    // MARK: One of them

    private func show(_ context: ConsoleContext) async throws -> Response {
        let id = try context.id
        let device = try await console.api(context).get("/mall/devices/\(id)")
        let (time, language) = (console.time(context), context.language)
        let model = device["model"]?.string ?? ""
        let hasToken = device["has_push_token"] == true
        let lines: [(Localized, String)] = [
            (
                Localized("Система", "System"),
                "\(device["os"]?.string ?? "") \(device["version_os"]?.string ?? "")"
            ),
            (Localized("Установлено", "Installed"), time.words(device["install_app"])),
            (Localized("Добавлено", "Added"), time.words(device["created_at"])),
            (Localized("Уведомления", "Notifications"), Self.push(device["push"] ?? .null, language)),
            (
                Localized("Разрешение системы", "Permitted by the system"),
                (hasToken ? Localized("есть", "yes") : Localized("нет", "no"))[language]
            ),
            (
                Localized("Оценка приложения", "Rated the app"),
                device["rated_at"]?.string == nil
                    ? Localized("нет", "no")[language] : time.words(device["rated_at"])
            ),
            (Localized("Номер", "Id"), device["id"]?.string ?? ""),
        ]
        let history = history(of: device, time, language)
        let page = ConsolePage(
            "device",
            title: model,
            path: Self.path,
            context: [
                "model": .string(model), "history": .array(history), "has_history": .bool(!history.isEmpty),
                "lines": .array(lines.map { ["title": .string($0.0[language]), "value": .string($0.1)] }),
                "is_bound": .bool(device["user"] ?? .null != .null),
            ]
        )
        return try await console.show(page, context)
    }

    /// Everybody who was ever signed in there.
    private func history(of device: JSON, _ time: HumanTime, _ language: Language) -> [JSON] {
        (device["history"]?.array ?? []).map { line -> JSON in
            let words = UserWords(line["user"] ?? .null, language)
            let last = time.words(line["ended_at"])
            return words.title.adding([
                "is_current": line["is_current"] ?? false,
                "when": .string(
                    Localized("с \(time.words(line["first_at"]))", "from \(time.words(line["first_at"]))")[
                        language
                    ] + (last.isEmpty ? "" : Localized(" до \(last)", " until \(last)")[language])
                ),
            ])
        }
    }
}
