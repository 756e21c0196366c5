import ArgumentParser

/// A typed field with its value: `cost=250`, `name.en=Coffee`.
struct Assignment: ExpressibleByArgument, Sendable, Hashable {
    let name: String
    /// The part after the point, which is the language of a text.
    let part: String?
    let text: String

    init?(argument: String) {
        guard let sign = argument.firstIndex(of: "=") else { return nil }
        let path = argument[..<sign].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = path.first, !name.isEmpty, path.last?.isEmpty == false else { return nil }
        self.name = String(name)
        part = path.count == 2 ? String(path[1]) : nil
        text = String(argument[argument.index(after: sign)...])
    }

    var path: String { part.map { "\(name).\($0)" } ?? name }
}
