import Core
import HTTPTypes
import Web

extension Vitrina {
    /// What the browser of somebody new sends who has signed in to the console.
    package func browser(of role: Role) async throws -> HTTPFields {
        let (email, password) = ("\(role.rawValue)@browser.example", "correct horse battery")
        _ = try await services.staff.create(
            email: email,
            name: "Анна Лис",
            role: role,
            password: password,
            by: Self.owner
        )
        let secret = try await services.staff.signIn(
            email: email,
            password: password,
            address: nil,
            door: .console
        ).secret
        return [.cookie: "vitrina_session=\(secret)", .accept: "text/html"]
    }
}
