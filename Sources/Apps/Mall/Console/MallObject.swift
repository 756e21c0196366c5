import Core
import Storage

/// An object that the API of the mall sends to the app, as far as the console shows it.
///
/// Offers, events, news, promotions and shops have different members; one that the object lacks is nil or empty.
struct MallObject: Sendable {
    let id: String
    let title: String
    let image: String
    let disclaimer: String?
    let description: String?
    let howToGet: String?
    let beforeConfirming: String?
    let html: String?
    let cost: Int64?
    let offerID: String?
    /// The beginning of an event.
    let start: Timestamp?
    let publishedAt: Timestamp?
    /// The dates of a promotion.
    let startsAt: Timestamp?
    let finishesAt: Timestamp?
    let shop: Shop?
    let photos: [String]
    let offers: [MallObject]
    let promotions: [MallObject]

    /// The shop of an offer.
    struct Shop: Sendable {
        let name: String
        let logo: String
        let floor: Int64?
    }
}

extension MallObject: JSONReadable {
    private struct Dates: JSONReadable {
        let start: Seconds?

        init(json: JSON) throws(Fault) { start = try json.get("start") }
    }

    private struct Photo: JSONReadable {
        let url: String

        init(json: JSON) throws(Fault) { url = try json.get("url") }
    }

    /// Seconds since 1970 as text, the form of most times in this contract; empty for none.
    private struct Seconds: JSONReadable {
        let moment: Timestamp?

        init(json: JSON) throws(Fault) {
            moment = Int64(try String(json: json)).flatMap { Timestamp(seconds: $0) }
        }
    }

    init(json: JSON) throws(Fault) {
        id = try json.get("id")
        let (title, name): (String?, String?) = (try json.get("title"), try json.get("name"))
        self.title = title ?? name ?? ""
        let (image, logo): (String?, String?) = (try json.get("image"), try json.get("logo_url"))
        self.image = image ?? logo ?? ""
        disclaimer = try json.get("disclaimer")
        description = try json.get("description")
        howToGet = try json.get("conditions_receiving")
        beforeConfirming = try json.get("confirmation_conditions")
        html = try json.get("content")
        cost = try json.get("cost")
        offerID = try json.get("offer_id")
        start = try json.get("date", as: Dates?.self)?.start?.moment
        publishedAt = try json.get("publish_date", as: Seconds?.self)?.moment
        startsAt = try json.get("start_date", as: Seconds?.self)?.moment
        finishesAt = try json.get("finish_date", as: Seconds?.self)?.moment
        shop = try json.get("shop")
        photos = try json.get("images", as: [Photo]?.self)?.map(\.url) ?? []
        offers = try json.get("offers", as: [MallObject]?.self) ?? []
        promotions = try json.get("promotions", as: [MallObject]?.self) ?? []
    }
}

extension MallObject.Shop: JSONReadable {
    init(json: JSON) throws(Fault) {
        name = try json.get("name")
        logo = try json.get("logo_url")
        floor = try json.get("floor")
    }
}
