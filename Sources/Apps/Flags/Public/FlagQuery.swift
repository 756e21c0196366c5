import Core
import Hummingbird
import Web

/// A query in the encoding of forms and Google's clients: a plus is a space.
struct FlagQuery: Sendable {
    private let values: [String: String]

    init(_ query: String?) {
        var values: [String: String] = [:]
        let pairs = (query ?? "").prefix(Self.lengthMax).split(separator: "&", maxSplits: Self.countMax)
        for pair in pairs {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let text = parts.map { part in
                let hasSpace = part.utf8.contains(UInt8(ascii: "+"))
                let text = hasSpace ? String(part).replacing("+", with: " ") : String(part)
                return text.percentDecoded ?? text
            }
            if let name = text.first { values[name] = text.count == 2 ? text[1] : "" }
        }
        self.values = values
    }

    init(_ request: Request) {
        self.init(request.uri.query)
    }

    /// The last value of a parameter under any of its names; nil if it is empty.
    subscript(names: String...) -> String? {
        names.lazy.compactMap { values[$0] }.first { !$0.isEmpty }
    }

    /// True if a parameter is true under any of its names.
    ///
    /// Throws if one is neither true nor false: a mistyped dry run must not publish.
    func isTrue(_ names: String...) throws(Problem) -> Bool {
        var isTrue = false
        for name in names {
            guard let text = values[name] else { continue }
            switch text.lowercased() {
            case "true", "1": isTrue = true
            case "false", "0": continue
            case _:
                throw .invalid([Fault("#/\(name)", "должно быть true или false", "must be true or false")])
            }
        }
        return isTrue
    }

    private static let lengthMax = 16_384
    private static let countMax = 200
}
