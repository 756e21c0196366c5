import Core
import Web

/// What staff do to a user of an app, for the admin API and the console.
///
/// Each operation asks for its rights, and throws if there is no such user.
protocol PersonOperations: Sendable {
    init(_ services: Services, _ context: StaffContext)

    /// Reveals the whole phone; the audit records it.
    func reveal(_ id: String) async throws -> RevealedPhone
    func block(_ id: String, reason: String) async throws
    func unblock(_ id: String) async throws
    func signOut(_ id: String) async throws
    /// Erases everything personal; `digits` confirm that this is the person to be erased.
    func erase(_ id: String, digits: String) async throws
}
