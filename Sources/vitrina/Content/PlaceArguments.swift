import ArgumentParser
import Core

/// The target position of an entry; exactly one of these must be given.
struct PlaceArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("Прямо перед этим.", "Right before this one.", valueName: "id"),
        completion: .custom(Candidates.contents)
    )
    var before: String?

    @Option(
        help: ArgumentHelp("Сразу после этого.", "Right after this one.", valueName: "id"),
        completion: .custom(Candidates.contents)
    )
    var after: String?

    @Flag(help: ArgumentHelp("Перед всеми.", "Before all others."))
    var first = false

    @Flag(help: ArgumentHelp("После всех.", "After all others."))
    var last = false

    func validate() throws {
        let given = [before != nil, after != nil, first, last].filter { $0 }.count
        guard given == 1 else {
            throw ValidationError(
                Localized(
                    "Укажите ровно один из --before, --after, --first и --last.",
                    "Give exactly one of --before, --after, --first and --last."
                ).here
            )
        }
    }

    /// Returns the body for the API; `resolve` converts a typed name into an id.
    func json(_ resolve: (String) async throws -> String) async throws -> JSON {
        if let before { return ["before": .string(try await resolve(before))] }
        if let after { return ["after": .string(try await resolve(after))] }
        return ["to": first ? "first" : "last"]
    }
}
