import Storage

/// A search in an app, and the number of its results.
package struct HeardSearch: Sendable, Hashable {
    /// The length to which a search text is cut.
    package static let textLengthMax = 100

    /// In its normalized form: lower case, single spaces, short.
    package let text: String
    package let found: Int64

    /// Nil if there is nothing to count.
    package init?(_ text: String, found: Int) {
        let words = text.unicodeScalars.prefix(Limits.searchTextLengthMax).split { scalar in
            scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
        }
        let clean = words.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ").lowercased()
        guard !clean.isEmpty else { return nil }
        self.text = String(clean.prefix(Self.textLengthMax))
        self.found = Int64(found)
    }
}

/// Counts the searches of people in memory until they are written to the database.
///
/// A response from memory must not wait for the database, so a crash loses the counts of the last seconds.
package final class SearchTally: Sendable {
    /// Distinct texts that a server counts before it writes them.
    package static let textsMax = 1_000

    package struct Count: Sendable, Hashable {
        package var times: Int64
        /// The number of results of the last search.
        package var found: Int64
    }

    private let counts = Locked<[String: Count]>([:])

    package init() {}

    /// Counts a search; a new text is dropped if there is no room for it.
    package func note(_ search: HeardSearch) {
        add([search.text: Count(times: 1, found: search.found)])
    }

    /// Returns the counts since the last call, and resets them.
    package func take() -> [String: Count] {
        counts.update { counts in
            let taken = counts
            counts = [:]
            return taken
        }
    }

    /// Adds counts that could not be written back.
    package func add(_ more: [String: Count]) {
        counts.update { counts in
            for (text, count) in more where counts[text] != nil || counts.count < SearchTally.textsMax {
                counts[text] = Count(times: (counts[text]?.times ?? 0) + count.times, found: count.found)
            }
        }
    }
}
