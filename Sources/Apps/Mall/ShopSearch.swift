import Core
import Web

/// What an app looks for among the shops: a part of a name, a category, any of several subcategories.
struct ShopSearch {
    private let visibility: MallVisibility
    private let words: [UInt8]
    private let category: String?
    private let subcategories: Set<String>?

    init(_ request: PublicRequest) {
        visibility = request.visibility
        words = folded(request.value("name") ?? "")
        category = request.given("categoryId").map { $0.lowercased() }
        // Clients write a list as `subcategoryIds[]=…` for each, as `subcategoryIds[0]=…`, or without brackets.
        let given = request.query.filter { $0.name.prefix { $0 != "[" && $0 != "%" } == "subcategoryIds" }
            .flatMap { $0.value.split(separator: ",") }
        subcategories = given.isEmpty ? nil : Set(given.map { $0.lowercased() })
    }

    var shops: [LiveContent] {
        visibility.all(Shops.self).filter { isInCategory($0) && isInSubcategory($0) && isNamed($0) }
    }

    private func isInCategory(_ shop: LiveContent) -> Bool {
        category.map { shop.ids("categories").contains($0) } ?? true
    }

    private func isInSubcategory(_ shop: LiveContent) -> Bool {
        subcategories.map { !$0.isDisjoint(with: shop.ids("subcategories")) } ?? true
    }

    /// The name in any language, the name in the other script, or a tag contains the words.
    private func isNamed(_ shop: LiveContent) -> Bool {
        guard !words.isEmpty else { return true }
        return names(shop).contains { folded($0).contains(words) }
            || shop.ids("tags").contains { id in
                visibility.one(Tags.self, id).map { tag in names(tag).contains { folded($0).contains(words) }
                } ?? false
            }
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
