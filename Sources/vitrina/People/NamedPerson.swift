import ArgumentParser
import Core

/// The argument that names a user of an app.
protocol NamedPerson: ParsableArguments {
    associatedtype Filter: PeopleFilter

    /// The path of the app's users in the admin API.
    static var path: [String] { get }
    /// The noun in the help for one user, and for several.
    static var noun: (one: String, many: String) { get }
    /// The help of an erasure: the data that it removes, and the confirmation.
    static var erasure: String { get }

    /// The id; throws unless exactly one user matches.
    func id(_ session: Session) async throws -> String
    /// The title of a user in questions.
    static func title(_ person: JSON) throws -> String
    /// Prints the details of a user.
    static func answer(_ person: JSON, _ session: Session) throws
}

extension NamedPerson {
    /// Runs an action and prints the changed user.
    func act(
        _ name: String,
        with body: JSON? = nil,
        _ options: Options,
        _ done: Localized,
        asking question: ((_ title: String) -> Localized)? = nil,
        isAgreed: Bool = true
    ) async throws {
        try await options.run { session in
            let path = Self.path + [try await id(session)]
            if let question {
                let title = try Self.title(try await session.api.get(path))
                try session.terminal.confirm(question(title), isAgreed: isAgreed)
            }
            try Self.answer(try await session.api.send(APICall(.post, path + [name], json: body)), session)
            session.note(done)
        }
    }
}

/// The filter of users for a command.
protocol PeopleFilter: ParsableArguments {
    func query(_ session: Session) throws -> [(name: String, value: String)]
}

/// The options for the time of the registration.
struct RegistrationOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Зарегистрированы с этого времени: 2026-11-01, -7d.",
            "Registered from this moment on: 2026-11-01, -7d.",
            valueName: "moment"
        )
    )
    var registeredFrom: String?
    @Option(
        help: ArgumentHelp(
            "Зарегистрированы до этого времени.",
            "Registered before this moment.",
            valueName: "moment"
        )
    )
    var registeredUntil: String?

    func query(_ session: Session) throws(Failure) -> [(name: String, value: String)] {
        try session.moments([
            ("registered_from", registeredFrom), ("registered_until", registeredUntil),
        ])
    }
}

extension [(id: String, title: String)] {
    /// The id of the only match; throws if there is none, or more than one.
    func onlyID(none: Localized, several: (_ titles: String) -> Localized) throws(Failure) -> String {
        guard let found = first else { throw Failure(.notFound, Problem.Kind.notFound.rawValue, none) }
        guard count == 1 else {
            let titles = map { "\($0.title), \($0.id)" }.joined(separator: "; ")
            throw Failure(.data, "several", several(titles))
        }
        return found.id
    }
}
