import Storage

/// What somebody has typed into the search of an app, and how much it has found.
package struct HeardSearch: Sendable, Hashable {
    /// Characters of a search that are kept.
    package static let textLengthMax = 100

    /// In the one form in which it is counted: lower case, single spaces, short.
    package let text: String
    package let found: Int64

    /// Nil where there is nothing to count.
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

/// Counts what people search for, in memory until somebody writes it down.
///
/// An answer from memory must not wait for the database, so that what was counted in the last seconds is lost with a
/// crash.
package final class SearchTally: Sendable {
    /// Different texts that a server counts before it writes them down.
    package static let textsMax = 1_000

    package struct Count: Sendable, Hashable {
        package var times: Int64
        /// Of the last time.
        package var found: Int64
    }

    private let counts = Locked<[String: Count]>([:])

    package init() {}

    /// Counts a search; one more than there is room for is not counted.
    package func note(_ search: HeardSearch) {
        add([search.text: Count(times: 1, found: search.found)])
    }

    /// Everything that was counted since the last time.
    package func take() -> [String: Count] {
        counts.update { counts in
            let taken = counts
            counts = [:]
            return taken
        }
    }

    /// Counts again what could not be written down.
    package func add(_ more: [String: Count]) {
        counts.update { counts in
            for (text, count) in more where counts[text] != nil || counts.count < SearchTally.textsMax {
                counts[text] = Count(times: (counts[text]?.times ?? 0) + count.times, found: count.found)
            }
        }
    }
}
