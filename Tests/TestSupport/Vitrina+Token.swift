import Core
import Web

extension Vitrina {
    /// A token of a new member of staff, with the same rights.
    package func newToken(
        of role: Role = .owner,
        grants: Set<Permission> = []
    ) async throws -> (token: APIToken, secret: String) {
        let member = try await services.staff.create(
            email: "\(role.rawValue)@tokens.example",
            name: "Tina",
            role: role,
            grants: grants,
            by: Self.owner
        ).staff
        return try await services.staff.createToken(
            name: "t",
            role: role,
            grants: grants,
            for: member.id,
            by: Self.owner
        )
    }
}
