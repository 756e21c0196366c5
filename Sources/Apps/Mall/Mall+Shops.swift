import Core
import Web

/// «Магазины»: the public routes of shops.
extension Mall {
    static let shopRoutes = [
        PublicRoute("/shops") { request in
            let writer = MallWriter(request)
            let shops = ShopSearch(request).shops { writer.byName($0) }
            let page = try request.page()
            var answer = PublicAnswer.list(page.of(shops), writer.shopListItem)
            // Further pages belong to the same search, so only the first one counts.
            if page.start == 0 {
                answer.search = request.given("name").flatMap { HeardSearch($0, found: shops.count) }
            }
            return answer
        },
        PublicRoute("/shops/{shopId}") { request in
            let writer = MallWriter(request)
            guard let shop = writer.visibility.one(Shops.self, request.id("shopId")) else {
                throw Problem.unknownObject
            }
            return .one(shop, writer.shop)
        },
        PublicRoute("/shops/{shopId}/promotions") { request in
            let writer = MallWriter(request)
            guard let shop = writer.visibility.one(Shops.self, request.id("shopId")) else {
                return .refusal(Problem.unknownObject.detail[request.language], code: unknownShopCode)
            }
            let promotions = writer.visibility.all(Promotions.self).filter { $0.string("shop") == shop.id }
            return .list(try request.page().of(promotions), writer.promotion)
        },
        PublicRoute("/shops/category/slug/{slug}") { request in
            let writer = MallWriter(request)
            guard let category = writer.visibility.category(slug: request.parameters["slug"] ?? "") else {
                throw Problem.wrong(Localized("Такой категории нет.", "There is no such category."))
            }
            let shops = try request.flagged("on_home", writer.shops(in: "categories", category.id))
            return .list(try request.page().of(writer.byName(shops)), writer.shopListItem)
        },
        PublicRoute("/shops/category/{categoryId}") { request in
            try shops(in: "categories", Categories.self, request.id("categoryId"), request)
        },
        PublicRoute("/shops/subcategory/{subcategoryId}") { request in
            try shops(in: "subcategories", Subcategories.self, request.id("subcategoryId"), request)
        },
    ]

    /// Clients use this code for unregistered devices; here it means an unknown shop.
    private static let unknownShopCode: Int64 = 10

    private static func shops(
        in field: String,
        _ section: any ContentDeclaration.Type,
        _ id: String?,
        _ request: PublicRequest
    ) throws -> PublicAnswer {
        let writer = MallWriter(request)
        guard let section = writer.visibility.one(section, id) else { throw Problem.unknownObject }
        let shops = writer.byName(writer.shops(in: field, section.id))
        return .list(
            try request.page(default: PublicRequest.shopPageSizeDefault).of(shops),
            writer.shopListItem
        )
    }
}

extension MallWriter {
    /// The running promotions by shop, collected once for all the offers of a response.
    var promotionsByShop: [String: [LiveContent]] {
        Dictionary(grouping: visibility.all(Promotions.self)) { $0.string("shop") ?? "" }
    }

    fileprivate func shops(in field: String, _ id: String) -> [LiveContent] {
        visibility.all(Shops.self).filter { $0.ids(field).contains(id) }
    }

    func byName(_ contents: [LiveContent]) -> [LiveContent] {
        contents.byName({ text($0, "name") }, id: \.id)
    }

    fileprivate func shopListItem(_ shop: LiveContent, _ json: inout JSONWriter) {
        json.object { json in
            shopCard(shop, &json)
            let categories = shop.ids("categories").compactMap { visibility.one(Categories.self, $0) }
            json.member("category", categories) { category, json in
                json.object { json in
                    json.member("id", category.id)
                    json.member("name", text(category, "name"))
                    json.member("slug", category.string("slug") ?? "")
                }
            }
            let subcategories = shop.ids("subcategories").compactMap {
                visibility.one(Subcategories.self, $0)
            }
            json.member("subcategory", subcategories, subcategory)
        }
    }

    func shop(_ shop: LiveContent, _ json: inout JSONWriter) {
        let promotions = promotionsByShop
        json.object { json in
            shopMembers(shop, promotions[shop.id] ?? [], &json)
            let offers = visibility.all(Offers.self).filter {
                $0.string("shop") == shop.id && !request.marks.has(Mall.Mark.spent, $0.id)
            }
            json.member("offers", offers) { offer($0, promotions, &$1) }
        }
    }

    /// The members of a shop for its page and its offers.
    func shopMembers(_ shop: LiveContent, _ promotions: [LiveContent], _ json: inout JSONWriter) {
        shopCard(shop, &json)
        json.member("promotions", promotions) { promotion, json in
            json.object { json in promotionCard(promotion, &json) }
        }
        json.member("cashback", shop.json("cashback") ?? .integer(0))
    }

    private func shopCard(_ shop: LiveContent, _ json: inout JSONWriter) {
        json.member("id", shop.id)
        json.member("name", text(shop, "name"))
        json.member("logo_url", image(shop, "logo"))
        json.member("site_url", shop.string("site_url") ?? "")
        json.member("sitemap", optional: shop.string("sitemap"))
        json.member("floor", shop.integer("floor").map { .integer($0) } ?? JSON.null)
        json.member("description", plain(shop, "description"))
        json.key("images")
        json.array { json in
            for id in shop.ids("images") {
                json.object { json in json.member("url", request.mediaURL(id)) }
            }
        }
    }
}
