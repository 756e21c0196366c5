import Core
import HTTPTypes
import Hummingbird

/// Lets apps in by the key that is built into them (decisions 7 and 9).
struct FlagDoor: Sendable {
    let live: LiveFlags

    /// The project of an address, which the key in the query or in `X-Goog-Api-Key` must open (R64).
    func project(_ idOrNumber: String, _ request: Request) throws(Problem) -> LiveFlagProject {
        try project(idOrNumber, key: request.headers[.googleKey] ?? FlagQuery(request)["key"])
    }

    func project(_ idOrNumber: String, key: String?) throws(Problem) -> LiveFlagProject {
        guard let key, case .open(let opened) = live.access(key) else { throw Self.noKey }
        guard let asked = live.state.project(idOrNumber) else { throw Problem.noFlagProject }
        guard asked.project.id == opened.project.id else { throw Self.noKey }
        return opened
    }

    private static let noKey = Problem(
        .forbidden,
        Localized("Нужен ключ этого проекта.", "The request is missing a valid API key.")
    )
}
