import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// The page about one user, with the actions of staff (M127).
struct UserPage: PersonPage {
    typealias Operations = UserOperations

    static let path = "/people"
    static let api = "/mall/users"
    static let operations = (unblock: "users_unblock", change: "users_change")
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
        let record = try await Operations(console.services, context.staff).look(id)
        let words = UserLabels(record.line, for: context.author, language)
        let points = PointsDialog(
            id: words.id,
            name: words.name,
            balance: record.line.user.balance,
            isErased: words.isErased,
            back: "\(Self.path)/\(words.id)",
            isOpen: dialog.name == "points"
        )
        var page = ConsolePage("person", title: words.name, path: Self.path)
        page.status = dialog.status
        page.context = try await head(words, isSignedIn: record.push != nil)
            .adding(more(record.line.user)).adding(dialogs)
            .adding(["edit": edit(record.line), "points": points.json(context)])
            .adding(UserCards(record, words, console.time(context)).json)
        return try await console.show(page, context)
    }

    private func more(_ user: MallUser) -> JSON {
        let (author, id) = (context.author, user.id)
        let isErased = user.erasedAt != nil
        let isKnown = user.confirmedAt != nil && !isErased && user.blockedAt == nil
        return [
            "known": .string(isKnown ? Localized("номер подтверждён", "number confirmed")[language] : ""),
            // An erasure needs only the last digits, which every reader sees.
            "may_erase": .bool(author.may(.writePeople) && !isErased),
            "may_correct": .bool(author.may(.correctPoints) && !isErased),
            "ledger": .string("\(PointsPages.path)?user=\(id)"),
            "ledger_file": JSON(
                author.may(.readPeople)
                    ? "/admin/api/v1/mall/points/export?user=\(id)&bom=true&separator=;" : ""
            ),
        ]
    }

    private func edit(_ line: UserLine) -> JSON {
        let (reader, name, email) = (context.author, Localized("Имя", "Name"), Localized("Почта", "E-mail"))
        let (nameMax, emailMax) = (Limits.personNameLengthMax, Limits.emailLengthMax)
        return editDialog(
            reader.may(.readPeople) ? line.user.revision : nil,
            [
                editField("name", name, line.name(for: reader), lengthMax: nameMax),
                editField("email", email, line.email(for: reader), lengthMax: emailMax, kind: "email"),
            ]
        )
    }
}
