import Core
import Web

/// The one who changes an order, for its history.
enum OrderActor: Sendable {
    /// The owner, in the app.
    case user
    /// The program, when something is due.
    case server
    case staff(Author)

    /// The column of a list for the name, with the words for the app and the server.
    static let column = ResourceColumn.Kind.author([
        ResourceChoice(Self.user.name, Localized("приложение", "the app")),
        ResourceChoice(Self.server.name, Localized("сервер", "the server")),
    ])

    var name: String {
        switch self {
        case .user: "app"
        case .server: "server"
        case .staff(let author): author.name
        }
    }

    var staffID: String? {
        switch self {
        case .user, .server: nil
        case .staff(let author): author.staffID
        }
    }
}
