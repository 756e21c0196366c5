import Core
import Flags
import Hummingbird
import Web

extension Console {
    /// The flags for a reader of flags; each action checks its own right.
    func flags(_ context: ConsoleContext) throws(Problem) -> FlagServices {
        try context.author.require(.readFlags)
        return services.flags
    }

    /// The clients template of the project in the path.
    func flagPlace(_ context: ConsoleContext) async throws -> FlagPlace {
        FlagPlace(try await services.flags.store.project(try context.flagProject))
    }
}

extension ConsoleContext {
    /// The id or the number of the project in the path.
    var flagProject: String {
        get throws { try parameters.require("project") }
    }

    /// A publication by the signed-in person, with the reason from the form.
    func flagAct(_ form: Form) throws(Problem) -> FlagAct {
        FlagAct(author: author, description: try (form["note"] ?? "").checkedNote(), address: address)
    }
}

extension Form {
    /// A revision or a version in a hidden field; 0 if it is missing.
    func number(_ name: String) -> Int64 { self[name].flatMap { Int64($0) } ?? 0 }

    /// The preferred side of a merge; nil if the form has none.
    func side() throws(Problem) -> FlagMerge.Side? {
        guard let name = self["prefer"], !name.isEmpty else { return nil }
        guard let side = FlagMerge.Side(rawValue: name) else {
            throw .invalid([
                Fault("#/prefer", "должно быть одним из: mine, theirs", "must be one of mine, theirs")
            ])
        }
        return side
    }
}

extension Problem {
    static let strangeFlagForm = Problem(
        .malformed,
        Localized("Форму не разобрать.", "The form cannot be understood.")
    )
}
