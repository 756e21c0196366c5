import Core
import Hummingbird
import Storage
import Web

/// What has happened to people, newest first, as it happens (A92).
enum AccountEventPage {
    static let path = "/accounts/events"
    /// Between two looks at the list.
    private static let seconds: Int64 = 5

    static func add(to group: RouterGroup<ConsoleContext>, _ console: Console) {
        group.get(RouterPath(path)) { request, context in
            var page = Records(console, request, context, path, Localized("События", "Events"))
            try await fill(&page)
            return try await page.show()
        }
    }

    private static func fill(_ page: inout Records) async throws {
        let language = page.language
        let answer = try await page.api.get(
            "/accounts/events",
            page.given("kind", "user", "client", "cursor") + page.days
        )
        let items = answer["items"]?.array ?? []
        page.about =
            Localized(
                "Коды, регистрации, входы, письма и правки сотрудников",
                "Codes, registrations, sign-ins, mails, and what staff have changed"
            )[language]
        page.filter = filter(page, items)
        page.heads = [
            (Localized("Когда", "When"), ""), (Localized("Что", "Kind"), ""),
            (Localized("Событие", "Event"), "main"), (Localized("Кто", "Who"), ""),
        ]
        let time = page.time
        page.rows = items.map { event in
            page.row(
                String(event["id"]?.integer ?? 0),
                [
                    RecordCell.words(time.words(event["at"])),
                    RecordCell.words(AccountLabels.kind(event["kind"]?.string ?? "")[language]),
                    RecordCell.entity(event["text"]?.string ?? ""), who(event, language),
                ]
            )
        }
        page.empty = (
            Localized("Событий нет", "No events"),
            Localized(
                "Измените фильтры или подождите: новые появятся сами.",
                "Change the filters, or wait: new ones appear."
            )
        )
        page.next = answer["next"]?.string
        // What is older does not change before one's eyes.
        if page.value("cursor") == nil { page.more = ["refresh_seconds": .integer(seconds)] }
    }

    private static func filter(_ page: Records, _ items: [JSON]) -> JSON {
        let kinds = AccountEvent.Kind.allCases.map {
            (value: $0.rawValue, title: AccountLabels.kind($0.rawValue))
        }
        let all = (value: "", title: Localized("Все события", "All events"))
        var chips: [JSON] = []
        if let user = page.value("user") {
            let person = items.first { $0["user_id"]?.string == user }?["user"]
            let name = person.map { AccountLabels($0, page.language).name } ?? "…"
            chips.append(page.chip(Localized("Кто", "Who"), name, without: "user"))
        }
        if page.value("client") != nil {
            chips.append(page.chip(Localized("Клиент", "Client"), "…", without: "client"))
        }
        return page.bar(
            [page.select("kind", Localized("Что", "Kind"), [all] + kinds)],
            hasPhone: false,
            chips: chips,
            kept: ["user", "client"]
        )
    }

    private static func who(_ event: JSON, _ language: Language) -> JSON {
        if let user = event["user"], let id = user["id"]?.string {
            return RecordCell.link(AccountLabels(user, language).name, "\(AccountPage.path)/\(id)")
        }
        guard let client = event["client_id"]?.string else { return RecordCell.words("") }
        return RecordCell.link(Localized("клиент", "client")[language], "\(ClientPages.path)/\(client)")
    }
}
