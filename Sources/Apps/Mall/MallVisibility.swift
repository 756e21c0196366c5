import Core
import Storage

/// The reason for which an app does not show an entry now.
enum Absence: Sendable, Hashable {
    case notPublished
    case notYet(Timestamp)
    case over(Timestamp)
    case soldOut
    case shopNotPublished
    /// It is not in the category of services of the home screen.
    case notAService
}

/// The visibility of entries in the apps of the mall at one moment.
///
/// The app's responses and the staff's view of the home screen both use it, so that they agree.
struct MallVisibility: Sendable {
    /// The slug of the category of shops that the home screen shows.
    static let servicesSlug = "services"

    let live: LiveState
    let now: Timestamp

    func absence(of content: LiveContent) -> Absence? {
        content.type == Offers.type.name
            ? offerAbsence(content) : windowAbsence(content, from: content.liveFrom)
    }

    /// The slider shows an event only once it has begun and is live, as it links to the event's page.
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

    /// An end is final, and a missing shop or stock lasts longer than a wait, so they take precedence.
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

// MARK: Visible entries

extension MallVisibility {
    /// All entries of a type that apps see, in the order of their positions.
    func all(_ declaration: any ContentDeclaration.Type) -> [LiveContent] {
        live[declaration.type.name].contents.filter { absence(of: $0) == nil }
    }

    /// The visible entries whose flag is on.
    func flagged(_ flag: String, _ declaration: any ContentDeclaration.Type) -> [LiveContent] {
        live[declaration.type.name].flagged(flag).filter { absence(of: $0) == nil }
    }

    /// The entry, if it exists and apps see it.
    func one(_ declaration: any ContentDeclaration.Type, _ id: String?) -> LiveContent? {
        guard let id, let content = live[declaration.type.name][id] else { return nil }
        return absence(of: content) == nil ? content : nil
    }

    func category(slug: String) -> LiveContent? {
        all(Categories.self).first { $0.string("slug") == slug }
    }

    /// Several types merged by their shared positions.
    func row(_ lists: [LiveContent]...) -> [LiveContent] {
        lists.joined().sorted(by: LiveContent.precedes)
    }
}
