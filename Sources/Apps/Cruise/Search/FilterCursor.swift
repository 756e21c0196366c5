import Core
import Voyages

/// The text by which an app asks for the next page: a place in an order, bound to the filter and the sort.
///
/// It names no position, so it holds while cruises come and go. It opens nothing that the filter does not, so
/// a digest is enough to refuse a text that was made for another request.
enum FilterCursor {
    private static let version: UInt8 = 1
    private static let sealSize = 12
    private static let idSizeMax = 100
    private static let textLengthMax = 200

    static func text(_ place: VoyagePlace, _ request: FilterRequest) -> String {
        let content = bytes(place.first) + bytes(place.second) + Array(place.id.utf8)
        return Base64URL.encode([version] + seal(content, request) + content)
    }

    static func place(_ text: String, _ request: FilterRequest) throws(CruiseError) -> VoyagePlace {
        guard text.utf8.count <= textLengthMax, let bytes = Base64URL.decode(text), bytes.first == version
        else { throw .bad("cursor is not one of this search.") }
        let seal = Array(bytes.dropFirst().prefix(sealSize))
        let content = Array(bytes.dropFirst(1 + sealSize))
        guard 17...16 + idSizeMax ~= content.count, seal == Self.seal(content, request),
            let id = String(validating: content[16...], as: UTF8.self)
        else { throw .bad("cursor is not one of this search.") }
        return VoyagePlace(first: number(content[..<8]), second: number(content[8..<16]), id: id)
    }

    /// A digest of the place, the sort and the filter; the limit may differ from page to page.
    private static func seal(_ content: [UInt8], _ request: FilterRequest) -> [UInt8] {
        let filter = request.filter
        var json = JSONWriter(capacity: 256)
        json.array { json in
            json.string("cruise-filter")
            json.string(request.sort.rawValue)
            json.string(filter.kind?.name ?? "")
            for ids in [filter.cities, filter.directions, filter.ships] {
                json.array { json in
                    for id in ids.sorted() { json.string(id) }
                }
            }
            for numbers in [filter.classes.sorted(), filter.lengths.map { Int($0.rawValue) }.sorted()] {
                json.array { json in
                    for number in numbers { json.integer(Int64(number)) }
                }
            }
            let numbers: [Int64?] = [
                filter.firstDay.map { Int64($0) }, filter.lastDay.map { Int64($0) }, Int64(filter.tourists),
                filter.priceMin, filter.priceMax,
            ]
            for number in numbers { json.value(number.map { JSON.integer($0) } ?? .null) }
            json.bool(filter.isDiscounted)
        }
        return Array(SHA256.digest(json.bytes + content).prefix(sealSize))
    }

    private static func bytes(_ number: Int64) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
        Int64(bitPattern: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}
