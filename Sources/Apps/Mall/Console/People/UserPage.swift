import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// Everything about one person, and what staff may do to them (M127).
struct UserPage: PersonPage {
    static let path = "/people"
    static let api = "/mall/users"
    static let codes = "/people/codes?phone="
    static let app = "mall"
    static let heading = Localized("Пользователи", "People")
    static let outcomes = (
        block: Localized(
            """
            Приложение сразу потребует войти, а войти по этому номеру будет нельзя. Баллы и подарки \
            останутся.
            """,
            """
            The app asks to sign in at once, and signing in with this number is refused. Points and gifts \
            stay.
            """
        ),
        erasure: Localized(
            """
            Навсегда исчезнут номер, имя, почта, ответы опроса, тексты отзывов и коды. Вернуть нельзя. \
            Операции, подарки и приглашения останутся без имени.
            """,
            """
            The number, the name, the e-mail address, the answers, the texts of reviews and the codes are \
            gone for ever. Transactions, gifts and invitations stay without a name.
            """
        )
    )

    let console: Console
    let context: ConsoleContext
    var dialog = OpenDialog()
    var phone: String?

    init(_ console: Console, _ context: ConsoleContext) {
        (self.console, self.context) = (console, context)
    }

    func show(_ id: String) async throws -> Response {
        let user = try await console.api(context).get("\(Self.api)/\(id)")
        let words = UserLabels(user, language)
        let points = PointsDialog(
            id: user["id"]?.string ?? id,
            account: ["user": user, "balance": user["balance"] ?? 0],
            back: "\(Self.path)/\(user["id"]?.string ?? id)",
            isOpen: dialog.name == "points"
        )
        var page = ConsolePage("person", title: words.name, path: Self.path)
        page.status = dialog.status
        page.context = try await head(words).adding(more(user)).adding(dialogs)
            .adding(["edit": edit(user), "points": points.json(context)])
            .adding(UserCards(user, console.time(context), language).json)
        return try await console.show(page, context)
    }

    private func more(_ user: JSON) -> JSON {
        let (author, id) = (context.author, user["id"]?.string ?? "")
        let isErased = user["is_erased"] == true
        let isKnown = user["confirmed_at"]?.string != nil && !isErased && user["is_blocked"] != true
        return [
            "known": .string(isKnown ? Localized("номер подтверждён", "number confirmed")[language] : ""),
            // The digits that are asked for are no secret.
            "may_erase": .bool(author.may(.writePeople) && !isErased),
            "may_correct": .bool(author.may(.correctPoints) && !isErased),
            "ledger": .string("\(PointsPages.path)?user=\(id)"),
            "ledger_file": JSON(
                author.may(.readPeople)
                    ? "/admin/api/v1/mall/points/export?user=\(id)&bom=true&separator=;" : ""
            ),
        ]
    }

    private func edit(_ user: JSON) -> JSON {
        let (nameMax, emailMax) = (Limits.personNameLengthMax, Limits.emailLengthMax)
        return editDialog(
            of: user,
            [
                editField("name", Localized("Имя", "Name"), of: user, lengthMax: nameMax),
                editField(
                    "email",
                    Localized("Почта", "E-mail"),
                    of: user,
                    lengthMax: emailMax,
                    kind: "email"
                ),
            ]
        )
    }
}
