/// The orders of a search; equal cruises depart in order, then come by their ids.
package enum VoyageSort: String, Sendable, CaseIterable {
    case popularDescending = "popular_desc"
    case priceAscending = "price_asc"
    case priceDescending = "price_desc"
    case dateAscending = "date_asc"
    case dateDescending = "date_desc"
    case discountDescending = "discount_desc"
    case discountAscending = "discount_asc"

    /// The keys by which entries ascend; a price on request is last in both directions.
    func keys(of entry: VoyageIndex.Entry) -> (first: Int64, second: Int64) {
        switch self {
        case .popularDescending: (-entry.popularity, entry.start)
        case .priceAscending: (entry.givenPrice ?? .max, entry.start)
        case .priceDescending: (entry.givenPrice.map { -$0 } ?? .max, entry.start)
        case .dateAscending: (entry.start, 0)
        case .dateDescending: (-entry.start, 0)
        case .discountDescending: (-Int64(entry.percent), entry.start)
        case .discountAscending: (Int64(entry.percent), entry.start)
        }
    }
}
