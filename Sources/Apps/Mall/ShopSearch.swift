import Core
import Web

/// A search for shops by name, category and any of several subcategories.
struct ShopSearch {
    private let visibility: MallVisibility
    private let part: [UInt8]
    private let query: SearchQuery?
    private let category: String?
    private let subcategories: Set<String>?

    init(_ request: PublicRequest) {
        visibility = request.visibility
        let name = request.value("name") ?? ""
        part = folded(name)
        query = SearchQuery(name)
        category = request.given("categoryId").map { $0.lowercased() }
        // Clients send a list as `subcategoryIds[]=…`, as `subcategoryIds[0]=…`, or without brackets.
        let given = request.query.filter { $0.name.prefix { $0 != "[" && $0 != "%" } == "subcategoryIds" }
            .flatMap { $0.value.split(separator: ",") }
        subcategories = given.isEmpty ? nil : Set(given.map { $0.lowercased() })
    }

    /// The matching shops, sorted by `byName`; with a name, the best matches first.
    func shops(byName: ([LiveContent]) -> [LiveContent]) -> [LiveContent] {
        let shops = visibility.all(Shops.self).filter { isInCategory($0) && isInSubcategory($0) }
        guard !part.isEmpty else { return byName(shops) }
        let scores = Dictionary(
            shops.compactMap { shop in score(of: shop).map { (shop.id, $0) } },
            uniquingKeysWith: max
        )
        return byName(shops.filter { scores[$0.id] != nil }).enumerated()
            .sorted { left, right in
                let (first, second) = (scores[left.element.id] ?? 0, scores[right.element.id] ?? 0)
                return first == second ? left.offset < right.offset : first > second
            }
            .map(\.element)
    }

    private func isInCategory(_ shop: LiveContent) -> Bool {
        category.map { shop.ids("categories").contains($0) } ?? true
    }

    private func isInSubcategory(_ shop: LiveContent) -> Bool {
        subcategories.map { !$0.isDisjoint(with: shop.ids("subcategories")) } ?? true
    }

    /// The rank of a match with a name in any language, a tag, or a transliteration; nil if none matches.
    ///
    /// A match inside a word ranks last, because the console's search matches only the beginnings of words.
    private func score(of shop: LiveContent) -> Int? {
        let tags = shop.ids("tags").compactMap { visibility.one(Tags.self, $0) }
        let words =
            shop.searchNames(of: Shops.type) + tags.flatMap { $0.searchNames(of: Tags.type).map(\.asName) }
        if let score = query?.score(of: words) { return score }
        return ([shop] + tags).contains { names($0).contains { folded($0).contains(part) } } ? 0 : nil
    }

    private func names(_ content: LiveContent) -> [String] {
        let translations = content.json("name")?.object?.values.compactMap(\.string) ?? []
        return translations + [content.string("name_transliterated")].compactMap { $0 }
    }
}

extension [UInt8] {
    fileprivate func contains(_ part: [UInt8]) -> Bool {
        guard let first = part.first, part.count <= count else { return part.isEmpty }
        return (0...(count - part.count)).contains { start in
            self[start] == first && self[start..<(start + part.count)].elementsEqual(part)
        }
    }
}
