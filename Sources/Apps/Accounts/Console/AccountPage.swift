import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// Everything about one account, and what staff may do to it (A87, A88, A95).
struct AccountPage: PersonPage {
    static let path = "/accounts"
    static let api = "/accounts/users"
    static let codes = "/people/codes?app=accounts&phone="
    static let app = "accounts"
    static let heading = Localized("Аккаунты", "Accounts")
    static let outcomes = (
        block: Localized(
            """
            Приложение сразу потребует войти, а войти в этот аккаунт будет нельзя. Баллы и данные останутся.
            """,
            """
            The app asks to sign in at once, and signing in is refused. Points and data stay.
            """
        ),
        erasure: Localized(
            """
            Навсегда исчезнут номер, логин, имя, почта, анкета, письма, коды и события. Вернуть нельзя. \
            Баллы и партнёрские зоны останутся без имени.
            """,
            """
            The number, login, name, e-mail address, profile, mails, codes and events are gone for ever. \
            Points and partner zones stay without a name.
            """
        )
    )

    let console: Console
    let context: ConsoleContext
    var dialog = OpenDialog()
    var phone: String?
    /// The new password, which is shown on this page alone.
    var password: String?

    init(_ console: Console, _ context: ConsoleContext) {
        (self.console, self.context) = (console, context)
    }

    func show(_ id: String) async throws -> Response {
        let account = try await console.api(context).get("\(Self.api)/\(id)")
        let words = AccountLabels(account, language)
        var page = ConsolePage("account", title: words.name, path: Self.path)
        page.status = dialog.status
        page.context = try await head(words).adding(more(account)).adding(dialogs)
            .adding(AccountCards(account, console.time(context), language).json)
        return try await console.show(page, context)
    }

    private func more(_ account: JSON) -> JSON {
        let isWritable = context.author.may(.writePeople) && account["is_erased"] != true
        let isConfirmed = account["is_confirmed"] == true
        return [
            "known": .string(
                isConfirmed ? Localized("почта подтверждена", "e-mail confirmed")[language] : ""
            ),
            "may_push": .bool(isWritable && account["has_push"] == true),
            "may_confirm": .bool(isWritable && account["email"]?.string != nil && !isConfirmed),
            "new_password": JSON(password ?? ""), "by_login": .bool(account["phone"]?.string == nil),
            "edit": edit(account), "reset": ["is_open": dialog.isOpen("password")],
            "push": [
                "is_open": dialog.isOpen("push"), "title_value": dialog.text("title"),
                "text_value": dialog.text("text"), "title_fault": dialog.fault("title", language),
                "text_fault": dialog.fault("text", language),
            ],
        ]
    }

    private func edit(_ account: JSON) -> JSON {
        let nameMax = Limits.accountNameLengthMax
        func field(_ name: String, _ title: Localized, _ lengthMax: Int, _ kind: String = "text") -> JSON {
            editField(name, title, of: account, lengthMax: lengthMax, kind: kind)
        }
        let isEditing = dialog.name == "edit"
        let wasConfirmed = account["is_confirmed"] == true
        let ticked = dialog.form["is_confirmed"] == "true"
        let isTouched = isEditing && ticked != (dialog.form["was_confirmed"] == "true")
        return editDialog(
            of: account,
            [
                field("last_name", Localized("Фамилия", "Last name"), nameMax),
                field("first_name", Localized("Имя", "First name"), nameMax),
                field("patronymic", Localized("Отчество", "Patronymic"), nameMax),
                field("login", Localized("Логин", "Login"), Limits.accountLoginLengthMax),
                field("email", Localized("Почта", "E-mail"), Limits.emailLengthMax, "email"),
                field("push_token", Localized("Push id", "Push id"), Limits.accountPushTokenLengthMax),
            ]
        )
        .adding([
            "is_ticked": .bool(isTouched ? ticked : wasConfirmed), "was_confirmed": .bool(wasConfirmed),
            "confirmed_fault": isEditing ? dialog.fault("is_confirmed", language) : "",
        ])
    }
}

