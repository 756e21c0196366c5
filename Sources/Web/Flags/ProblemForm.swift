import Core
import HTTPTypes
import Hummingbird

/// How those are told of a problem who ask under one prefix of addresses.
struct ProblemForm: Sendable {
    let prefix: String
    /// What was thrown, and the problem that it is.
    let response: @Sendable (any Error, Problem, Request) -> Response

    static let all = [google("/v1/"), google("/oauth2/"), google("/config/v1/"), ofrep]

    static func of(_ path: String) -> ProblemForm? {
        all.first { path.hasPrefix($0.prefix) }
    }
}
