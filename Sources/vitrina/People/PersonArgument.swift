import Apps
import ArgumentParser
import Core
import Web

/// The argument that names a user of the mall's app.
struct PersonArgument: NamedPerson {
    typealias Filter = UserFilter

    static let path = Users.path
    static let noun = (one: "a person", many: "people")
    static let erasure = Localized(
        """
        Уйдут телефон, имя, почта, ответы, тексты отзывов и коды; баллы, подарки и приглашения
        останутся без имени. --digits — две последние цифры телефона или больше: они показывают,
        что имеется в виду именно этот человек.
        """,
        """
        The phone, name, e-mail address, answers, texts of reviews and codes go; points, gifts and
        invitations stay, without a name. --digits are the last two digits of the phone, or
        more of them: they show that it is this person who is meant.
        """
    ).here

    @Argument(
        help: ArgumentHelp(
            "Id человека или последние цифры телефона.",
            "The id of the person, or the last digits of the phone."
        )
    ) var person: String

    func id(_ session: Session) async throws -> String {
        let person = try await session.api.whole(person, in: Self.path)
        if let id = Identifier.normalized(person) { return id }
        let accounts = try await session.api.get(
            Points.path + ["accounts"],
            query: [("phone", person)],
            as: Page<PointsAccount.Answer>.self
        )
        let people = accounts.elements.compactMap(\.person)
        return try people.map { (id: $0.id, title: $0.title ?? "—") }.onlyID(
            none: Localized("Никого с такими цифрами.", "No person has these digits."),
            several: { titles in
                Localized(
                    "Таких людей несколько, добавьте цифр: \(titles).",
                    "Several people have these digits, give more: \(titles)."
                )
            }
        )
    }

    static func title(_ user: JSON) throws -> String {
        try PersonCard.Answer(json: user).title ?? "—"
    }
    static func answer(_ user: JSON, _ session: Session) throws { try session.answerUser(user) }
}

/// The option that filters a list by user.
struct PersonFilter: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Только этого человека: id или последние цифры телефона.",
            "Only of this person: an id, or last digits of a phone.",
            valueName: "person"
        )
    )
    var user: String?

    var query: [(name: String, value: String)] {
        user.map { [(name: $0.count == 36 || ShortIdentifier.isOne($0) ? "user" : "phone", value: $0)] } ?? []
    }
}
