import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// Cards of clients, and what each owes and is granted in the zones of the partners (A93).
struct ClientPages: Sendable {
    static let path = "/accounts/clients"

    let console: Console

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
        let answer = try await page.api.get("/accounts/clients", page.given("q", "parts", "login", "cursor"))
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
        page.rows = (answer["items"]?.array ?? []).map { Self.row($0, page) }
        page.empty = (
            Localized("Клиентов нет", "No clients"),
            Localized(
                "Карточка появляется при регистрации в приложении. Если ищете кого-то, измените фильтры.",
                "A card appears with a registration in the app. Change the filters where you look for somebody."
            )
        )
        page.next = answer["next"]?.string
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

    /// By name, else by the phone.
    static func name(of client: JSON, _ language: Language) -> String {
        if client["is_erased"] == true { return Localized("Данные стёрты", "Erased")[language] }
        return client["name"]?.string ?? client["phone"]?.string
            ?? Localized("Без имени", "No name")[language]
    }

    private static func row(_ client: JSON, _ page: Records) -> JSON {
        let id = client["id"]?.string ?? ""
        let login =
            client["user_id"]?.string.map {
                RecordCell.link(Localized("есть", "yes")[page.language], "\(AccountPage.path)/\($0)")
            } ?? RecordCell.words("")
        return page.row(
            id,
            [
                RecordCell.entity(
                    name(of: client, page.language),
                    sub: client["name"]?.string == nil ? "" : client["phone"]?.string ?? "",
                    href: "\(path)/\(id)"
                ), RecordCell.words(client["email"]?.string ?? ""), login,
                RecordCell.words(String(client["parts_count"]?.integer ?? 0)),
            ]
        )
    }

