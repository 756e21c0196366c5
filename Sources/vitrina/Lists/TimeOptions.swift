import ArgumentParser
import Core
import Storage

/// The options for the time span of a list.
struct TimeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "С этого времени: 2026-11-01, yesterday, -7d.",
            "From this moment on: 2026-11-01, yesterday, -7d.",
            valueName: "moment"
        )
    )
    var from: String?
    @Option(help: ArgumentHelp("До этого времени.", "Before this moment.", valueName: "moment")) var until:
        String?

    func query(_ session: Session) throws(Failure) -> [(name: String, value: String)] {
        try session.moments([("from", from), ("until", until)])
    }
}

extension Session {
    /// The given moments, as parameters with the names of their options.
    func moments(_ options: [(String, String?)]) throws(Failure) -> [(name: String, value: String)] {
        var query: [(name: String, value: String)] = []
        for (name, text) in options.given {
            guard let moment = clock.timestamp(text) else {
                let option = "--" + name.replacing("_", with: "-")
                throw .usage(
                    Localized("\(option): не понять время «\(text)».", "\(option): “\(text)” is no moment.")
                )
            }
            query.append((name, moment.description))
        }
        return query
    }
}

extension [(String, String?)] {
    /// The parameters with a value.
    var given: [(name: String, value: String)] {
        compactMap { name, value in value.map { (name: name, value: $0) } }
    }
}

extension [(String, Bool?)] {
    /// The parameters with a value, as `true` or `false`.
    var given: [(name: String, value: String)] { map { ($0.0, $0.1.map { String($0) }) }.given }
}
