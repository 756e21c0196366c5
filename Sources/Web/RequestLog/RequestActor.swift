import Core

/// The actor of a request, as the access log names it.
struct RequestActor: Sendable, Hashable {
    /// A client of an app, with or without a user.
    static let app = RequestActor(kind: "app", id: nil)

    let kind: String
    let id: String?

    private init(kind: String, id: String?) {
        (self.kind, self.id) = (kind, id)
    }

    /// A token by its own id, since a member of staff may have several.
    init(_ author: Author) {
        switch author.credential {
        case .token(let id)?: self.init(kind: "token", id: id)
        case .session?: self.init(kind: "staff", id: author.staffID)
        case nil: self.init(kind: author.staffID == nil ? "program" : "staff", id: author.staffID)
        }
    }
}