    private func save(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let (id, form) = (try context.id, try await request.form())
        let path = "/accounts/clients/\(id)/parts"
        let part = form["part"] ?? ""
        let api = console.api(context)
        let undo: FlashMessage.Call
        do {
            let body = ClientPage.body(form)
            if part.isEmpty {
                let made = try await api.send(.post, path, body: body)["parts"]?.array?
                    .first { $0["domain_id"] == body["domain_id"] }
                undo = try await api.versioned("DELETE", "\(path)/\(made?["id"]?.string ?? "")")
            } else {
                let place = "\(path)/\(part.percentEncoded)"
                let before = Self.body(of: try await api.get(place))
                try await api.send(.put, place, body: body, version: Int64(form["revision"] ?? "") ?? 0)
                undo = try await api.versioned("PUT", place, before)
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

    /// A zone as it can be sent again.
    private static func body(of part: JSON) -> JSON {
        let names = ["domain_id", "name", "forfeit", "is_banned", "discount", "terminal", "channels"]
        return .object((part.object ?? [:]).filter { names.contains($0.key) })
    }

    private func remove(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let (id, form) = (try context.id, try await request.form())
        let part = form["part"] ?? ""
        let api = console.api(context)
        let place = "/accounts/clients/\(id)/parts/\(part.percentEncoded)"
        let before = try await api.get(place)
        do {
            try await api.send(.delete, place, version: Int64(form["revision"] ?? "") ?? 0)
        } catch let problem as Problem where problem.kind == .stale {
            var page = ClientPage(console, context, part: nil)
            page.problem = problem
            return try await page.show(id)
        }
        return try await console.done(
            Localized("Зона убрана", "The zone is gone"),
            undo: [FlashMessage.Call("POST", "/accounts/clients/\(id)/parts", Self.body(of: before))],
            to: "\(Self.path)/\(id)",
            context
        )
    }
}

/// One client with the zones of the partners, and a form for one of them.
struct ClientPage {
    private let console: Console
    private let context: ConsoleContext
    /// The zone whose form stands open; `new` for another one.
    private let part: String?
    var form: Form?
    var problem: Problem?

    init(_ console: Console, _ context: ConsoleContext, part: String?) {
        (self.console, self.context, self.part) = (console, context, part)
    }

    private var language: Language { context.language }

    /// The form as the API takes it.
    static func body(_ form: Form) -> JSON {
        func number(_ name: String) -> JSON {
            let text = (form[name] ?? "").filter { !$0.isWhitespace }
            return text.isEmpty ? 0 : Int64(text).map { .integer($0) } ?? .string(text)
        }
        let domain = (form["domain_id"] ?? "").trimmingSpaces
        let lines = (form["channels"] ?? "").split(separator: "\n")
        let channels = lines.map { line -> JSON in
            let words = line.split(separator: "|", omittingEmptySubsequences: false)
                .map { String($0).trimmingSpaces }
            let url = words.count > 2 ? words[2...].joined(separator: "|") : ""
            return [
                "kind": .string(words.first ?? ""), "name": .string(words.count > 1 ? words[1] : ""),
                "prepay_url": url.isEmpty ? .null : .string(url),
            ]
        }
        return [
            "domain_id": domain.isEmpty ? .null : .string(domain),
            "name": .string(form["name"] ?? ""), "forfeit": number("forfeit"),
            "discount": number("discount"), "is_banned": .bool(form["is_banned"] == "true"),
            "terminal": JSON(form["terminal"].flatMap { $0.isEmpty ? nil : $0 }),
            "channels": .array(channels),
        ]
    }

    func show(_ id: String) async throws -> Response {
        let client = try await console.api(context).get("/accounts/clients/\(id)")
        let name = ClientPages.name(of: client, language)
        let isWritable = context.author.may(.writePeople)
        var page = ConsolePage("account-client", title: name, path: ClientPages.path)
        page.status = problem?.kind.status ?? .ok
        let user = client["user_id"]?.string
        page.context = [
            "name": .string(name), "path": .string("\(ClientPages.path)/\(id)"),
            "phone": JSON(client["phone"]?.string ?? ""), "email": JSON(client["email"]?.string ?? ""),
            "account_path": .string(user.map { "\(AccountPage.path)/\($0)" } ?? ""),
            "may_write": .bool(isWritable), "parts": .array((client["parts"]?.array ?? []).map(line)),
            "editor": isWritable ? editor(client) : .null,
            "bar": "|",
            "refusal": .string(form == nil ? problem?.detail[language] ?? "" : ""),
        ]
        return try await console.show(page, context)
    }

    private func line(_ part: JSON) -> JSON {
        let (forfeit, discount) = (part["forfeit"]?.integer ?? 0, part["discount"]?.integer ?? 0)
        return [
            "part_id": part["id"] ?? "", "revision": part["revision"] ?? 0, "title": part["name"] ?? "",
            "domain": JSON(part["domain_id"]?.string ?? ""),
            "forfeit": .string(forfeit > 0 ? "\(RecordCell.grouped(forfeit)) ₽" : "—"),
            "discount": .string(discount > 0 ? "\(discount) %" : "—"),
            "is_banned": part["is_banned"] ?? false, "is_told": part["is_told"] ?? false,
            "channels": .string(
                (part["channels"]?.array ?? []).compactMap { $0["name"]?.string }.joined(separator: ", ")
            ),
        ]
    }

    /// Nil where no form stands open.
    private func editor(_ client: JSON) -> JSON {
        guard let part else { return .null }
        let now = (client["parts"]?.array ?? []).first { $0["id"]?.string == part }
        guard now != nil || part == "new" else { return .null }
        func text(_ name: String, _ value: String) -> JSON { .string(form?[name] ?? value) }
        let channels = (now?["channels"]?.array ?? []).map { channel in
            [channel["kind"]?.string ?? "", channel["name"]?.string ?? "", channel["prepay_url"]?.string]
                .compactMap { $0 }.joined(separator: " | ")
        }
        let isBanned = form == nil ? now?["is_banned"] == true : form?["is_banned"] == "true"
        return [
            "part": .string(now == nil ? "" : part), "revision": now?["revision"] ?? 0,
            "is_new": .bool(now == nil),
            "domain_value": text("domain_id", now?["domain_id"]?.string ?? ""),
            "name_value": text("name", now?["domain_id"]?.string == nil ? "" : now?["name"]?.string ?? ""),
            "forfeit_value": text("forfeit", String(now?["forfeit"]?.integer ?? 0)),
            "discount_value": text("discount", String(now?["discount"]?.integer ?? 0)),
            "terminal_value": text("terminal", now?["terminal"]?.string ?? ""),
            "channels_value": text("channels", channels.joined(separator: "\n")),
            "is_ticked": .bool(isBanned), "domain_fault": fault("domain_id"), "name_fault": fault("name"),
            "forfeit_fault": fault("forfeit"), "discount_fault": fault("discount"),
            "terminal_fault": fault("terminal"), "channels_fault": fault("channels"),
            "stale": .string(problem?.kind == .stale ? problem?.detail[language] ?? "" : ""),
            "theirs": .string(now.map { words(of: $0) } ?? ""),
        ]
    }

    /// A zone in one line: `Базы СПб, штраф 1 500 ₽, скидка 10 %`.
    private func words(of part: JSON) -> String {
        let (forfeit, discount) = (part["forfeit"]?.integer ?? 0, part["discount"]?.integer ?? 0)
        let sum = RecordCell.grouped(forfeit)
        let channels = (part["channels"]?.array ?? []).compactMap { $0["name"]?.string }
        let words = [
            part["name"]?.string,
            Localized("штраф \(sum) ₽", "forfeit \(sum) ₽")[language],
            Localized("скидка \(discount) %", "discount \(discount)%")[language],
            part["is_banned"] == true ? Localized("запрет", "banned")[language] : nil,
            part["terminal"]?.string.map { Localized("терминал \($0)", "terminal \($0)")[language] },
        ]
        return (words.compactMap { $0 } + channels).joined(separator: ", ")
    }

    private func fault(_ name: String) -> JSON {
        .string(problem?.words(at: "#/\(name)", language) ?? "")
    }
}
