import Core
import Foundation

/// A server that somebody has given a name, with the token that it takes.
struct Context: Sendable, Hashable {
    /// Stands in the place of a name for "no context": the database of the settings.
    static let noneName = "none"
    static let nameLengthMax = 40

    let name: String
    let url: String
    let token: String
    /// What changes what apps see, or destroys something, asks for the name.
    let isProtected: Bool
    /// Whose token it is, as the server told when it was asked.
    let who: String?

    static func isName(_ name: String) -> Bool {
        1...nameLengthMax ~= name.utf8.count && name != noneName && name.utf8.first != UInt8(ascii: "-")
            && name.utf8.allSatisfy {
                48...57 ~= $0 || 65...90 ~= $0 || 97...122 ~= $0 || [45, 46, 95].contains($0)
            }
    }

    /// The address as it is kept; nil where it is none.
    static func address(_ text: String) -> String? {
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased() ?? ""),
            url.host()?.isEmpty == false, url.query() == nil, url.fragment() == nil, url.user() == nil
        else { return nil }
        var address = text
        while address.hasSuffix("/") { address.removeLast() }
        return address
    }

    /// What is sent goes over a network where anybody on the way can read it.
    var isOpen: Bool {
        let host = URL(string: url)?.host() ?? ""
        return url.lowercased().hasPrefix("http://")
            && !["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
    }
}
