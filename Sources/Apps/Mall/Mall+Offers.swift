import Core
import Web

/// «Предложения»: the public routes of offers.
extension Mall {
    static let offerRoutes = [
        PublicRoute("/offers") { request in
            let writer = MallWriter(request)
            let offers = try request.flagged("on_home", Offers.self).filter {
                // A welcome offer can be used once.
                !request.marks.has(Mark.spent, $0.id)
            }
            return writer.offers(try request.page().of(offers))
        },
        PublicRoute("/offers/{offerId}") { request in
            let writer = MallWriter(request)
            guard let offer = writer.visibility.one(Offers.self, request.id("offerId")) else {
                return .nothing
            }
            let promotions = writer.promotionsByShop
            return .one(offer) { writer.offer($0, promotions, &$1) }
        },
    ]
}

extension MallWriter {
    func offers(_ offers: some Sequence<LiveContent>) -> PublicAnswer {
        let promotions = promotionsByShop
        return .list(offers) { offer($0, promotions, &$1) }
    }

    /// A bought offer: its current version, or the snapshot if it is deleted.
    func offer(_ gift: MallGift, _ promotions: [String: [LiveContent]], _ json: inout JSONWriter) {
        let current = request.live[Offers.type.name][gift.offerID]
        guard let content = current ?? gift.snapshot?.content else { return }
        offer(content, shop: gift.snapshot?.shop, promotions, &json)
    }

    /// `shop` replaces one that is deleted.
    func offer(
        _ offer: LiveContent,
        shop: LiveContent? = nil,
        _ promotions: [String: [LiveContent]],
        _ json: inout JSONWriter
    ) {
        json.object { json in
            json.member("id", offer.id)
            if let shop = visibility.one(Shops.self, offer.string("shop")) ?? shop {
                json.key("shop")
                json.object { json in shopMembers(shop, promotions[shop.id] ?? [], &json) }
            }
            json.member("name", text(offer, "name"))
            json.member("disclaimer", optional: text(offer, "disclaimer"))
            json.member("description", plain(offer, "description"))
            json.member("confirmation_conditions", plain(offer, "confirmation_conditions"))
            json.member("conditions_receiving", plain(offer, "conditions_receiving"))
            json.member("type", offer.string("type") ?? "")
            json.member("cost", offer.integer("cost") ?? 0)
            json.member("count", offer.integer("count") ?? 0)
            json.member("active_welcome_offer", offer.string("type") == "welcome_offer")
            json.member("on_home", offer.bool("on_home"))
            json.member("start_at", offer.liveFrom)
            json.member("end_at", offer.liveUntil)
            json.member("created_at", offer.createdAt)
            json.member("image", image(offer))
            json.member("offer_purchased", request.marks.has(Mall.Mark.owned, offer.id))
            json.member("offer_activated_for_multiple", request.marks.has(Mall.Mark.activated, offer.id))
        }
    }
}
