import Core
import Hummingbird
import Storage
import Web

/// The list of events of users, newest first, refreshed live (A92).
enum AccountEventPage {
    static let path = "/accounts/events"
    /// The refresh interval.
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
        let (reader, time) = (page.context.author, page.time)
        let found = try await EventAdminRoutes.Line.page(
            AdminQuery(
                page.given("kind", "user", "client", "cursor") + page.days,
                EventAdminRoutes.Line.names
            ),
            page.console.services,
            page.context.staff
        )
        page.about =
            Localized(
                "Коды, регистрации, входы, письма и правки сотрудников",
                "Codes, registrations, sign-ins, mails, and what staff have changed"
            )[language]
        page.filter = filter(page, found.elements)
        page.heads = [
            (Localized("Когда", "When"), ""), (Localized("Что", "Kind"), ""),
            (Localized("Событие", "Event"), "main"), (Localized("Кто", "Who"), ""),
        ]
        page.rows = found.elements.map { line in
            let event = line.event
            return page.row(
                String(event.id),
                [
                    RecordCell.words(time.moment(event.at)),
                    RecordCell.words(AccountLabels.kind(event.kind)[language]),
                    RecordCell.entity(event.text(for: reader, language)), who(line, reader, language),
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
        page.next = found.next
        // Only the first page is refreshed: older events do not change.
        if page.value("cursor") == nil { page.more = ["refresh_seconds": .integer(seconds)] }
    }

    private static func filter(_ page: Records, _ lines: [EventAdminRoutes.Line]) -> JSON {
        let kinds = AccountEvent.Kind.allCases.map {
            (value: $0.rawValue, title: AccountLabels.kind($0.rawValue))
        }
        let all = (value: "", title: Localized("Все события", "All events"))
        var chips: [JSON] = []
        if let user = page.value("user") {
            let account = lines.first { $0.event.userID == user }?.account
            let name = account.map { AccountLabels($0, for: page.context.author, page.language).name } ?? "…"
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

    private static func who(
        _ line: EventAdminRoutes.Line,
        _ reader: Author,
        _ language: Language
    ) -> JSON {
        if let account = line.account {
            let name = AccountLabels(account, for: reader, language).name
            return RecordCell.link(name, "\(AccountPage.path)/\(account.id)")
        }
        guard let client = line.event.clientID else { return RecordCell.words("") }
        return RecordCell.link(Localized("клиент", "client")[language], "\(ClientPages.path)/\(client)")
    }
}
