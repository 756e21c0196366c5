import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// The page about one account, with the actions of staff (A87, A88, A95).
struct AccountPage: PersonPage {
    typealias Operations = AccountOperations

    static let path = "/accounts"
    static let api = "/accounts/users"
    static let operations = (unblock: "accounts_unblock", change: "accounts_change")
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
    /// The new password; only this page shows it.
    var password: String?

    init(_ console: Console, _ context: ConsoleContext) {
        (self.console, self.context) = (console, context)
    }

    func show(_ id: String) async throws -> Response {
        let record = try await Operations(console.services, context.staff).look(id)
        let words = AccountLabels(record.line, for: context.author, language)
        var page = ConsolePage("account", title: words.name, path: Self.path)
        page.status = dialog.status
        page.context = try await head(words, isSignedIn: record.hasSession)
            .adding(more(record.line)).adding(dialogs)
            .adding(AccountCards(record, words, console.time(context)).json)
        return try await console.show(page, context)
    }

    private func more(_ line: AccountLine) -> JSON {
        let account = line.account
        let isWritable = context.author.may(.writePeople) && !line.isErased
        let isConfirmed = account.isConfirmed
        return [
            "known": .string(
                isConfirmed ? Localized("почта подтверждена", "e-mail confirmed")[language] : ""
            ),
            "may_push": .bool(isWritable && account.fcm != nil),
            "may_confirm": .bool(isWritable && account.email != nil && !isConfirmed),
            "new_password": JSON(password ?? ""), "by_login": .bool(account.phone == nil),
            "edit": edit(line), "reset": ["is_open": dialog.isOpen("password")],
            "push": [
                "is_open": dialog.isOpen("push"), "title_value": dialog.text("title"),
                "text_value": dialog.text("text"), "title_fault": dialog.fault("title", language),
                "text_fault": dialog.fault("text", language),
            ],
        ]
    }

    private func edit(_ line: AccountLine) -> JSON {
        let (reader, card, nameMax) = (context.author, line.account.card, Limits.accountNameLengthMax)
        func name(_ name: String, _ title: Localized, _ value: String?) -> JSON {
            editField(name, title, PersonCard.name(value, for: reader), lengthMax: nameMax)
        }
        let isEditing = dialog.name == "edit"
        let wasConfirmed = line.account.isConfirmed
        let ticked = dialog.form["is_confirmed"] == "true"
        let isTouched = isEditing && ticked != (dialog.form["was_confirmed"] == "true")
        return editDialog(
            line.revision,
            [
                name("last_name", Localized("Фамилия", "Last name"), card.lastName),
                name("first_name", Localized("Имя", "First name"), card.firstName),
                name("patronymic", Localized("Отчество", "Patronymic"), card.surName),
                editField(
                    "login",
                    Localized("Логин", "Login"),
                    line.login(for: reader),
                    lengthMax: Limits.accountLoginLengthMax
                ),
                editField(
                    "email",
                    Localized("Почта", "E-mail"),
                    line.email(for: reader),
                    lengthMax: Limits.emailLengthMax,
                    kind: "email"
                ),
                editField(
                    "push_token",
                    Localized("Push id", "Push id"),
                    line.pushToken(for: reader),
                    lengthMax: Limits.accountPushTokenLengthMax
                ),
            ]
        )
        .adding([
            "is_ticked": .bool(isTouched ? ticked : wasConfirmed), "was_confirmed": .bool(wasConfirmed),
            "confirmed_fault": isEditing ? dialog.fault("is_confirmed", language) : "",
        ])
    }
}
