import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// Everybody who uses the app: found by digits, a name or an e-mail address (M127).
struct UserListPage {
    private let console: Console
    private let request: Request
    private let context: ConsoleContext
    private let records: Records

    init(_ console: Console, _ request: Request, _ context: ConsoleContext) {
        (self.console, self.request, self.context) = (console, request, context)
        records = Records(console, request, context, UserPages.path, Localized("Пользователи", "People"))
    }

    private var language: Language { context.language }

    /// What the tabs narrow the list down to.
    private static let tabs: [(title: Localized, name: String)] = [
        (Localized("Все", "All"), ""), (Localized("Прошли опрос", "Took the survey"), "surveyed"),
        (Localized("По приглашению", "Invited"), "invited"),
        (Localized("С подарками", "With gifts"), "gifts"),
        (Localized("Заблокированы", "Blocked"), "blocked"),
    ]

    /// What the address asks for, as the API has it.
    private var conditions: AdminAPI.Query {
        let flags = Self.tabs.map(\.name).filter { !$0.isEmpty && records.value($0) == "true" }
            .map { (name: $0, value: "true") }
        let days = records.days.map { (name: "registered_\($0.name)", value: $0.value) }
        return records.given("q") + flags + days
    }

    func show() async throws -> Response {
        let answer = try await console.api(context).get(
            "/mall/users",
            conditions + records.given("sort", "cursor") + [(name: "count", value: "true")]
        )
        let people = answer["items"]?.array ?? []
        let total = counted(
            Int(clamping: answer["count"]?.integer ?? 0),
            language,
            ru: ("человек", "человека", "человек"),
            en: ("person", "people")
        )
        let files = records.files("/mall/users/export", conditions)
        let isFiltered = !conditions.isEmpty
        let page = ConsolePage(
            "people",
            title: Localized("Пользователи", "People")[language],
            path: UserPages.path,
            context: [
                "q": JSON(records.value("q") ?? ""), "since": JSON(records.value("since") ?? ""),
                "till": JSON(records.value("till") ?? ""), "total": .string(total), "tabs": .array(tabs),
                "hidden": .array(hidden), "heads": .array(heads), "rows": .array(people.map { row($0) }),
                "has_rows": .bool(!people.isEmpty), "is_filtered": .bool(isFiltered),
                "is_masked": .bool(!context.author.may(.readPeople)), "files": files,
                "reset": .string(UserPages.path), "first": JSON(first ?? ""),
                "next": JSON(
                    answer["next"]?.string.map { records.here(without: "cursor", and: [("cursor", $0)]) }
                        ?? ""
                ),
            ]
        )
        return try await console.show(page, context)
    }

    private var first: String? { records.value("cursor") == nil ? nil : records.here(without: "cursor") }

    private var tabs: [JSON] {
        let chosen = Self.tabs.first { !$0.name.isEmpty && records.value($0.name) == "true" }?.name ?? ""
        let kept = records.given("q", "since", "till", "sort")
        return Self.tabs.map { tab in
            let flag = tab.name.isEmpty ? [] : [(name: tab.name, value: "true")]
            return [
                "tab_title": .string(tab.title[language]), "tab_link": .string(records.address(flag + kept)),
                "is_here": .bool(tab.name == chosen),
            ]
        }
    }

    /// What the form of the search sends along.
    private var hidden: [JSON] {
        let flags = Self.tabs.map(\.name).filter { !$0.isEmpty && records.value($0) == "true" }
        return (flags.map { ($0, "true") } + records.given("sort").map { ($0.name, $0.value) }).map {
            ["name": .string($0.0), "value": .string($0.1)]
        }
    }

    private var heads: [JSON] {
        let sort = records.value("sort") ?? "-created_at"
        func head(_ title: Localized, _ classes: String, _ key: String = "") -> JSON {
            let isHere = !key.isEmpty && sort.hasSuffix(key)
            let isDown = sort.hasPrefix("-")
            let next = isHere && isDown ? key : "-\(key)"
            return [
                "title": .string(title[language]), "classes": .string(classes),
                "order": .string(isHere ? (isDown ? "descending" : "ascending") : ""),
                "is_ascending": .bool(isHere && !isDown),
                "sort_icon": .string(isHere ? "cd" : "cud"),
                "sort_link": .string(
                    key.isEmpty ? "" : records.here(without: "sort", "cursor", and: [("sort", next)])
                ),
            ]
        }
        return [
            head(Localized("Кто", "Who"), "main"), head(Localized("Почта", "E-mail"), "lo"),
            head(Localized("Баланс", "Balance"), "r", "balance"),
            head(Localized("Подарки", "Gifts"), "r lo"),
            head(Localized("Приглашено", "Invited"), "r lo"),
            head(Localized("Последний вход", "Last sign-in"), "", "signed_in_at"),
            head(Localized("С нами с", "Since"), "lo", "created_at"),
        ]
    }

    private func row(_ user: JSON) -> JSON {
        let time = records.time
        func day(_ name: String) -> String {
            user[name]?.string.flatMap { Timestamp($0) }.map { time.near($0) ?? time.shortDay($0) } ?? "—"
        }
        func number(_ name: String) -> JSON { .string(RecordCell.grouped(user[name]?.integer ?? 0)) }
        let id = user["id"]?.string ?? ""
        let words = UserWords(user, language)
        return [
            "id": .string(id), "path": .string("\(UserPages.path)/\(id)"), "name": .string(words.name),
            "initials": .string(words.initials), "colour": .integer(Int64(Shell.colour(of: id))),
            "phone": JSON(user["name"]?.string == nil ? "" : user["phone"]?.string ?? ""),
            "email": JSON(user["email"]?.string ?? "—"), "balance": number("balance"),
            "gifts": number("owned_count"), "invited": number("invited_count"),
            "seen": .string(day("signed_in_at")), "since": .string(day("created_at")), "pills": words.pills,
        ]
    }
}
