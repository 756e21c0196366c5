/// The fault of a value, and its path within the value (`/en`, `/3`, `/2/price`).
struct CheckFailure: Error {
    private(set) var path = ""
    let detail: Localized
    /// The other faults of a value that has several.
    private var others: [CheckFailure] = []

    init(_ ru: String, _ en: String) {
        detail = Localized(ru, en)
    }

    /// Several faults as one; nil if there are none.
    init?(_ failures: some Collection<CheckFailure>) {
        guard let first = failures.first else { return nil }
        self = first
        others += failures.dropFirst()
    }

    var all: [CheckFailure] {
        var own = self
        own.others = []
        return [own] + others.flatMap(\.all)
    }

    func within(_ step: some CustomStringConvertible) -> CheckFailure {
        var failure = self
        failure.path = "/\(step)\(path)"
        failure.others = others.map { $0.within(step) }
        return failure
    }
}
