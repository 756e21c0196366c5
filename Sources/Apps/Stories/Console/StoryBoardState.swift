import Core
import Hummingbird
import Web

/// What the board of stories shows besides what is kept: all of it stands in its address.
struct StoryBoardState: Sendable, Hashable {
    static let path = "/stories/board"

    /// The story whose pages are shown; the first one where it names none.
    var group: String?
    /// The page of it that is open, and that the phone begins with.
    var page: String?
    /// Of the phone; nil for that of the console.
    var language: Language?
    /// On a narrow screen the phone is shown rather than the list.
    var isPhone = false

    init(_ request: Request) {
        func value(_ name: String) -> String? { request.query.last { $0.name == name }?.value }
        group = value("group").flatMap { Identifier.normalized($0) }
        page = value("page").flatMap { Identifier.normalized($0) }
        language = value("plang").flatMap { Language(rawValue: $0) }
        isPhone = value("view") == "preview"
    }

    /// The address of the board, or of something below it that comes back to it.
    func path(_ below: String = "") -> String {
        var words: [String] = []
        if let group { words.append("group=\(group)") }
        if let page { words.append("page=\(page)") }
        if let language { words.append("plang=\(language.rawValue)") }
        if isPhone { words.append("view=preview") }
        let path = below.isEmpty ? Self.path : "\(Self.path)/\(below)"
        return words.isEmpty ? path : path + "?" + words.joined(separator: "&")
    }

    func changed(_ change: (inout StoryBoardState) -> Void) -> StoryBoardState {
        var state = self
        change(&state)
        return state
    }
}
