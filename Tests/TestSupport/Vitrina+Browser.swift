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

    /// Sends a form of the console, as the browser with this cookie.
    package func postForm(_ path: String, _ form: String = "", cookie: HTTPFields) async throws -> Reply {
        try await send(.post, path, bytes: Array(form.utf8), headers: cookie, as: nil)
    }
}

extension Vitrina.Reply {
    /// The cookie that names a flash message: `vitrina_notice=ID`; nil if there is none.
    package var noticeCookie: String? {
        headers[values: .setCookie].compactMap { $0.split(separator: ";").first }
            .first { $0.contains("notice") }.map(String.init)
    }

    /// The id of the flash message.
    package var notice: String? { noticeCookie.map { String($0.split(separator: "=").last ?? "") } }
}
