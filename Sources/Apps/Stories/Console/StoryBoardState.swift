import Core
import Hummingbird
import Web

/// The view state of the board of stories, all of it in the URL.
struct StoryBoardState: Sendable, Hashable {
    static let path = "/stories/board"

    /// The selected story; nil for the first one.
    var group: String?
    /// The open page, with which the preview begins.
    var page: String?
    /// The language of the preview; nil for that of the console.
    var language: Language?
    /// True if a narrow screen shows the preview instead of the list.
    var isPhone = false

    init(_ request: Request) {
        func value(_ name: String) -> String? { request.query.last { $0.name == name }?.value }
        group = value("group").flatMap { Identifier.normalized($0) }
        page = value("page").flatMap { Identifier.normalized($0) }
        language = value("plang").flatMap { Language(rawValue: $0) }
        isPhone = value("view") == "preview"
    }

    /// The URL of the board, or of a page below it that returns to it.
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
