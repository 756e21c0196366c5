import Core
import Storage

/// A public GET, which is a pure function of what `PublicRequest` holds.
///
/// Its answers are kept until the live state changes or the next window of time opens or closes.
package struct PublicRoute: Sendable {
    /// Under the prefix of the app, without a trailing slash; `{id}` is a parameter.
    package let path: String
    package let render: @Sendable (PublicRequest) throws -> PublicAnswer

    package init(_ path: String, render: @escaping @Sendable (PublicRequest) throws -> PublicAnswer) {
        self.path = path
        self.render = render
    }
}

package struct PublicRequest: Sendable {
    package let parameters: [String: String]
    package let query: [(name: String, value: String)]
    package let language: Language
    /// The address of this server as the app sees it, without a slash at the end: `https://mall.example`.
    package let baseURL: String
    package let now: Timestamp
    package let live: LiveState
    /// Of the person whom the request names; empty where it names nobody.
    package let marks: PersonalMarks
    /// What staff have decided about the app.
    package let settings: AppSettings
    /// What links are signed with; nil where they are not.
    package let linkKey: [UInt8]?

    package init(
        parameters: [String: String] = [:],
        query: [(name: String, value: String)] = [],
        language: Language = .standard,
        baseURL: String,
        now: Timestamp,
        live: LiveState,
        marks: PersonalMarks = .none,
        settings: AppSettings = AppSettings([], isProduction: false),
        linkKey: [UInt8]? = nil
    ) {
        self.parameters = parameters
        self.query = query
        self.language = language
        self.baseURL = baseURL
        self.now = now
        self.live = live
        self.marks = marks
        self.settings = settings
        self.linkKey = linkKey
    }

    /// The last value of a parameter of the query.
    package func value(_ name: String) -> String? {
        query.last { $0.name == name }?.value
    }

    /// The absolute address of an upload; empty where there is none.
    package func mediaURL(_ id: String?) -> String {
        id.map { "\(baseURL)/media/\($0)" } ?? ""
    }
}

/// What one person has of the contents: ids, by the name of what they have done with them.
package struct PersonalMarks: Sendable, Hashable {
    /// Nobody in particular asks.
    package static let none = PersonalMarks(isPersonal: false, [:])

    /// Whether somebody asks, who may have nothing.
    package let isPersonal: Bool
    private let ids: [String: Set<String>]

    package init(_ ids: [String: Set<String>]) {
        self.init(isPersonal: true, ids)
    }

    private init(isPersonal: Bool, _ ids: [String: Set<String>]) {
        (self.isPersonal, self.ids) = (isPersonal, ids)
    }

    package func has(_ name: String, _ id: String) -> Bool { ids[name]?.contains(id) ?? false }
}

package struct PublicAnswer: Sendable {
    /// What the body is.
    package enum Form: String, Sendable, CaseIterable {
        case json = "application/json; charset=utf-8"
        case text = "text/plain; charset=utf-8"
        case page = "text/html; charset=utf-8"
    }

    package let status: Int
    package let body: [UInt8]
    package let form: Form
    /// What was searched for; counted each time that the answer is sent.
    package var search: HeardSearch?
    /// What is counted each time that the answer is sent.
    package var counted: DayCount?
    /// From this moment on the answer would be another; nil where only a change or a window's border makes it so.
    package var validUntil: Timestamp?

    package init(status: Int = 200, body: [UInt8], form: Form = .json) {
        self.status = status
        self.body = body
        self.form = form
    }

    /// One sentence for a client that shows it as it is.
    package static func text(_ text: String, status: Int = 200) -> PublicAnswer {
        PublicAnswer(status: status, body: Array(text.utf8), form: .text)
    }

    /// One JSON value, written by `write`.
    package init(status: Int = 200, _ write: (inout JSONWriter) throws -> Void) rethrows {
        var writer = JSONWriter(capacity: 4096)
        try write(&writer)
        self.init(status: status, body: writer.bytes)
    }
}
