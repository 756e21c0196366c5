import Core
import Hummingbird
import Storage
import Web

/// What the page of the home screen shows besides what is kept: all of it stands in its address.
struct HomeState: Sendable, Hashable {
    /// Cards that were taken off the home screen and still stand there.
    private static let homeOffMax = 8

    /// A card that was taken off a moment ago, and still stands there to be put back.
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

    /// As the field of the date has it; nil for now.
    var at: String?
    /// Of the phone; nil for that of the console.
    var language: Language?
    var isDark = false
    /// On a narrow screen the phone is shown rather than the blocks.
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

    /// The address of the page, or of something below it that comes back to it: `slider/add`.
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

    /// The card is kept in sight, or is no longer needed there.
    func with(_ off: Off, isOff: Bool) -> HomeState {
        changed { state in
            state.off.removeAll { $0 == off }
            if isOff { state.off = (state.off + [off]).suffix(Self.homeOffMax) }
        }
    }
}
