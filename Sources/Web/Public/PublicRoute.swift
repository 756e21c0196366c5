import Core
import Storage

/// A public GET whose response is a pure function of `PublicRequest`.
///
/// Its responses are cached until the live state changes or the next window opens or closes.
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
    /// The base URL of this server as the app sees it, without a trailing slash: `https://mall.example`.
    package let baseURL: String
    package let now: Timestamp
    package let live: LiveState
    /// The marks of the person in the request; empty if there is none.
    package let marks: PersonalMarks
    /// The app settings.
    package let settings: AppSettings
    /// The key that signs links; nil if they are not signed.
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

    /// The last value of a query parameter.
    package func value(_ name: String) -> String? {
        query.last { $0.name == name }?.value
    }

    /// The absolute URL of an upload; empty if there is none.
    package func mediaURL(_ id: String?) -> String {
        id.map { "\(baseURL)/media/\($0)" } ?? ""
    }
}

/// The entries that one person has marked: ids, by the name of the mark.
package struct PersonalMarks: Sendable, Hashable {
    /// No person is identified.
    package static let none = PersonalMarks(isPersonal: false, [:])

    /// True if a person is identified, even if they have no marks.
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
    /// The content type of the body.
    package enum Form: String, Sendable, CaseIterable {
        case json = "application/json; charset=utf-8"
        case text = "text/plain; charset=utf-8"
        case page = "text/html; charset=utf-8"
    }

    package let status: Int
    package let body: [UInt8]
    package let form: Form
    /// The search; counted each time that the response is sent.
    package var search: HeardSearch?
    /// The counter that is increased each time that the response is sent.
    package var counted: DayCount?
    /// The time from which the response would differ; nil if only a change or a border of a window makes it so.
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
