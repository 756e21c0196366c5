import Core
import Foundation
import HTTPTypes
import Hummingbird
import Web

/// Takes Firebase's command line on the same machine for an owner (remote-config.md 6.8).
enum Emulator {
    /// What it sends to every server that speaks plain HTTP.
    static let token = "owner"
    static let author = Author(staffID: nil, name: "emulator", role: .owner, door: .api)

    /// Only where whoever runs the server wants it, and only on the same machine.
    ///
    /// A browser there may ask for a page of any site: it says of which one, or calls this server by that site's name.
    static func isOpen(to request: Request, _ context: WebContext, _ settings: WebSettings) -> Bool {
        settings.isEmulator && request.headers[.forwardedFor] == nil && request.headers[.origin] == nil
            && ["127.0.0.1", "::1"].contains(context.address) && isNamedLocal(request)
    }

    private static func isNamedLocal(_ request: Request) -> Bool {
        let host = URLComponents(string: "http://\(request.head.authority ?? "")")?.host
        return ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
    }

}
