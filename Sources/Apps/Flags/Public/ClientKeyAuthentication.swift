import Core
import Flags
import HTTPTypes
import Hummingbird
import Web

/// Authenticates apps by their built-in client key (remote-config.md 6.7 and 6.9).
struct ClientKeyAuthentication: Sendable {
    let live: LiveFlags

    /// The project of a path; the key in the query or in `X-Goog-Api-Key` must be one of its keys (R64).
    func project(_ idOrNumber: String, _ request: Request) throws(Problem) -> LiveFlagProject {
        try open(idOrNumber, request).project
    }

    func project(_ idOrNumber: String, _ request: FastRequest) throws(Problem) -> LiveFlagProject {
        try project(idOrNumber, key: request.fields[.googleKey] ?? FlagQuery(request.query)["key"])
    }

    func project(_ idOrNumber: String, key: String?) throws(Problem) -> LiveFlagProject {
        try open(idOrNumber, key: key).project
    }

    /// The project with the id of the key.
    func open(
        _ idOrNumber: String,
        _ request: Request
    ) throws(Problem) -> (project: LiveFlagProject, key: String) {
        try open(idOrNumber, key: request.headers[.googleKey] ?? FlagQuery(request)["key"])
    }

    private func open(
        _ idOrNumber: String,
        key: String?
    ) throws(Problem) -> (project: LiveFlagProject, key: String) {
        guard let key, case .open(let opened, let id) = live.access(key) else { throw Self.noKey }
        if opened.project.id == idOrNumber { return (opened, id) }
        guard let asked = live.state.project(idOrNumber) else { throw Problem.noFlagProject }
        guard asked.project.id == opened.project.id else { throw Self.noKey }
        return (opened, id)
    }

    private static let noKey = Problem(
        .forbidden,
        Localized("Нужен ключ этого проекта.", "The request is missing a valid API key.")
    )
}
