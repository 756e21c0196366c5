import Core
import Storage
import Web

/// Destinations, reviews, articles, discounts and the latest version.
extension Cruise {
    /// Articles of one answer.
    private static let articlesMax = 100

    static let contentRoutes = [
        PublicRoute("/PopularDestinations/GetByType/{type}") { request in
            let type = request.parameters["type"] ?? ""
            let found = request.live[CruiseDestinations.type.name].contents
                .filter { $0.string("kind") == type }
            return .list(found, CruiseWriter(request).destination)
        },
        PublicRoute("/Review/GetMainReviews") { request in
            let most = Int(clamping: request.settings.integer(mainReviewsMax))
            let found = request.live[CruiseReviews.type.name].flagged("on_main")
            return .list(found.prefix(most), CruiseWriter(request).review)
        },
        PublicRoute("/Review/GetByVendor") { request in
            guard let vendor = request.given("vendor")?.lowercased() else {
                throw Problem.wrong(Localized("Нужен параметр vendor.", "The parameter vendor is needed."))
            }
            let found = request.live[CruiseReviews.type.name].contents
                .filter { $0.string("vendor")?.lowercased() == vendor }
            return .list(found, CruiseWriter(request).review)
        },
        PublicRoute("/Blog/GetByParams") { request in
            .list(request.articles.prefix(articlesMax), CruiseWriter(request).article)
        },
        PublicRoute("/Discount/GetByParam") { request in
            .list(request.live.cruiseDiscounts(at: request.now), CruiseWriter(request).discount)
        },
        PublicRoute("/App/GetLatestVersion") { request in
            let versions = request.live[AppVersions.type.name].contents
            let numbered = versions.compactMap { entry in
                AppVersion(entry.string("app_version") ?? "").map { (number: $0, entry: entry) }
            }
            let latest = numbered.max { $0.number < $1.number }?.entry
            return PublicAnswer { json in
                json.object { json in
                    json.member("version", latest?.string("app_version") ?? noVersion)
                    json.member("min_version", latest?.string("version_min") ?? noVersion)
                    json.key("links")
                    json.object { json in
                        json.member("android", optional: latest?.string("android"))
                        json.member("ios", optional: latest?.string("ios"))
                    }
                }
            }
        },
        PublicRoute("/App/GetInfo") { request in
            let settings = request.settings
            return PublicAnswer { json in
                json.object { json in
                    for name in infoSettings.map(\.name) {
                        json.member(name, settings.text(name) ?? "")
                    }
                }
            }
        },
    ]

    /// An app older than nothing has no reason to update.
    private static let noVersion = "0.0.0"
}

extension PublicRequest {
    /// The articles with the address, or with one of the tags, or all of them.
    fileprivate var articles: [LiveContent] {
        let set = live[Articles.type.name]
        if let slug = given("url") ?? given("slug") {
            return [set.named(slug)].compactMap { $0 }.filter { $0.isOpen(at: now) }
        }
        let asked = query.filter { ["tags", "tag", "tags[]"].contains($0.name) }
            .flatMap { $0.value.split(separator: ",") }
            .map { $0.lowercased().filter { $0 != "#" } }
        let tags = Set(asked.map { $0.trimmingSpaces }.filter { !$0.isEmpty })
        return set.contents.filter { article in
            article.isOpen(at: now)
                && (tags.isEmpty
                    || article.column("name", of: "tags").contains { tags.contains($0.lowercased()) })
        }
    }
}

extension CruiseWriter {
    fileprivate func destination(_ destination: LiveContent, _ json: inout JSONWriter) {
        let type = destination.string("kind") ?? ""
        json.object { json in
            json.member("id", destination.id)
            json.member("type", type)
            json.member("name", text(destination, "title"))
            json.member("pop_direction", text(destination, "title"))
            json.member("pop_img", request.mediaURL(destination.string("image")))
            json.member("pop_title_description", text(destination, "title"))
            json.member("pop_description", text(destination, "text"))
            json.key("filter")
            json.object { json in
                json.member("type", type)
                json.member("directions", [destination.string("direction")].compactMap { $0 })
            }
        }
    }

    fileprivate func review(_ review: LiveContent, _ json: inout JSONWriter) {
        json.object { json in
            json.member("id", review.id)
            json.member("review_name", text(review, "name"))
            json.member("review_text", text(review, "text"))
            json.member("review_work", text(review, "occupation"))
            json.member("review_photo", request.mediaURL(review.string("photo")))
            json.member("review_rating", review.integer("rating") ?? 0)
            json.member("review_date", optional: review.string("date"))
            json.member("review_vendor", text(review, "vendor"))
            json.member("review_show_in_main", review.bool("on_main"))
        }
    }

    fileprivate func article(_ article: LiveContent, _ json: inout JSONWriter) {
        json.object { json in
            json.member("id", article.id)
            json.member("title", text(article, "title"))
            json.member("url", article.slug ?? "")
            json.member("tags", article.column("name", of: "tags"))
            json.member("cover", request.mediaURL(article.string("cover")))
            json.member("date", CruiseTerm.text(article.liveFrom ?? article.createdAt))
            json.member("body", text(article, "body"))
        }
    }

    fileprivate func discount(_ discount: LiveContent, _ json: inout JSONWriter) {
        json.object { json in
            json.member("id", discount.id)
            json.member("value", discount.integer("percent") ?? 0)
            json.member("name", text(discount, "title"))
            json.member("conditions", text(discount, "conditions"))
            json.member("date_from", optional: discount.liveFrom.map { CruiseTerm.text($0) })
            json.member("date_to", optional: discount.liveUntil.map { CruiseTerm.text($0) })
            json.member("cruises", discount.ids("cruises"))
            json.member("directions", discount.ids("directions"))
            json.member("ships", discount.ids("ships"))
        }
    }
}
