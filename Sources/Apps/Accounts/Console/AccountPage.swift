import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// Everything about one account, and what staff may do to it (A87, A88, A95).
struct AccountPage {
    let console: Console
    let context: ConsoleContext
    /// Which dialog stands open.
    var dialog: String?
    /// What was typed into it, and what is wrong with that.
    var form = Form([])
    var problem: Problem?
    /// The whole number, where somebody has just asked for it.
    var phone: String?
    /// The new password, which is shown on this page alone.
    var password: String?

    init(
        _ console: Console,
        _ context: ConsoleContext,
        dialog: String? = nil,
        form: Form = Form([]),
        problem: Problem? = nil
    ) {
        (self.console, self.context, self.dialog) = (console, context, dialog)
        (self.form, self.problem) = (form, problem)
    }

    private var language: Language { context.language }

    func show(_ id: String) async throws -> Response {
        let account = try await console.api(context).get("/accounts/users/\(id)")
        let isTest = try await console.services.appSettings.of("accounts").bool("test_mode")
        let words = AccountWords(account, language)
        var page = ConsolePage("account", title: words.name, path: AccountPages.path)
        // The script of the console puts such a page in place.
        page.status = problem.map { $0.kind == .conflict ? .unprocessableContent : $0.kind.status } ?? .ok
        page.context = head(account, words, isTest: isTest).adding(dialogs(account))
            .adding(AccountCards(account, console.time(context), language).json)
        return try await console.show(page, context)
    }

    private func head(_ account: JSON, _ words: AccountWords, isTest: Bool) -> JSON {
        let (author, time) = (context.author, console.time(context))
        let id = account["id"]?.string ?? ""
        let isErased = account["is_erased"] == true
        let digits = String((account["phone"]?.string ?? "").filter(\.isNumber).suffix(2))
        let since = account["created_at"]?.string.flatMap { Timestamp($0) }.map { time.day($0) } ?? ""
        let readsPeople = author.may(.readPeople)
        let isWritable = author.may(.writePeople) && !isErased
        return [
            "id": .string(id), "path": .string("\(AccountPages.path)/\(id)"), "name": .string(words.name),
            "initials": .string(words.initials), "colour": .integer(Int64(Shell.colour(of: id))),
            "pills": words.pills, "since": .string(since), "is_erased": .bool(isErased),
            "is_confirmed": .bool(account["is_confirmed"] == true),
            "is_blocked": .bool(account["is_blocked"] == true), "is_masked": .bool(!readsPeople),
            "whole_phone": JSON(phone ?? ""), "phone": JSON(phone ?? account["phone"]?.string ?? ""),
            "may_reveal": .bool(readsPeople && phone == nil && account["phone"]?.string != nil),
            "may_write": .bool(isWritable), "may_edit": .bool(isWritable && readsPeople),
            "may_push": .bool(isWritable && account["has_push"] == true),
            "may_confirm": .bool(
                isWritable && account["email"]?.string != nil && account["is_confirmed"] != true
            ),
            "is_signed_in": .bool(account["is_signed_in"] == true),
            "codes": JSON(
                isTest && author.may(.readCodes) && !isErased
                    ? "/people/codes?app=accounts&phone=\(digits)" : ""
            ),
            "new_password": JSON(password ?? ""),
            "refusal": JSON(
                problem?.kind == .conflict && dialog == nil ? problem?.detail[language] ?? "" : ""
            ),
        ]
    }

    private func dialogs(_ account: JSON) -> JSON {
        func text(_ name: String, _ otherwise: String = "") -> JSON {
            .string(problem == nil ? otherwise : form[name] ?? otherwise)
        }
        let isConflict = problem?.kind == .conflict
        return [
            "edit": edit(account),
            "block": [
                "is_open": .bool(dialog == "block"), "reason": text("reason"), "fault": fault("#/reason"),
            ],
            "reset": ["is_open": .bool(dialog == "password")],
            "push": [
                "is_open": .bool(dialog == "push"), "title_value": text("title"), "text_value": text("text"),
                "title_fault": fault("#/title"), "text_fault": fault("#/text"),
                "fault": .string(isConflict ? problem?.detail[language] ?? "" : ""),
            ],
            "erase": [
                "is_open": .bool(dialog == "erase"), "digits": text("digits"), "fault": fault("#/digits"),
                "by_login": .bool(account["phone"]?.string == nil),
            ],
        ]
    }

    /// After a conflict the form has what was typed, the revision of what is there now, and tells what differs.
    private func edit(_ account: JSON) -> JSON {
        let isEditing = dialog == "edit"
        func field(_ name: String, _ title: Localized, _ lengthMax: Int, _ kind: String = "text") -> JSON {
            let now = account[name]?.string ?? ""
            let value = isEditing && problem != nil ? form[name] ?? now : now
            return [
                "name": .string(name), "title": .string(title[language]), "value": .string(value),
                "kind": .string(kind), "length_max": .integer(Int64(lengthMax)),
                "fault": isEditing ? fault("#/\(name)") : "",
                "theirs": problem?.kind == .stale && isEditing && now != value
                    ? ["value": .string(now.isEmpty ? "—" : now)] : .null,
            ]
        }
        let name = Limits.accountNameLengthMax
        let wasConfirmed = account["is_confirmed"] == true
        let isTicked = isEditing && problem != nil ? form["is_confirmed"] == "true" : wasConfirmed
        return [
            "is_open": .bool(isEditing), "revision": account["revision"] ?? 0,
            "fields": .array([
                field("last_name", Localized("Фамилия", "Last name"), name),
                field("first_name", Localized("Имя", "First name"), name),
                field("patronymic", Localized("Отчество", "Patronymic"), name),
                field("login", Localized("Логин", "Login"), Limits.accountLoginLengthMax),
                field("email", Localized("Почта", "E-mail"), Limits.emailLengthMax, "email"),
                field("push_token", Localized("Push id", "Push id"), Limits.accountPushTokenLengthMax),
            ]),
            "is_ticked": .bool(isTicked), "was_confirmed": .bool(wasConfirmed),
            "confirmed_fault": isEditing ? fault("#/is_confirmed") : "",
            "stale": .string(isEditing && problem?.kind == .stale ? problem?.detail[language] ?? "" : ""),
        ]
    }

    private func fault(_ pointer: String) -> JSON {
        let text = problem?.faults.first { $0.pointer == pointer }?.detail[language] ?? ""
        return .string(text.prefix(1).uppercased() + text.dropFirst())
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
            (text("Логин", "Login"), account["login"]?.string ?? none),
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
                "kind": .string(AccountWords.kind(event["kind"]?.string ?? "")[language]),
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
            "path": .string("\(AccountPages.path)/\(inviter["id"]?.string ?? "")"),
        ]
    }
}
