import Core
import Storage
import Web

/// Writes the objects of the mall's contract for one request.
struct MallWriter: Sendable {
    let request: PublicRequest
    let visibility: MallVisibility

    init(_ request: PublicRequest) {
        self.request = request
        visibility = request.visibility
    }

    func text(_ content: LiveContent, _ name: String) -> String {
        content.text(name, request.language)
    }

    /// A text without markup; older entries have HTML entities in it.
    func plain(_ content: LiveContent, _ name: String) -> String {
        let text = text(content, name)
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        return RichText.plain("<p>\(text.replacing("<", with: "&lt;").replacing("\n", with: "<br>"))</p>")
    }

    func image(_ content: LiveContent, _ name: String = "image") -> String {
        request.mediaURL(content.string(name))
    }
}

extension JSONWriter {
    /// A text that may be absent for a client.
    mutating func member(_ name: String, optional text: String?) {
        key(name)
        if let text, !text.isEmpty { string(text) } else { null() }
    }

    /// Seconds since 1970 as a string: the times of news, promotions and events.
    mutating func member(_ name: String, seconds moment: Timestamp?) {
        member(name, moment.map { String($0.seconds) } ?? "")
    }

    /// ISO 8601: all other times.
    mutating func member(_ name: String, _ moment: Timestamp?) {
        member(name, moment?.description ?? "")
    }

    mutating func member(
        _ name: String,
        _ contents: some Sequence<LiveContent>,
        _ write: (LiveContent, inout JSONWriter) -> Void
    ) {
        key(name)
        array(contents, write)
    }

    mutating func array(
        _ contents: some Sequence<LiveContent>,
        _ write: (LiveContent, inout JSONWriter) -> Void
    ) {
        array { json in
            for content in contents { write(content, &json) }
        }
    }
}

extension PublicAnswer {
    static func list(
        _ contents: some Sequence<LiveContent>,
        _ write: (LiveContent, inout JSONWriter) -> Void
    ) -> PublicAnswer {
        PublicAnswer { json in json.array(contents, write) }
    }

    static func one(_ content: LiveContent, _ write: (LiveContent, inout JSONWriter) -> Void) -> PublicAnswer
    {
        PublicAnswer { json in write(content, &json) }
    }

    /// The empty response of this contract.
    static var nothing: PublicAnswer { PublicAnswer(body: Array("[]".utf8)) }
}
