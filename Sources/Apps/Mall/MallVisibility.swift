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

    func absence(of content: LiveContent) -> Absence? {
        content.type == Offers.type.name
            ? offerAbsence(content) : windowAbsence(content, from: content.liveFrom)
    }

    /// The slider shows an event only once it has begun; before it is published it has no page to lead to.
    func absenceInSlider(of content: LiveContent) -> Absence? {
        guard content.type == Events.type.name else { return absence(of: content) }
        return windowAbsence(
            content,
            from: [content.liveFrom, content.timestamp("start_at")].compactMap { $0 }.max()
        )
    }

    func absenceInServices(of shop: LiveContent) -> Absence? {
        guard let services = category(slug: Self.servicesSlug), shop.ids("categories").contains(services.id)
        else {
            return .notAService
        }
        return absence(of: shop)
    }

    /// What has ended does not come back, and the shop decides before the clock: both last longer than a wait.
    private func offerAbsence(_ offer: LiveContent) -> Absence? {
        let window = windowAbsence(offer, from: offer.liveFrom)
        if case .over = window { return window }
        if one(Shops.self, offer.string("shop")) == nil { return .shopNotPublished }
        return offer.integer("count") ?? 0 > offer.taken ? window : .soldOut
    }

    private func windowAbsence(_ content: LiveContent, from: Timestamp?) -> Absence? {
        if let until = content.liveUntil, until < now { return .over(until) }
        if let from, now < from { return .notYet(from) }
        return nil
    }
}

// MARK: What is there to be seen

extension MallVisibility {
    /// Everything of a type that apps see, in the order of its places.
    func all(_ declaration: any ContentDeclaration.Type) -> [LiveContent] {
        live[declaration.type.name].contents.filter { absence(of: $0) == nil }
    }

    /// Those of them whose flag is on.
    func flagged(_ flag: String, _ declaration: any ContentDeclaration.Type) -> [LiveContent] {
        live[declaration.type.name].flagged(flag).filter { absence(of: $0) == nil }
    }

    /// The content where there is one and apps see it.
    func one(_ declaration: any ContentDeclaration.Type, _ id: String?) -> LiveContent? {
        guard let id, let content = live[declaration.type.name][id] else { return nil }
        return absence(of: content) == nil ? content : nil
    }

    func category(slug: String) -> LiveContent? {
        all(Categories.self).first { $0.string("slug") == slug }
    }

    /// Several types as one row, in the order of the places that they share.
    func row(_ lists: [LiveContent]...) -> [LiveContent] {
        lists.joined().sorted(by: LiveContent.precedes)
    }
}
