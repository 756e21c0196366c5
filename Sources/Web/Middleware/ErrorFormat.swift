import Core
import Hummingbird

/// How those are told of a problem who ask under one prefix of addresses.
package struct ErrorFormat: Sendable {
    /// With a slash at its end.
    package let prefix: String
    /// What was thrown, and the problem that it is.
    package let response: @Sendable (any Error, Problem, Request) -> Response

    package init(
        prefix: String,
        response: @escaping @Sendable (any Error, Problem, Request) -> Response
    ) {
        (self.prefix, self.response) = (prefix, response)
    }
}
