import Core
import Foundation
import HTTPTypes
import Hummingbird
import Storage
import Web

/// Everybody who has an account: found by digits, a name, a login or an address, sorted and narrowed down (A86, A89).
struct AccountListPage {
    private let console: Console
    private let context: ConsoleContext
    private let records: Records
    /// The number that somebody wanted to free, and why it was not.
    var freeing: (phone: String, problem: Problem)?

    init(_ console: Console, _ request: Request, _ context: ConsoleContext) {
        (self.console, self.context) = (console, context)
        records = Records(console, request, context, AccountPages.path, Localized("Аккаунты", "Accounts"))
    }

    private var language: Language { context.language }

    /// What the tabs narrow the list down to.
    private static let tabs: [(title: Localized, name: String, value: String)] = [
        (Localized("Все", "All"), "", ""),
        (Localized("Почта подтверждена", "Confirmed"), "confirmed", "true"),
        (Localized("Почта не подтверждена", "Not confirmed"), "confirmed", "false"),
        (Localized("С push", "With push"), "push", "true"),
        (Localized("Заблокированы", "Blocked"), "blocked", "true"),
    ]

    /// What the address asks for, as the API has it.
    private var conditions: AdminAPI.Query {
        records.given("q", "confirmed", "push", "blocked")
            + records.days.map { (name: "registered_\($0.name)", value: $0.value) }
    }

    func show() async throws -> Response {
        let answer = try await console.api(context).get(
            "/accounts/users",
            conditions + records.given("sort", "cursor") + [(name: "count", value: "true")]
        )
        let people = answer["items"]?.array ?? []
        let total = counted(
            Int(clamping: answer["count"]?.integer ?? 0),
            language,
            ru: ("аккаунт", "аккаунта", "аккаунтов"),
            en: ("account", "accounts")
        )
        let first = records.value("cursor") == nil ? nil : records.here(without: "cursor")
        let next = answer["next"]?.string.map { records.here(without: "cursor", and: [("cursor", $0)]) }
        var page = ConsolePage(
            "accounts",
            title: Localized("Аккаунты", "Accounts")[language],
            path: AccountPages.path
        )
        // The script of the console puts such a page in place.
        page.status = freeing == nil ? .ok : .unprocessableContent
        page.context = [
            "q": JSON(records.value("q") ?? ""), "since": JSON(records.value("since") ?? ""),
            "till": JSON(records.value("till") ?? ""), "total": .string(total), "tabs": .array(tabs),
            "hidden": .array(hidden), "heads": .array(heads), "rows": .array(people.map { row($0) }),
            "has_rows": .bool(!people.isEmpty), "is_filtered": .bool(!conditions.isEmpty),
            "is_masked": .bool(!context.author.may(.readPeople)),
            "files": records.files("/accounts/users/export", conditions),
            "reset": .string(AccountPages.path), "first": JSON(first ?? ""), "next": JSON(next ?? ""),
            "free": try await free,
        ]
        return try await console.show(page, context)
    }

    /// The dialog that frees a number, where the app is in test mode.
    private var free: JSON {
        get async throws {
            let isTest = try await console.services.appSettings.of("accounts").bool("test_mode")
            guard isTest, context.author.may(.writePeople) else { return .null }
            let problem = freeing?.problem
            let fault = problem?.faults.first?.detail[language] ?? problem?.detail[language] ?? ""
            return [
                "is_open": .bool(freeing != nil || records.value("dialog") == "free"),
                "phone": .string(freeing?.phone ?? ""),
                "fault": .string(fault.prefix(1).uppercased() + fault.dropFirst()),
            ]
        }
    }

    private var tabs: [JSON] {
        let kept = records.given("q", "since", "till", "sort")
        let chosen = Self.tabs.first { !$0.name.isEmpty && records.value($0.name) == $0.value }
        var tabs = Self.tabs.map { tab -> JSON in
            let flag = tab.name.isEmpty ? [] : [(name: tab.name, value: tab.value)]
            return [
                "tab_title": .string(tab.title[language]), "tab_link": .string(records.address(flag + kept)),
                "is_here": .bool(tab.name == chosen?.name ?? "" && tab.value == chosen?.value ?? ""),
            ]
        }
        // Who is new is asked for most (A89).
        let time = records.time
        let week = String(time.field(time.now.advanced(by: .seconds(-7 * 86_400))).prefix(10))
        tabs.insert(
            [
                "tab_title": .string(Localized("Новые за неделю", "New this week")[language]),
                "tab_link": .string(records.address([("since", week)])),
                "is_here": .bool(chosen == nil && records.value("since") == week),
            ],
            at: 1
        )
        if chosen == nil, records.value("since") == week {
            tabs[0] = tabs[0].with("is_here", false)
        }
        return tabs
    }

