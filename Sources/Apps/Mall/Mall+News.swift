import Core
import Web

/// «Новости»: the slider, the list of news and promotions, and single entries.
extension Mall {
    static let newsRoutes = [
        PublicRoute("/news/with/promotions-and-event") { request in
            let writer = MallWriter(request)
            let slides = try request.flagged("on_main", writer.visibility.slides)
            return .list(try request.page().of(slides), writer.slide)
        },
        PublicRoute("/news/with/promotions") { request in
            let writer = MallWriter(request)
            let visibility = writer.visibility
            let row = visibility.row(visibility.all(News.self), visibility.all(Promotions.self))
            return .list(try request.page().of(try request.flagged("on_main", row)), writer.newsOrPromotion)
        },
        PublicRoute("/news/{newsId}") { request in
            let writer = MallWriter(request)
            guard let news = writer.visibility.one(News.self, request.id("newsId")) else {
                throw Problem.unknownObject
            }
            return .one(news, writer.news)
        },
        PublicRoute("/promotions") { request in
            let writer = MallWriter(request)
            let promotions = try request.flagged("on_home", Promotions.self)
            return .list(try request.page().of(promotions), writer.promotion)
        },
        PublicRoute("/promotions/{promotionId}") { request in
            let writer = MallWriter(request)
            guard let promotion = writer.visibility.one(Promotions.self, request.id("promotionId")) else {
                throw Problem.unknownObject
            }
            return .one(promotion, writer.promotion)
        },
    ]
}

extension MallVisibility {
    /// The news, promotions and events of the slider in their common order.
    fileprivate var slides: [LiveContent] {
        row(
            all(News.self),
            all(Promotions.self),
            live[Events.type.name].contents.filter { absenceInSlider(of: $0) == nil }
        )
    }
}

extension MallWriter {
    fileprivate func slide(_ content: LiveContent, _ json: inout JSONWriter) {
        json.object { json in
            json.member("id", content.id)
            json.member("type", kind(content))
            json.member("title", text(content, "title"))
            json.member("logo_url", image(content))
            json.member("on_home", content.bool("on_home"))
            json.member("on_main", content.bool("on_main"))
            json.member("priority", content.position)
            guard content.type == Events.type.name, request.marks.isPersonal else { return }
            json.member("purchased", request.marks.has(Mall.Mark.guest, content.id))
        }
    }

    fileprivate func newsOrPromotion(_ content: LiveContent, _ json: inout JSONWriter) {
        json.object { json in
            json.member("id", content.id)
            json.member("type", kind(content))
            json.member("title", text(content, "title"))
            json.member("logo_url", image(content))
            json.member("disclaimer", optional: text(content, "disclaimer"))
            json.member("priority", content.position)
            guard content.type == Promotions.type.name else { return }
            json.key("date")
            json.object { json in
                json.member("start", seconds: content.timestamp("start_at"))
                json.member("finish", seconds: content.liveUntil)
            }
        }
    }

    func news(_ news: LiveContent, _ json: inout JSONWriter) {
        json.object { json in
            json.member("id", news.id)
            json.member("title", text(news, "title"))
            json.member("logo_url", image(news))
            json.member("content", text(news, "content"))
            json.member("publish_date", seconds: news.liveFrom)
            json.member("sitemap", news.string("sitemap") ?? "")
        }
    }

    func promotion(_ promotion: LiveContent, _ json: inout JSONWriter) {
        json.object { json in
            promotionCard(promotion, &json)
            json.member("content", text(promotion, "content"))
            json.member("sitemap", promotion.string("sitemap") ?? "")
            json.member("offer_id", visibility.one(Offers.self, promotion.string("offer"))?.id ?? "")
            json.member("on_home", promotion.bool("on_home"))
            json.member("on_main", promotion.bool("on_main"))
        }
    }

    /// The part of a promotion that a shop's page shows.
    func promotionCard(_ promotion: LiveContent, _ json: inout JSONWriter) {
        json.member("id", promotion.id)
        json.member("title", text(promotion, "title"))
        json.member("logo_url", image(promotion))
        json.member("disclaimer", text(promotion, "disclaimer"))
        json.member("start_date", seconds: promotion.timestamp("start_at"))
        json.member("finish_date", seconds: promotion.liveUntil)
    }

    /// The name of the type in the API: `news`, `promotion` or `event`.
    private func kind(_ content: LiveContent) -> String {
        switch content.type {
        case Promotions.type.name: Promotions.type.singular
        case Events.type.name: Events.type.singular
        case _: News.type.singular
        }
    }
}
