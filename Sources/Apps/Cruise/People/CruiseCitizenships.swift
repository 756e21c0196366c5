import Core
import Web

/// The countries that a user may be a citizen of, by name.
struct CruiseCitizenships: Sendable {
    /// The content type that staff edit.
    static let typeName = "citizenships"

    let countries: [(id: String, name: String)]

    init(_ live: LiveState) {
        countries = live[Self.typeName].contents.map { ($0.id, $0.text("name", .ru)) }
            .sorted { (WordSearch.folded($0.1), $0.0) < (WordSearch.folded($1.1), $1.0) }
    }
}
