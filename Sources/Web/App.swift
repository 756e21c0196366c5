import Core
import Foundation
import HTTPTypes
import Hummingbird
import Storage

/// One mobile app: what is declared for it, and what only it has.
package protocol App: Module {
    /// What every public path of the app begins with: `/api/v1`.
    var publicPrefix: String { get }
    var publicRoutes: [PublicRoute] { get }

    /// The description of what is public (OpenAPI 3.1), as JSON; empty where there is none.
    var publicOpenAPI: String { get }

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

    /// What links in public answers are signed with; nil where they are not.
    func linkKey(_ settings: AppSettings, _ services: Services) async throws -> [UInt8]?

    /// A problem in the form that the app expects.
    func answer(_ problem: Problem, in language: Language) -> PublicAnswer

    /// Pages about the people who use it.
    var peoplePages: [ModulePage] { get }

    /// What is odd about the app as a whole: a place of it, and what is wrong there.
    func warnings(_ live: LiveState, at now: Timestamp) -> [(place: Localized, text: Localized)]

    /// Users whom the search palette finds; none if the author may not read people.
    func people(
        named text: String,
        _ services: Services,
        _ context: StaffContext
    ) async throws -> [FoundPerson]

    /// Fills in people for a demonstration, where `folder` tells of any; answers how many.
    func addDemoPeople(from folder: String, _ services: Services) async throws -> Int

    /// Fills in for a demonstration what is neither content nor people.
    func addDemo(_ services: Services) async throws

    /// What is to be known of contents beside what they hold, by id: how many are left, how many come.
    func remarks(
        on type: ContentType,
        ids: [String],
        services: Services,
        author: Author
    ) async throws -> [String: Badge]

    /// What visitors would see of a content as it is edited; nil where the app has no screen for the type.
    func phone(for content: LiveContent, _ request: PublicRequest, in zone: TimeZone) -> PhoneScreen?
}

extension App {
    package var publicOpenAPI: String { "" }
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
    package func phone(for content: LiveContent, _ request: PublicRequest, in zone: TimeZone) -> PhoneScreen?
    {
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

/// Somebody whom the search palette shows.
package struct FoundPerson: Sendable, Hashable {
    package let path: String
    package let name: String
    package let phone: String

    package init(path: String, name: String, phone: String) {
        (self.path, self.name, self.phone) = (path, name, phone)
    }
}