/// What the page about an account tells, card by card.
struct AccountCards {
    let account: JSON
    let time: HumanTime
    let language: Language

    init(_ account: JSON, _ time: HumanTime, _ language: Language) {
        (self.account, self.time, self.language) = (account, time, language)
    }

    var json: JSON {
        [
            "profile": .array(profile), "client_path": .string(clientPath), "parts": .array(parts),
            "has_parts": .bool(!parts.isEmpty), "events": .array(events),
            "has_events": .bool(!events.isEmpty),
            "events_path": .string("\(AccountEventPage.path)?user=\(account["id"]?.string ?? "")"),
            "blocked": blocked, "inviter": inviter,
        ]
    }

    private func text(_ ru: String, _ en: String) -> String { Localized(ru, en)[language] }

    private var clientPath: String { "\(ClientPages.path)/\(account["client_id"]?.string ?? "")" }

    private var profile: [JSON] {
        let none = text("не указано", "not given")
        var lines: [(String, String)] = [
            (text("Логин", "Login"), AccountLabels(account, language).login ?? none),
            (text("ФИО", "Full name"), account["name"]?.string ?? none),
            (text("Почта", "E-mail"), account["email"]?.string ?? none),
            (text("Push id", "Push id"), account["push_token"]?.string ?? text("нет", "none")),
        ]
        if let birthday = account["birthday"]?.string {
            lines.append((text("Дата рождения", "Date of birth"), String(birthday.prefix(10))))
        }
        let visit = time.words(account["signed_in_at"])
        lines.append(
            (text("Последний вход", "Last sign-in"), visit.isEmpty ? text("не входили", "never") : visit)
        )
        lines.append((text("Баллы", "Points"), RecordCell.grouped(account["balance"]?.integer ?? 0)))
        lines.append((text("Код приглашения", "Invite code"), account["invite_code"]?.string ?? ""))
        let invited = account["invited_count"]?.integer ?? 0
        if invited > 0 { lines.append((text("Приглашено", "Invited"), RecordCell.grouped(invited))) }
        for name in ["room", "base"] {
            guard let value = account[name]?.string else { continue }
            lines.append((name == "room" ? text("Комната", "Room") : text("База", "Base"), value))
        }
        for (name, value) in (account["profile"]?.object ?? [:]).sorted(by: { $0.key < $1.key }) {
            lines.append((name, value.string ?? ""))
        }
        return lines.map { ["title": .string($0.0), "value": .string($0.1)] }
    }

    private var parts: [JSON] {
        (account["parts"]?.array ?? []).map { part in
            let forfeit = part["forfeit"]?.integer ?? 0
            let discount = part["discount"]?.integer ?? 0
            let words = [
                forfeit > 0 ? text("штраф \(RecordCell.grouped(forfeit)) ₽", "forfeit \(forfeit) ₽") : nil,
                discount > 0 ? text("скидка \(discount) %", "discount \(discount)%") : nil,
            ]
            return [
                "title": part["name"] ?? "", "sub": .string(words.compactMap { $0 }.joined(separator: " · ")),
                "is_banned": part["is_banned"] ?? false,
            ]
        }
    }

    private var events: [JSON] {
        (account["events"]?.array ?? []).prefix(20).map { event in
            [
                "kind": .string(AccountLabels.kind(event["kind"]?.string ?? "")[language]),
                "text": event["text"] ?? "", "when": .string(time.words(event["at"])),
            ]
        }
    }

    private var blocked: JSON {
        guard account["is_blocked"] == true else { return .null }
        return [
            "at": .string(time.words(account["blocked_at"])),
            "reason": JSON(account["block_reason"]?.string ?? ""),
        ]
    }

    private var inviter: JSON {
        guard let inviter = account["inviter"], inviter != .null else { return .null }
        return [
            "name": JSON(inviter["name"]?.string ?? inviter["login"]?.string ?? ""),
            "path": .string("\(AccountPage.path)/\(inviter["id"]?.string ?? "")"),
        ]
    }
}
