import Core
import Hummingbird
import Storage
import Web

/// The list of accounts: search by digits, name, login or address, with sorting and filters (A86, A89).
struct AccountListPage {
    private let console: Console
    private let context: ConsoleContext
    private let list: PeopleList<AccountQuery>
    /// The number that could not be freed, and the reason.
    var freeing: (phone: String, problem: Problem)?

    init(_ console: Console, _ request: Request, _ context: ConsoleContext) {
        (self.console, self.context) = (console, context)
        let records = Records(console, request, context, AccountPage.path, AccountPage.heading)
        list = PeopleList(records: records, tabs: Self.tabs(records.time))
    }

    private static func tabs(_ time: HumanTime) -> [PeopleTab] {
        let week = String(time.field(time.now.advanced(by: .seconds(-7 * 86_400))).prefix(10))
        return [
            PeopleTab(title: Localized("Все", "All")),
            // Staff most often look for new users (A89).
            PeopleTab(title: Localized("Новые за неделю", "New this week"), query: [("since", week)]),
            PeopleTab(
                title: Localized("Почта подтверждена", "Confirmed"),
                query: [("confirmed", "true")]
            ),
            PeopleTab(
                title: Localized("Почта не подтверждена", "Not confirmed"),
                query: [("confirmed", "false")]
            ),
            PeopleTab(title: Localized("С push", "With push"), query: [("push", "true")]),
            PeopleTab(title: Localized("Заблокированы", "Blocked"), query: [("blocked", "true")]),
        ]
    }

    func show() async throws -> Response {
        let language = context.language
        var page = try await list.page(
            "accounts",
            of: AccountPage.api,
            total: { count in
                counted(
                    count,
                    language,
                    ru: ("аккаунт", "аккаунта", "аккаунтов"),
                    en: ("account", "accounts")
                )
            },
            heads: heads,
            searched: Localized("Номер, имя, логин или почта", "Phone, name, login or e-mail"),
            more: [
                "free": try await free,
                "none": .string(
                    Localized(
                        "Аккаунты появятся, когда в приложении зарегистрируются.",
                        "Accounts appear once people register in the app."
                    )[language]
                ),
            ],
            row: row
        )
        // The console's script replaces the page when it gets this status.
        if freeing != nil { page.status = .unprocessableContent }
        return try await console.show(page, context)
    }

    /// The dialog that frees a number; null unless the app is in test mode.
    private var free: JSON {
        get async throws {
            let isTest = try await console.services.appSettings.of("accounts").bool("test_mode")
            guard isTest, context.author.may(.writePeople) else { return .null }
            let problem = freeing?.problem
            let fault = problem?.faults.first?.detail ?? problem?.detail
            return [
                "is_open": .bool(freeing != nil || list.records.value("dialog") == "free"),
                "phone": .string(freeing?.phone ?? ""),
                "fault": .string((fault?[context.language] ?? "").capitalizedStart),
            ]
        }
    }

    private var heads: [JSON] {
        let mayRead = context.author.may(.readPeople)
        return [
            list.head(Localized("Кто", "Who"), "main", mayRead ? "name" : "", down: false),
            list.head(Localized("Логин", "Login"), "lo", mayRead ? "login" : "", down: false),
            list.head(Localized("Почта", "E-mail"), "", mayRead ? "email" : "", down: false),
            list.head(Localized("Push id", "Push id"), "lo"),
            list.head(Localized("Последний вход", "Last sign-in"), "lo", "signed_in_at"),
            list.head(Localized("С нами с", "Since"), "", "created_at"),
        ]
    }

    private func row(_ line: AccountLine) -> JSON {
        let words = AccountLabels(line, for: context.author, context.language)
        return words.title.adding([
            "phone": JSON(words.phone ?? ""), "login": .string(words.login ?? "—"),
            "email": JSON(line.email(for: context.author) ?? ""),
            "is_confirmed": .bool(line.account.isConfirmed), "push": JSON(words.push),
            "seen": list.day(line.account.signedInAt), "since_day": list.day(words.createdAt),
            "pills": .array(words.pills),
        ])
    }
}
