import Core
import Web

/// The public routes of categories and subcategories of the catalogue.
extension Mall {
    static let categoryRoutes = [
        PublicRoute("/categories") { request in
            let writer = MallWriter(request)
            return .list(writer.visibility.all(Categories.self), writer.category)
        },
        PublicRoute("/categories/slug/{slug}") { request in
            let writer = MallWriter(request)
            guard let category = writer.visibility.category(slug: request.parameters["slug"] ?? "") else {
                return .nothing
            }
            return .one(category, writer.category)
        },
        PublicRoute("/categories/{categoryId}/subcategories") { request in
            let writer = MallWriter(request)
            let id = request.id("categoryId")
            let subcategories = writer.visibility.all(Subcategories.self).filter {
                $0.string("category") == id
            }
            return .list(writer.byName(subcategories), writer.subcategory)
        },
    ]
}

extension MallWriter {
    fileprivate func category(_ category: LiveContent, _ json: inout JSONWriter) {
        json.object { json in
            json.member("id", category.id)
            json.member("name", text(category, "name"))
            json.member("is_search", category.bool("is_search"))
            json.member("slug", category.string("slug") ?? "")
            json.member("has_filter", category.bool("has_filter"))
        }
    }

    func subcategory(_ subcategory: LiveContent, _ json: inout JSONWriter) {
        json.object { json in
            json.member("id", subcategory.id)
            json.member("name", text(subcategory, "name"))
        }
    }
}
