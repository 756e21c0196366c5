import Core
import Hummingbird
import Logging
import NIOCore
import Storage

/// The context of a request before anybody is authenticated.
package struct WebContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The author, once the session or the token has been checked.
    package var author: Author? {
        didSet { note(author) }
    }
    package var language = Language.en
    /// The address of the client, past the trusted proxies.
    package var address: String
    /// The other end of the connection.
    let peer: String
    /// The actor for the access log, which sees only the context before authentication; all copies share it.
    let requestActor = Locked<RequestActor?>(nil)
    /// The session of a browser, once a page is requested.
    var session: StaffSession? {
        didSet { note(session?.author(door: .console)) }
    }
    /// The position in the changes before anything was read for the page.
    var position: Int64 = 0
    var theme = Theme.system
    /// The id of the flash message that the previous page has left.
    var noticeID: String?
    package private(set) var requestID: String
    /// True if the request comes from within this process.
    package let isLocal: Bool

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        peer = source.channel.remoteAddress?.ipAddress ?? ""
        address = peer
        requestID = source.logger[metadataKey: "hb.request.id"]?.description ?? ""
        isLocal = false
    }

    /// A request from within this process.
    init(local author: Author?, logger: Logger) {
        coreContext = CoreRequestContextStorage(source: LocalSource(logger: logger))
        self.author = author
        (address, peer, requestID) = ("", "", "")
        isLocal = true
    }

    /// Takes over the id that a trusted proxy has given to the request.
    mutating func take(requestID id: String) {
        requestID = id
        logger[metadataKey: "hb.request.id"] = "\(id)"
    }

    private func note(_ author: Author?) {
        guard let author else { return }
        requestActor.update { $0 = RequestActor(author) }
    }

    private struct LocalSource: RequestContextSource {
        let logger: Logger
    }
}

/// The context of a request of the admin API with an author, so that handlers need no check for one.
package struct StaffContext: ChildRequestContext {
    package var coreContext: CoreRequestContextStorage
    package let author: Author
    package let language: Language
    package let address: String
    let requestID: String
    /// True if the request comes from within this process.
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

    /// The context of a person who is signed in to the console.
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

    /// The signature of the author's actions in the audit.
    package func signature(at now: Timestamp) -> AuditSignature {
        AuditSignature(author: author, at: now, address: address)
    }
}
