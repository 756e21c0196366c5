import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// A page that responds to a form has the form's URL, which a browser may reload.
struct FormReloadTests {
    private static let user = "00000000-0000-7000-8000-000000000000"

    // A88
    @Test(arguments: [
        ("/accounts/\(user)/password", "/accounts/\(user)"),
        ("/accounts/\(user)/reveal", "/accounts/\(user)"),
        ("/accounts/\(user)/block", "/accounts/\(user)"), ("/people/\(user)/reveal", "/people/\(user)"),
        ("/accounts/clients/\(user)/remove", "/accounts/clients/\(user)"), ("/logout", "/"),
        ("/accounts/x/password/?a=1", "/accounts/x"),
    ])
    func `what was answered there leads back to the page that has the form`(
        path: String,
        page: String
    ) async throws {
        try await withVitrina { vitrina in
            for method in [HTTPRequest.Method.get, .head] {
                let reply = try await vitrina.send(method, path, as: nil)
                #expect(reply.status == 303, "\(method) \(reply.text)")
                #expect(reply.headers[.location] == page)
            }
        }
    }

    @Test(arguments: [
        "/accounts/a/b/c", "/nowhere", "/admin/api/v1/accounts/users/x/password", "/api/auth/login",
        "//evil.example/accounts/x/password",
    ])
    func `an address to which no form is sent leads nowhere`(path: String) async throws {
        try await withVitrina { vitrina in
            let reply = try await vitrina.send(.get, path, as: nil)
            #expect([401, 404, 405].contains(reply.status) && reply.headers[.location] == nil)
        }
    }

    // A88
    @Test(arguments: TestDatabase.all)
    func `loading the page of a new password again shows the account without it, and makes no other`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let hostile = try await HostileWorld(vitrina)
            let path = "/accounts/\(hostile.ids["accounts"] ?? "")/password"
            let post = try await vitrina.send(.post, path, headers: hostile.cookie, as: nil)
            #expect(post.status == 200 && post.text.contains("class=\"secret\""))
            let resets = try await vitrina.services.auditCount(of: "person.password")

            let reload = try await vitrina.send(.get, path, headers: hostile.cookie, as: nil)
            #expect(reload.status == 303)
            let target = reload.headers[.location] ?? ""
            let page = try await vitrina.send(.get, target, headers: hostile.cookie, as: nil)
            #expect(page.status == 200 && !page.text.contains("class=\"secret\""))
            #expect(try await vitrina.services.auditCount(of: "person.password") == resets)
        }
    }
}
