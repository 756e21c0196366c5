import Foundation
import Hummingbird

/// The query of an address as forms and Google's clients write it: a plus is a space.
struct FlagQuery: Sendable {
    private let values: [String: String]

    init(_ query: String?) {
        var values: [String: String] = [:]
        let pairs = (query ?? "").prefix(Self.lengthMax).split(separator: "&", maxSplits: Self.countMax)
        for pair in pairs {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let text = parts.map { part in
                let text = String(part).replacing("+", with: " ")
                return text.removingPercentEncoding ?? text
            }
            if let name = text.first { values[name] = text.count == 2 ? text[1] : "" }
        }
        self.values = values
    }

    init(_ request: Request) {
        self.init(request.uri.query)
    }

    /// The last value of a parameter under any of its names; nil where it is empty too.
    subscript(names: String...) -> String? {
        names.lazy.compactMap { values[$0] }.first { !$0.isEmpty }
    }

    private static let lengthMax = 16_384
    private static let countMax = 200
}
