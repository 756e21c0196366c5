/// Bounds of what one query reads.
extension Limits {
    /// Places of words that are read at once; a word of a query with more of them is frequent.
    static let searchPlacesMax = 2_000
    /// Contents that are looked at for a frequent word, best first.
    static let searchHitsMax = 1_000
    /// Places of a frequent word among which a filter looks for its own; of each further reading of it half as many.
    static let searchScanMax = 5_000
    static let searchScanMin = 64
    /// Readings of a frequent word that are followed.
    static let searchReadingsMax = 32
    /// Known words that one word of a query may stand for, in each way in which it can be read.
    static let searchCandidatesMax = 128
}
