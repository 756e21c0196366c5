import Core
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Web

/// Accepts Firebase's command line on the same machine as an owner (remote-config.md 6.8).
enum Emulator {
    /// The token that it sends to every server over plain HTTP.
    static let token = "owner"
    static let author = Author(staffID: nil, name: "emulator", role: .owner, door: .api)

    /// Open only if the server configuration allows it, and only on the same machine.
    ///
    /// A page of another site in a browser there is refused: it sends `Origin`, or that site's host name.
    static func isOpen(to request: Request, _ context: WebContext, _ settings: WebSettings) -> Bool {
        settings.isEmulator && request.headers[.forwardedFor] == nil && request.headers[.origin] == nil
            && ["127.0.0.1", "::1"].contains(context.address) && isNamedLocal(request)
    }

    private static func isNamedLocal(_ request: Request) -> Bool {
        let host = URLComponents(string: "http://\(request.head.authority ?? "")")?.host
        return ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
    }

}
