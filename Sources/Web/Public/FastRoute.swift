import HTTPTypes
import Hummingbird
import NIOCore

/// POSTs with a short body that are handled in the channel, before they become tasks.
package struct FastRoute: Sendable {
    /// The prefix and the suffix of their paths.
    package let prefix: String
    package let suffix: String
    package let bodySizeMax: Int
    /// Takes the request, its whole body and the client's address, without suspending; nil to use the regular path.
    package let answer: @Sendable (Request, ByteBuffer, String) -> (head: HTTPResponse, body: ByteBuffer)?

    package init(
        prefix: String,
        suffix: String,
        bodySizeMax: Int,
        answer: @escaping @Sendable (Request, ByteBuffer, String) -> (head: HTTPResponse, body: ByteBuffer)?
    ) {
        (self.prefix, self.suffix, self.bodySizeMax) = (prefix, suffix, bodySizeMax)
        self.answer = answer
    }

    /// True for a matching request that declares the length of its body.
    func takes(_ request: HTTPRequest, _ target: String) -> Bool {
        guard request.method == .post, target.hasPrefix(prefix), request.headerFields[.expect] == nil,
            let length = request.headerFields[.contentLength].flatMap({ Int($0) }), 0...bodySizeMax ~= length
        else { return false }
        return target.prefix { $0 != "?" }.hasSuffix(suffix)
    }
}
