import Core
import Hummingbird

/// The error format for all paths with one prefix.
package struct ErrorFormat: Sendable {
    /// With a trailing slash.
    package let prefix: String
    /// Makes the response from the error that was thrown, and the problem that it is.
    package let response: @Sendable (any Error, Problem, Request) -> Response

    package init(
        prefix: String,
        response: @escaping @Sendable (any Error, Problem, Request) -> Response
    ) {
        (self.prefix, self.response) = (prefix, response)
    }
}
