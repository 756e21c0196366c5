import Core
import Hummingbird
import Logging
import NIOCore
import Storage

/// What is known of a request before anybody has signed in.
package struct WebContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// Who asks, once the session or the token has been looked at.
    package var author: Author?
    package var language = Language.en
    /// The address of the client, past the proxies that are trusted.
    package var address: String
    /// Where a browser is signed in, once a page has been asked for.
    var session: StaffSession?
    /// How far the changes had come before anything was read for the page.
    var position: Int64 = 0
    var theme = Theme.system
    /// What the page before has left to be told.
    var noticeID: String?
    package let requestID: String
    /// It comes from within this process.
    package let isLocal: Bool

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        address = source.channel.remoteAddress?.ipAddress ?? ""
        requestID = source.logger[metadataKey: "hb.request.id"]?.description ?? ""
        isLocal = false
    }

    /// A request that comes from within this process.
    init(local author: Author?, logger: Logger) {
        coreContext = CoreRequestContextStorage(source: LocalSource(logger: logger))
        self.author = author
        address = ""
        requestID = ""
        isLocal = true
    }

    private struct LocalSource: RequestContextSource {
        let logger: Logger
    }
}

/// What is known of a request of the admin API: below here there is no "if signed in".
package struct StaffContext: ChildRequestContext {
    package var coreContext: CoreRequestContextStorage
    package let author: Author
    package let language: Language
    package let address: String
    let requestID: String
    /// The request comes from within this process.
    package let isLocal: Bool

    package init(context: WebContext) throws {
        guard let author = context.author else {
            throw Problem(.unauthenticated, Localized("Сначала войдите.", "Sign in first."))
        }
        coreContext = context.coreContext
        self.author = author
        language = context.language
        address = context.address
        requestID = context.requestID
        isLocal = context.isLocal
    }

    /// Of somebody who is signed in to the console.
    init(
        author: Author,
        language: Language,
        address: String,
        requestID: String,
        _ coreContext: CoreRequestContextStorage
    ) {
        (self.author, self.language, self.address) = (author, language, address)
        (self.requestID, self.coreContext, isLocal) = (requestID, coreContext, true)
    }

    /// The audit's view of the author of an action.
    package func signature(at now: Timestamp) -> AuditSignature {
        AuditSignature(author: author, at: now, address: address)
    }
}
