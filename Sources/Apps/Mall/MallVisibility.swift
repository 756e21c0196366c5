import Core
import Storage

/// Why an app does not see something now.
enum Absence: Sendable, Hashable {
    case notPublished
    case notYet(Timestamp)
    case over(Timestamp)
    case soldOut
    case shopNotPublished
    /// It is no shop of the category that the home screen shows services from.
    case notAService
}

/// What the apps of the mall see at one moment.
///
/// Their answers and the staff's view of the home screen both ask here, so that they cannot disagree.
struct MallVisibility: Sendable {
    /// The category whose shops the home screen shows.
    static let servicesSlug = "services"

    let live: LiveState
    let now: Timestamp

    func absence(ofNews news: LiveContent) -> Absence? { windowAbsence(of: news, from: news.liveFrom) }
    func absence(ofPromotion promotion: LiveContent) -> Absence? {
        windowAbsence(of: promotion, from: promotion.liveFrom)
    }
    func absence(ofEvent event: LiveContent) -> Absence? { windowAbsence(of: event, from: event.liveFrom) }

    /// The slider shows an event only once it has begun; before it is published it has no card to lead to.
    func absence(ofSlidingEvent event: LiveContent) -> Absence? {
        windowAbsence(of: event, from: [event.liveFrom, event.timestamp("start_at")].compactMap { $0 }.max())
    }

    func absence(ofOffer offer: LiveContent) -> Absence? {
        let window = windowAbsence(of: offer, from: offer.liveFrom)
        if case .over = window { return window }
        if shop(of: offer) == nil { return .shopNotPublished }
        if (offer.integer("count") ?? 0) <= 0 { return .soldOut }
        return window
    }

    func absence(ofService shop: LiveContent) -> Absence? {
        guard let services = category(slug: Self.servicesSlug), shop.ids("categories").contains(services.id) else {
            return .notAService
        }
        return nil
    }

    /// What has ended will not come back, so that is told before what has yet to begin.
    private func windowAbsence(of content: LiveContent, from: Timestamp?) -> Absence? {
        if let until = content.liveUntil, until < now { return .over(until) }
        if let from, now < from { return .notYet(from) }
        return nil
    }
}

// MARK: What is there to be seen

extension MallVisibility {
    var offers: [LiveContent] { live["offers"].contents.filter { absence(ofOffer: $0) == nil } }
    var news: [LiveContent] { live["news"].contents.filter { absence(ofNews: $0) == nil } }
    var promotions: [LiveContent] { live["promotions"].contents.filter { absence(ofPromotion: $0) == nil } }
    var events: [LiveContent] { live["events"].contents.filter { absence(ofEvent: $0) == nil } }
    var slidingEvents: [LiveContent] { live["events"].contents.filter { absence(ofSlidingEvent: $0) == nil } }

    func offer(_ id: String?) -> LiveContent? {
        id.flatMap { live["offers"][$0] }.flatMap { absence(ofOffer: $0) == nil ? $0 : nil }
    }

    func news(_ id: String?) -> LiveContent? {
        id.flatMap { live["news"][$0] }.flatMap { absence(ofNews: $0) == nil ? $0 : nil }
    }

    func promotion(_ id: String?) -> LiveContent? {
        id.flatMap { live["promotions"][$0] }.flatMap { absence(ofPromotion: $0) == nil ? $0 : nil }
    }

    func event(_ id: String?) -> LiveContent? {
        id.flatMap { live["events"][$0] }.flatMap { absence(ofEvent: $0) == nil ? $0 : nil }
    }

    func shop(_ id: String?) -> LiveContent? { id.flatMap { live["shops"][$0] } }
    func shop(of offer: LiveContent) -> LiveContent? { shop(offer.string("shop")) }
    func category(_ id: String?) -> LiveContent? { id.flatMap { live["categories"][$0] } }
    func subcategory(_ id: String?) -> LiveContent? { id.flatMap { live["subcategories"][$0] } }

    func category(slug: String) -> LiveContent? {
        live["categories"].contents.first { $0.string("slug") == slug }
    }

    /// Several lists as one, in the order of the row that they share.
    static func row(_ lists: [LiveContent]...) -> [LiveContent] {
        lists.joined().sorted { left, right in
            (left.position, right.createdAt, right.id) < (right.position, left.createdAt, left.id)
        }
    }
}
