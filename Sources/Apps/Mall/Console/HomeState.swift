import Core
import Hummingbird
import Storage
import Web

/// The view state of the home screen's page, all of it in the URL.
struct HomeState: Sendable, Hashable {
    /// The number of hidden cards that stay in view.
    private static let homeOffMax = 8

    /// A card that was just hidden, and stays in view so that it can be shown again.
    struct Off: Sendable, Hashable {
        let block: String
        let type: String
        let id: String

        /// `slider.news.<id>`; nil for anything else.
        init?(_ text: String) {
            let parts = text.split(separator: ".").map { String($0) }
            guard parts.count == 3, let block = HomeBlock.all.first(where: { $0.name == parts[0] }),
                block.types.contains(where: { $0.name == parts[1] }), let id = Identifier.normalized(parts[2])
            else { return nil }
            self.init(block: parts[0], type: parts[1], id: id)
        }

        init(block: String, type: String, id: String) {
            (self.block, self.type, self.id) = (block, type, id)
        }

        var text: String { "\(block).\(type).\(id)" }
    }

    static let path = "/mall/home"

    /// The value of the date field; nil for now.
    var at: String?
    /// The language of the preview; nil for that of the console.
    var language: Language?
    var isDark = false
    /// True if a narrow screen shows the preview instead of the blocks.
    var isPhone = false
    var off: [Off] = []

    init(_ request: Request, _ time: HumanTime) {
        func value(_ name: String) -> String? { request.query.last { $0.name == name }?.value }
        at = value("at").flatMap { time.moment(ofField: $0) }.map { time.field($0) }
        language = value("plang").flatMap { Language(rawValue: $0) }
        isDark = value("scheme") == "dark"
        isPhone = value("view") == "preview"
        off = request.query.filter { $0.name == "off" }.compactMap { Off($0.value) }.suffix(Self.homeOffMax)
    }

    /// The URL of the page, or of a page below it that returns to it: `slider/add`.
    func path(_ below: String = "") -> String {
        let words = query.map { "\($0.name)=\($0.value.percentEncoded)" }
        let path = below.isEmpty ? Self.path : "\(Self.path)/\(below)"
        return words.isEmpty ? path : path + "?" + words.joined(separator: "&")
    }

    var query: [(name: String, value: String)] {
        var query: [(name: String, value: String)] = []
        if let at { query.append(("at", at)) }
        if let language { query.append(("plang", language.rawValue)) }
        if isDark { query.append(("scheme", "dark")) }
        if isPhone { query.append(("view", "preview")) }
        return query + off.map { ("off", $0.text) }
    }

    func changed(_ change: (inout HomeState) -> Void) -> HomeState {
        var state = self
        change(&state)
        return state
    }

    /// Adds the card to those in view, or removes it.
    func with(_ off: Off, isOff: Bool) -> HomeState {
        changed { state in
            state.off.removeAll { $0 == off }
            if isOff { state.off = (state.off + [off]).suffix(Self.homeOffMax) }
        }
    }
}
