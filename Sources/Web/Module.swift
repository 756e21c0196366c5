import Core
import Foundation
import HTTPTypes
import Hummingbird
import ServiceLifecycle
import Storage

/// One mobile app: what is declared for it, and what only it has.
package protocol Module: Sendable {
    /// Stands in addresses and on the command line: `mall`.
    var name: String { get }
    var title: Localized { get }
    var types: [any ContentDeclaration.Type] { get }

    /// Lists for staff beside those of its content.
    var resources: [any ResourceDeclaration.Type] { get }

    /// Operations of the admin API beside its content and its lists.
    var routes: [any RouteList.Type] { get }

    /// Its sign in the navigation, by the name of the icon.
    var icon: String { get }
    /// Pages that it has beside those of its content types.
    var pages: [ModulePage] { get }
    /// Pages about the people who use it.
    var peoplePages: [ModulePage] { get }
    /// What can be done at once from the search palette.
    var deeds: [ModulePage] { get }
    /// Templates of its pages by the names of their files.
    var files: [String: String] { get }

    /// Adds what answers `pages`, and what their forms are sent to.
    func addPages(to group: RouterGroup<ConsoleContext>, console: Console)

    /// What every public path of the app begins with: `/api/v1`.
    var publicPrefix: String { get }
    var publicRoutes: [PublicRoute] { get }

    /// The description of what is public (OpenAPI 3.1), as JSON; empty where there is none.
    var publicOpenAPI: String { get }

    /// Where the ids of what it has beside its content are kept.
    var identifierSources: [IdentifierSource] { get }

    /// What staff decide about the app while it runs.
    var settings: [AppSetting] { get }

    /// What the person whom a request names has of the contents; nil where it names nobody.
    ///
    /// An answer that is made with it is for that person alone, and not kept.
    func marks(for request: Request, services: Services) async throws -> PersonalMarks?

    /// Who holds the token that came with a request: somebody who has a share of requests of their own. Nil for nobody.
    func holder(ofTokenIn headers: HTTPFields, services: Services) async throws -> String?

    /// Adds what the app does and reads for one person, under `publicPrefix`.
    func addPublicRoutes(to group: RouterGroup<WebContext>, services: Services, clients: Clients)

    /// Takes away what time has ended; comes again every hour on each server.
    func tidy(_ services: Services) async throws

    /// What runs beside the answers, as long as the server does.
    func background(_ services: Services) -> [any Service]

    /// What links in public answers are signed with; nil where they are not.
    func linkKey(_ settings: AppSettings, _ services: Services) async throws -> [UInt8]?

    /// A problem in the form that the app expects.
    func answer(_ problem: Problem, in language: Language) -> PublicAnswer

    /// Adds what the app has in the admin API beside its content, under `/admin/api/v1/<name>`.
    func addAdminRoutes(to group: RouterGroup<StaffContext>, services: Services)

    /// What is odd about the app as a whole: a place of it, and what is wrong there.
    func warnings(_ live: LiveState, at now: Timestamp) -> [(place: Localized, text: Localized)]

    /// The same as OpenAPI has it: operations by path.
    var openAPIPaths: [String: JSON] { get }

    /// What they need, by operation, where it is not to read contents, or to change them.
    var openAPIPermissions: [String: [Permission]] { get }

    /// What they were really sent and answered, as JSON by operation.
    var openAPIExamples: String { get }

    /// People whom the search palette finds; nobody where whoever asks may not know them.
    func people(named text: String, api: AdminAPI) async throws -> [FoundPerson]

    /// Fills in people for a demonstration, where `folder` tells of any; answers how many.
    func addDemoPeople(from folder: String, _ services: Services) async throws -> Int

    /// What is to be known of contents beside what they hold, by id: how many are left, how many come.
    func remarks(
        on type: ContentType,
        ids: [String],
        services: Services,
        author: Author
    ) async throws -> [String: Remark]

    /// What visitors would see of a content as it is edited; nil where the app has no screen for the type.
    func phone(for content: LiveContent, _ request: PublicRequest, in zone: TimeZone) -> PhoneScreen?
}

extension Module {
    package var icon: String { "cube" }
    package var resources: [any ResourceDeclaration.Type] { [] }
    package var routes: [any RouteList.Type] { [] }
    package var pages: [ModulePage] { [] }
    package var peoplePages: [ModulePage] { [] }
    package var deeds: [ModulePage] { [] }
    package func remarks(
        on type: ContentType,
        ids: [String],
        services: Services,
        author: Author
    ) async throws -> [String: Remark] {
        [:]
    }
    package var files: [String: String] { [:] }
    package func linkKey(_ settings: AppSettings, _ services: Services) async throws -> [UInt8]? { nil }
    package func addPages(to group: RouterGroup<ConsoleContext>, console: Console) {}
    package var publicOpenAPI: String { "" }
    package var identifierSources: [IdentifierSource] { [] }
    package var settings: [AppSetting] { [] }
    package func marks(for request: Request, services: Services) async throws -> PersonalMarks? { nil }
    package func holder(ofTokenIn headers: HTTPFields, services: Services) async throws -> String? { nil }
    package func addPublicRoutes(to group: RouterGroup<WebContext>, services: Services, clients: Clients) {}
    package func tidy(_ services: Services) async throws {}
    package func background(_ services: Services) -> [any Service] { [] }
    package func addAdminRoutes(to group: RouterGroup<StaffContext>, services: Services) {}
    package func warnings(_ live: LiveState, at now: Timestamp) -> [(place: Localized, text: Localized)] {
        []
    }
    package var openAPIPaths: [String: JSON] { [:] }
    package var openAPIPermissions: [String: [Permission]] { [:] }
    package var openAPIExamples: String { "" }
    package func people(named text: String, api: AdminAPI) async throws -> [FoundPerson] { [] }
    package func addDemoPeople(from folder: String, _ services: Services) async throws -> Int { 0 }
    package func phone(for content: LiveContent, _ request: PublicRequest, in zone: TimeZone) -> PhoneScreen?
    {
        nil
    }
}

/// Somebody whom the search palette shows.
package struct FoundPerson: Sendable, Hashable {
    package let path: String
    package let name: String
    package let phone: String

    package init(path: String, name: String, phone: String) {
        (self.path, self.name, self.phone) = (path, name, phone)
    }
}

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
