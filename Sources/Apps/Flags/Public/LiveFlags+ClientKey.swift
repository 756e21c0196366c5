import Core
import Flags
import HTTPTypes
import Hummingbird
import Web

/// Authentication of apps by the client key that is built into them (remote-config.md 6.7 and 6.9).
extension LiveFlags {
    /// The project of a path with the id of the key, which must be one of the keys of this project (R64).
    func open(
        _ idOrNumber: String,
        key: String?
    ) throws(Problem) -> (project: LiveFlagProject, key: String) {
        guard let key, case .open(let opened, let id) = access(key) else { throw Self.noKey }
        if opened.project.id == idOrNumber { return (opened, id) }
        guard let asked = state.project(idOrNumber) else { throw Problem.noFlagProject }
        guard asked.project.id == opened.project.id else { throw Self.noKey }
        return (opened, id)
    }

    private static let noKey = Problem(
        .forbidden,
        Localized("Нужен ключ этого проекта.", "The request is missing a valid API key.")
    )
}

extension Request {
    /// The client key, in `X-Goog-Api-Key` or in the query.
    var clientKey: String? { headers[.googleKey] ?? FlagQuery(self)["key"] }
}

extension FastRequest {
    /// The client key, in `X-Goog-Api-Key` or in the query.
    var clientKey: String? { fields[.googleKey] ?? FlagQuery(query)["key"] }
}
