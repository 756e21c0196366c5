import Core
import Hummingbird
import Web

/// The list of users of the app, with a search by digits, name or e-mail address (M127).
struct UserListPage {
    private let console: Console
    private let context: ConsoleContext
    private let list: PeopleList<UserQuery>

    init(_ console: Console, _ request: Request, _ context: ConsoleContext) {
        (self.console, self.context) = (console, context)
        let records = Records(console, request, context, UserPage.path, UserPage.heading)
        list = PeopleList(records: records, tabs: Self.tabs)
    }

    private static let tabs = [
        PeopleTab(title: Localized("Все", "All")),
        PeopleTab(title: Localized("Прошли опрос", "Took the survey"), query: [("surveyed", "true")]),
        PeopleTab(title: Localized("По приглашению", "Invited"), query: [("invited", "true")]),
        PeopleTab(title: Localized("С подарками", "With gifts"), query: [("gifts", "true")]),
        PeopleTab(title: Localized("Заблокированы", "Blocked"), query: [("blocked", "true")]),
    ]

    func show() async throws -> Response {
        let language = context.language
        let page = try await list.page(
            "people",
            of: UserPage.api,
            total: { count in
                counted(
                    count,
                    language,
                    ru: ("человек", "человека", "человек"),
                    en: ("person", "people")
                )
            },
            heads: heads,
            searched: Localized("Цифры номера, имя или почта", "Digits, a name or an e-mail"),
            more: [
                "none": .string(
                    Localized(
                        "Люди появятся, когда войдут в приложении по номеру.",
                        "People appear once they sign in to the app with their number."
                    )[language]
                )
            ],
            row: row
        )
        return try await console.show(page, context)
    }

    private var heads: [JSON] {
        [
            list.head(Localized("Кто", "Who"), "main"), list.head(Localized("Почта", "E-mail"), "lo"),
            list.head(Localized("Баланс", "Balance"), "r", "balance"),
            list.head(Localized("Подарки", "Gifts"), "r lo"),
            list.head(Localized("Приглашено", "Invited"), "r lo"),
            list.head(Localized("Последний вход", "Last sign-in"), "", "signed_in_at"),
            list.head(Localized("С нами с", "Since"), "lo", "created_at"),
        ]
    }

    private func row(_ line: UserLine) -> JSON {
        func number(_ number: Int64) -> JSON { .string(RecordCell.grouped(number)) }
        let words = UserLabels(line, for: context.author, context.language)
        return words.title.adding([
            "phone": JSON(words.ownName == nil ? "" : words.phone ?? ""),
            "email": JSON(line.email(for: context.author) ?? "—"), "balance": number(line.user.balance),
            "gifts": number(line.ownedCount), "invited": number(line.invitedCount),
            "seen": list.day(line.user.signedInAt), "since_day": list.day(words.createdAt),
            "pills": .array(words.pills),
        ])
    }
}
