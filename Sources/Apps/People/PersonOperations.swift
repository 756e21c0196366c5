import Core
import Storage
import Web

/// The operations of staff on a user of an app, for the admin API and the console.
///
/// Each operation checks its permissions, and throws if there is no such user.
protocol PersonOperations: Sendable {
    associatedtype Act: PersonAct

    var context: StaffContext { get }

    init(_ services: Services, _ context: StaffContext)

    /// Reveals the whole phone, which is audited.
    func reveal(_ id: String) async throws -> RevealedPhone
    /// Erases all personal data; `digits` confirm that this is the right person.
    func erase(_ id: String, digits: String) async throws
    /// Performs an action on a person in one transaction; requires `people.write`, and a person who is not erased.
    func perform(_ id: String, _ act: @escaping @Sendable (Act, any Connection) throws -> Void) async throws
}

/// The changes that a member of staff makes to a person, each of them audited.
protocol PersonAct: Sendable {
    func block(_ reason: String, on connection: any Connection) throws
    func unblock(on connection: any Connection) throws
    func signOut(on connection: any Connection) throws
}

extension PersonOperations {
    func block(_ id: String, reason: String) async throws {
        try context.author.require(.writePeople)
        let reason = try blockReason(reason)
        try await perform(id) { try $0.block(reason, on: $1) }
    }

    func unblock(_ id: String) async throws {
        try await perform(id) { try $0.unblock(on: $1) }
    }

    /// Ends every session.
    func signOut(_ id: String) async throws {
        try await perform(id) { try $0.signOut(on: $1) }
    }
}
