import Core
import FoundationEssentials

/// A named server with its token.
struct Context: Sendable, Hashable {
    /// The name that means "no context": the database of the settings.
    static let noneName = "none"
    static let nameLengthMax = 40

    let name: String
    let url: String
    let token: String
    /// True if the name must be given to confirm changes that affect apps or destroy something.
    let isProtected: Bool
    /// The owner of the token, as the server has reported it.
    let who: String?

    static func isName(_ name: String) -> Bool {
        1...nameLengthMax ~= name.utf8.count && name != noneName && name.utf8.first != UInt8(ascii: "-")
            && name.utf8.allSatisfy {
                48...57 ~= $0 || 65...90 ~= $0 || 97...122 ~= $0 || [45, 46, 95].contains($0)
            }
    }

    /// Normalizes a URL; nil if the text is not a valid one.
    static func address(_ text: String) -> String? {
        guard let url = URLComponents(anyScript: text),
            ["http", "https"].contains(url.scheme?.lowercased() ?? ""),
            url.host?.isEmpty == false, url.query == nil, url.fragment == nil, url.user == nil
        else { return nil }
        var address = text
        while address.hasSuffix("/") { address.removeLast() }
        return address
    }

    /// True if the connection is unencrypted and leaves this machine.
    var isOpen: Bool {
        let host = URLComponents(anyScript: url)?.host ?? ""
        return url.lowercased().hasPrefix("http://")
            && !["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
    }
}
