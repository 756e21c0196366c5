import Core
import HTTPTypes
import Hummingbird
import Storage

/// One mobile app: its declarations, and the routes and pages that only it has.
package protocol App: Module {
    /// The prefix of every public path of the app: `/api/v1`.
    var publicPrefix: String { get }
    var publicRoutes: [PublicRoute] { get }

    /// The OpenAPI 3.1 description of the public routes, as JSON; empty if there is none.
    var publicOpenAPI: String { get }

    /// The setting with the sites whose pages may read its answers; nil if those of every site may.
    ///
    /// It holds origins with spaces between them, `https://example.org`, or `*` for any.
    var originsSetting: String? { get }

    /// The settings of the app that staff can change at runtime.
    var settings: [AppSetting] { get }

    /// The personal marks on entries of the person in a request; nil if there is none.
    ///
    /// A response made with them is for that person alone, and not cached.
    func marks(for request: Request, services: Services) async throws -> PersonalMarks?

    /// The holder of the token in a request, who has a rate limit of their own; nil if the token is not valid.
    func holder(ofTokenIn headers: HTTPFields, services: Services) async throws -> String?

    /// Adds the app's own routes for one person, under `publicPrefix`.
    func addPublicRoutes(to group: RouterGroup<WebContext>, services: Services, clients: Clients)

    /// The key that signs links in public responses; nil if they are not signed.
    func linkKey(_ settings: AppSettings, _ services: Services) async throws -> [UInt8]?

    /// A problem in the error format of the app.
    func answer(_ problem: Problem, in language: Language) -> PublicAnswer

    /// Pages about the people who use the app.
    var peoplePages: [ModulePage] { get }

    /// Warnings about the app as a whole: each with its place in the app and its text.
    func warnings(_ live: LiveState, at now: Timestamp) -> [(place: Localized, text: Localized)]

    /// Users whom the search palette finds; none if the author may not read people.
    func people(
        named text: String,
        _ services: Services,
        _ context: StaffContext
    ) async throws -> [FoundPerson]

    /// Adds people for a demonstration, if `folder` describes any; returns their number.
    func addDemoPeople(from folder: String, _ services: Services) async throws -> Int

    /// Adds data for a demonstration that is neither content nor people.
    func addDemo(_ services: Services) async throws

    /// Remarks on entries beyond their fields, by id: how many are left, how many people come.
    func remarks(
        on type: ContentType,
        ids: [String],
        services: Services,
        author: Author
    ) async throws -> [String: Badge]

    /// The screen of the app that shows an entry as it is edited; nil if the app has no screen for the type.
    func phone(for content: LiveContent, _ request: PublicRequest, in zone: Zone) -> PhoneScreen?
}

extension App {
    package var publicOpenAPI: String { "" }
    package var originsSetting: String? { nil }
    package var settings: [AppSetting] { [] }
    package func marks(for request: Request, services: Services) async throws -> PersonalMarks? { nil }
    package func holder(ofTokenIn headers: HTTPFields, services: Services) async throws -> String? { nil }
    package func addPublicRoutes(to group: RouterGroup<WebContext>, services: Services, clients: Clients) {}
    package func linkKey(_ settings: AppSettings, _ services: Services) async throws -> [UInt8]? { nil }
    package var peoplePages: [ModulePage] { [] }
    package func warnings(_ live: LiveState, at now: Timestamp) -> [(place: Localized, text: Localized)] {
        []
    }
    package func people(
        named text: String,
        _ services: Services,
        _ context: StaffContext
    ) async throws -> [FoundPerson] { [] }
    package func addDemoPeople(from folder: String, _ services: Services) async throws -> Int { 0 }
    package func addDemo(_ services: Services) async throws {}
    package func remarks(
        on type: ContentType,
        ids: [String],
        services: Services,
        author: Author
    ) async throws -> [String: Badge] {
        [:]
    }
    package func phone(for content: LiveContent, _ request: PublicRequest, in zone: Zone) -> PhoneScreen? {
        nil
    }

    package var preflights: [(prefix: String, headers: HTTPFields)] {
        [(publicPrefix, PublicRoutes.preflight)]
    }

    package var errorFormats: [ErrorFormat] {
        [
            ErrorFormat(prefix: publicPrefix + "/") { _, problem, request in
                .personal(answer(problem, in: Language(accepting: request.headers[.acceptLanguage])))
            }
        ]
    }
}

/// A person in the results of the search palette.
package struct FoundPerson: Sendable, Hashable {
    package let path: String
    package let name: String
    package let phone: String

    package init(path: String, name: String, phone: String) {
        (self.path, self.name, self.phone) = (path, name, phone)
    }
}
