import ArgumentParser
import Core

/// Somebody who uses an app, as whatever names them in a command.
protocol NamedPerson: ParsableArguments {
    associatedtype Filter: PeopleFilter

    /// Where the admin API has the people of the app.
    static var path: [String] { get }
    /// What help calls one of them, and all of them.
    static var noun: (one: String, many: String) { get }
    /// What erasing takes away, and what shows that it is this person who is meant.
    static var erasure: String { get }

    /// The id; what was typed must be of one person.
    func id(_ session: Session) async throws -> String
    /// How they are called where something is asked.
    static func title(_ person: JSON) -> String
    /// Answers everything that is known of them.
    static func answer(_ person: JSON, _ session: Session)
}

extension NamedPerson {
    /// Makes a change and shows the person as they are then.
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
                let title = Self.title(try await session.api.get(path))
                try session.terminal.confirm(question(title), isAgreed: isAgreed)
            }
            Self.answer(try await session.api.send(APICall(.post, path + [name], json: body)), session)
            session.note(done)
        }
    }
}

/// Which people of an app a command is about.
protocol PeopleFilter: ParsableArguments {
    func query(_ session: Session) throws -> [(name: String, value: String)]
}

/// When the people registered whom a command is about.
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

extension Sequence<JSON> {
    /// The id of the only one; where there is none, or more than one, that is told.
    func onlyID(
        titled title: (JSON) -> String,
        none: Localized,
        several: (_ titles: String) -> Localized
    ) throws(Failure) -> String {
        let found = filter { $0.id != nil }
        if found.isEmpty { throw Failure(.notFound, Problem.Kind.notFound.rawValue, none) }
        guard found.count == 1, let id = found[0].id else {
            let titles = found.map { "\(title($0)), \($0.id ?? "")" }.joined(separator: "; ")
            throw Failure(.data, "several", several(titles))
        }
        return id
    }
}