    /// What the form of the search sends along.
    private var hidden: [JSON] {
        records.given("confirmed", "push", "blocked", "sort").map {
            ["name": .string($0.name), "value": .string($0.value)]
        }
    }

    private var heads: [JSON] {
        let sort = records.value("sort") ?? "-created_at"
        let mayRead = context.author.may(.readPeople)
        func head(_ title: Localized, _ classes: String, _ key: String = "", down: Bool = false) -> JSON {
            let isHere = !key.isEmpty && sort.drop { $0 == "-" } == key
            let isDown = sort.hasPrefix("-")
            let next = isHere ? (isDown ? key : "-\(key)") : (down ? "-\(key)" : key)
            return [
                "title": .string(title[language]), "classes": .string(classes),
                "order": .string(isHere ? (isDown ? "descending" : "ascending") : ""),
                "is_ascending": .bool(isHere && !isDown), "sort_icon": .string(isHere ? "cd" : "cud"),
                "sort_link": .string(
                    key.isEmpty ? "" : records.here(without: "sort", "cursor", and: [("sort", next)])
                ),
            ]
        }
        return [
            head(Localized("Кто", "Who"), "main", mayRead ? "name" : ""),
            head(Localized("Логин", "Login"), "lo", mayRead ? "login" : ""),
            head(Localized("Почта", "E-mail"), "", mayRead ? "email" : ""),
            head(Localized("Push id", "Push id"), "lo"),
            head(Localized("Последний вход", "Last sign-in"), "lo", "signed_in_at", down: true),
            head(Localized("С нами с", "Since"), "", "created_at", down: true),
        ]
    }

    private func row(_ account: JSON) -> JSON {
        let time = records.time
        func day(_ name: String) -> String {
            account[name]?.string.flatMap { Timestamp($0) }.map { time.near($0) ?? time.shortDay($0) } ?? "—"
        }
        let id = account["id"]?.string ?? ""
        let words = AccountWords(account, language)
        return [
            "id": .string(id), "path": .string("\(AccountPages.path)/\(id)"), "name": .string(words.name),
            "initials": .string(words.initials), "colour": .integer(Int64(Shell.colour(of: id))),
            "phone": JSON(account["phone"]?.string ?? ""), "login": account["login"] ?? "",
            "email": JSON(account["email"]?.string ?? ""),
            "is_confirmed": .bool(account["is_confirmed"] == true),
            "push": JSON(words.push), "seen": .string(day("signed_in_at")),
            "since_day": .string(day("created_at")), "pills": words.pills,
        ]
    }
}

/// An account of the admin API in the words of the console.
struct AccountWords {
    let account: JSON
    let language: Language

    init(_ account: JSON, _ language: Language) {
        (self.account, self.language) = (account, language)
    }

    var name: String {
        if account["is_erased"] == true { return Localized("Данные стёрты", "Erased")[language] }
        return account["name"]?.string ?? account["login"]?.string ?? "…"
    }

    var initials: String {
        account["is_erased"] == true
            ? "" : Shell.initials(of: account["name"]?.string ?? "").filter { $0 != "." }
    }

    /// The beginning of the push id, which is enough to know it again.
    var push: String {
        guard let token = account["push_token"]?.string else { return "" }
        return token.count > 12 ? "\(token.prefix(10))…" : token
    }

    /// What is out of the ordinary.
    var pills: JSON {
        var pills: [JSON] = []
        func add(_ title: Localized, _ tone: String, _ icon: String) {
            pills.append([
                "text": .string(title[language]), "tone": .string(tone), "icon": .string(icon),
            ])
        }
        if account["is_blocked"] == true { add(Localized("заблокирован", "blocked"), "bad", "lock") }
        if account["is_freed"] == true { add(Localized("номер освобождён", "number freed"), "arch", "phone") }
        if account["is_erased"] == true { add(Localized("данные стёрты", "erased"), "arch", "x") }
        return .array(pills)
    }

    static func kind(_ name: String) -> Localized {
        guard let kind = AccountEvent.Kind(rawValue: name) else { return Localized(name, name) }
        return switch kind {
        case .code: Localized("Код", "Code")
        case .registration: Localized("Регистрация", "Registration")
        case .signIn: Localized("Вход", "Sign-in")
        case .restore: Localized("Восстановление", "Restore")
        case .password: Localized("Пароль", "Password")
        case .emailChange: Localized("Смена почты", "Change of address")
        case .confirmMail: Localized("Письмо со ссылкой", "Mail with the link")
        case .confirmed: Localized("Почта подтверждена", "Address confirmed")
        case .feedback: Localized("Обратная связь", "Feedback")
        case .points: Localized("Баллы", "Points")
        case .push: Localized("Уведомление", "Notification")
        case .block: Localized("Блокировка", "Blocking")
        case .edit: Localized("Правка", "Correction")
        case .freed: Localized("Номер освобождён", "Number freed")
        }
    }
}
