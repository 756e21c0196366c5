import Core
import HTTPTypes
import Web

extension Vitrina {
    /// The headers of a browser in which a new member of staff is signed in to the console.
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
