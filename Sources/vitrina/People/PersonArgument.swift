import ArgumentParser
import Core

/// Somebody who uses the app.
struct PersonArgument: ParsableArguments {
    @Argument(help: "The id of the person, or the last digits of the phone.") var person: String

    /// The id; digits must be those of one person.
    func id(_ session: Session) async throws -> String {
        if let id = Identifier.normalized(person) { return id }
        let answer = try await session.api.get(Points.path + ["accounts"], query: [("phone", person)])
        let people = (answer["items"]?.array ?? []).map { $0["user"] }
        let ids = people.compactMap { $0?["id"]?.string }
        guard ids.count < 2, let id = ids.first else {
            let notFound = Localized("Никого с такими цифрами.", "Nobody has these digits.")
            let names = people.map { "\($0.person), \($0?["id"]?.string ?? "")" }.joined(separator: "; ")
            let several = Localized(
                "Таких людей несколько, добавьте цифр: \(names).",
                "Several people have these digits, give more: \(names)."
            )
            throw Failure(
                ids.isEmpty ? .notFound : .data,
                ids.isEmpty ? Problem.Kind.notFound.rawValue : "several",
                ids.isEmpty ? notFound : several
            )
        }
        return id
    }
}

/// Which person a list is about.
struct PersonFilter: ParsableArguments {
    @Option(help: ArgumentHelp("Only of this person: an id, or last digits of a phone.", valueName: "person"))
    var user: String?

    var query: [(name: String, value: String)] {
        user.map { [(name: $0.count == 36 ? "user" : "phone", value: $0)] } ?? []
    }
}
