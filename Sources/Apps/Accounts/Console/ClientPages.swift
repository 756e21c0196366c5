import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// The cards of clients, with debts, bans and discounts by partner zone (A93).
struct ClientPages: Sendable {
    static let path = "/accounts/clients"

    let console: Console

    private func clients(_ context: ConsoleContext) -> ClientOperations {
        ClientOperations(console.services, context.staff)
    }

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get(RouterPath(Self.path)) { request, context in try await list(request, context) }
        group.get(RouterPath("\(Self.path)/{id}")) { request, context in
            let part = request.query.last { $0.name == "part" }?.value
            return try await ClientPage(console, context, part: part).show(try context.id)
        }
        group.post(RouterPath("\(Self.path)/{id}")) { request, context in try await save(request, context) }
        group.post(RouterPath("\(Self.path)/{id}/remove")) { request, context in
            try await remove(request, context)
        }
    }

    private func list(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        var page = Records(console, request, context, Self.path, Localized("Клиенты", "Clients"))
        let language = page.language
        let given = page.given("q", "parts", "login", "cursor")
        let found = try await clients(context).page(AdminQuery(given, ClientOperations.filters))
        page.about =
            Localized(
                "Карточки клиентов и данные партнёрских зон: штрафы, скидки, запреты",
                "Cards of clients and data of the partner zones: forfeits, discounts, bans"
            )[language]
        page.filter = Self.filter(page)
        page.heads = [
            (Localized("Клиент", "Client"), "main"), (Localized("Почта", "E-mail"), "lo"),
            (Localized("Логин", "Login"), ""), (Localized("Зон", "Zones"), "r"),
        ]
        page.rows = found.elements.map { Self.row($0, page) }
        page.empty = (
            Localized("Клиентов нет", "No clients"),
            Localized(
                "Карточка появляется при регистрации в приложении. Если ищете кого-то, измените фильтры.",
                "A card appears with a registration in the app. Change the filters to find somebody."
            )
        )
        page.next = found.next
        return try await page.show()
    }

    private static func filter(_ page: Records) -> JSON {
        let parts: [(value: String, title: Localized)] = [
            ("", Localized("Все клиенты", "All clients")), ("true", Localized("С зонами", "With zones")),
            ("false", Localized("Без зон", "Without zones")),
        ]
        let logins: [(value: String, title: Localized)] = [
            ("", Localized("С логином и без", "With a login or not")),
            ("true", Localized("С логином", "With a login")),
            ("false", Localized("Без логина", "Without a login")),
        ]
        return page.bar(
            [
                page.select("parts", Localized("Зоны", "Zones"), parts),
                page.select("login", Localized("Логин", "Login"), logins),
            ],
            words: page.words(Localized("Номер, имя или почта", "Phone, name or e-mail")),
            hasDates: false
        )
    }

    /// The name, or the phone if there is none.
    static func name(of line: ClientLine, for reader: Author, _ language: Language) -> String {
        if line.isErased { return Localized("Данные стёрты", "Erased")[language] }
        return line.name(for: reader) ?? line.phone ?? Localized("Без имени", "No name")[language]
    }

    private static func row(_ line: ClientLine, _ page: Records) -> JSON {
        let (id, reader) = (line.client.id, page.context.author)
        let login =
            line.userID.map {
                RecordCell.link(Localized("есть", "yes")[page.language], "\(AccountPage.path)/\($0)")
            } ?? RecordCell.words("")
        return page.row(
            id,
            [
                RecordCell.entity(
                    name(of: line, for: reader, page.language),
                    sub: line.name(for: reader) == nil ? "" : line.phone ?? "",
                    href: "\(path)/\(id)"
                ), RecordCell.words(line.email(for: reader) ?? ""), login,
                RecordCell.words(String(line.partsCount)),
            ]
        )
    }

    private func save(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let (id, form) = (try context.id, try await request.form())
        let (part, clients) = (form["part"] ?? "", clients(context))
        let undo: FlashMessage.Call
        do {
            if part.isEmpty {
                let made = try await clients.add(NewPartnerAccount(ClientPage.members(form)), to: id)
                undo = FlashMessage.Call(
                    "accounts_part_remove",
                    ["id": id, "part": made.id],
                    version: made.revision
                )
            } else {
                let before = try await clients.part(part, of: id)
                let new = try NewPartnerAccount(ClientPage.members(form))
                let revision = Int64(form["revision"] ?? "") ?? 0
                try await clients.replace(part, of: id, with: new, revision: revision)
                let after = try await clients.part(part, of: id).revision
                undo = FlashMessage.Call(
                    "accounts_part_put",
                    ["id": id, "part": before.id],
                    before.body,
                    version: after
                )
            }
        } catch let problem as Problem where [.invalid, .stale].contains(problem.kind) {
            var page = ClientPage(console, context, part: part.isEmpty ? "new" : part)
            (page.form, page.problem) = (form, problem)
            return try await page.show(id)
        }
        return try await console.done(
            Localized("Зона сохранена", "The zone is saved"),
            undo: [undo],
            to: "\(Self.path)/\(id)",
            context
        )
    }

    private func remove(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let (id, form) = (try context.id, try await request.form())
        let (part, clients) = (form["part"] ?? "", clients(context))
        let before = try await clients.part(part, of: id)
        do {
            try await clients.remove(part, of: id, revision: Int64(form["revision"] ?? "") ?? 0)
        } catch let problem as Problem where problem.kind == .stale {
            var page = ClientPage(console, context, part: nil)
            page.problem = problem
            return try await page.show(id)
        }
        return try await console.done(
            Localized("Зона убрана", "The zone is gone"),
            undo: [FlashMessage.Call("accounts_part_add", ["id": id], before.body)],
            to: "\(Self.path)/\(id)",
            context
        )
    }
}

extension PartnerAccount {
    /// The body that saves this zone again.
    fileprivate var body: JSON {
        let names = ["domain_id", "name", "forfeit", "is_banned", "discount", "terminal", "channels"]
        return .object((staffJSON.object ?? [:]).filter { names.contains($0.key) })
    }
}
