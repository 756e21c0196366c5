import Core
import Storage

/// Where the admin API leaves an answer for a page of the same process, as it is and not as bytes to be parsed.
final class LocalAnswer: Sendable {
    /// Set while a page reads.
    static let current = TaskLocal<LocalAnswer?>(wrappedValue: nil)

    private let json = Locked<JSON?>(nil)

    func keep(_ json: JSON) { self.json.update { $0 = json } }

    /// Nil where the answer was no JSON.
    var kept: JSON? { json.value }
}
