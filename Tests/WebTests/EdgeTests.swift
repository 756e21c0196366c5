import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// The public surface of the server, and the headers of every answer for browsers.
struct EdgeTests {
    private static let api = "/admin/api/v1"

    @Test func `a body whose chunks cannot be read is answered with 400`() async throws {
        try await withVitrina { vitrina in
            try await withHTTP(vitrina) { url in
                for chunks in ["zz\r\nabc\r\n0\r\n\r\n", "-1\r\nabc\r\n", "FFFFFFFFFFFFFFFFFF\r\nabc\r\n"] {
                    let stream = try EventStream(
                        url,
                        Self.api + "/session",
                        headers: [
                            "Transfer-Encoding: chunked", "Content-Type: application/json\r\n\r\n\(chunks)",
                        ],
                        method: "POST"
                    )
                    let isAnswered = try await holds { stream.status != 0 || stream.isClosed }
                    #expect(isAnswered)
                    #expect(stream.status == 400, "\(chunks) \(stream.text)")
                }
            }
        }
    }

    @Test func `strangers learn neither the version nor what can be asked`() async throws {
        try await withVitrina { vitrina in
            for path in ["/", Self.api + "/health"] {
                let reply = try await vitrina.send(.get, path, as: nil)
                #expect(reply.status == 200)
                #expect(!reply.text.contains(version), "\(path)")
            }
            #expect(try await vitrina.send(.get, Self.api + "/openapi.json", as: nil).status == 401)
            let document = try await vitrina.send(.get, Self.api + "/openapi.json", as: Vitrina.viewer)
            #expect(document.json["info"]?["version"]?.string == version)
            // The description of the apps' API is public.
            #expect(try await vitrina.send(.get, "/api/v1/openapi.json", as: nil).status == 200)
        }
    }

    @Test func `no other site's page gets hold of a window or an answer of the console`() async throws {
        try await withVitrina { vitrina in
            try await withHTTP(vitrina) { url in
                for (path, policy) in [
                    ("/login", "same-origin"), (Self.api + "/health", "same-origin"),
                    ("/nowhere", "same-origin"),
                    ("/api/v1/offers", "cross-origin"), ("/api/v1/nowhere", "cross-origin"),
                ] {
                    // The second answer for an app is from the cache.
                    for _ in 0..<2 {
                        let headers = try await HTTPClient().send("GET", url + path).headers
                        #expect(headers["cross-origin-resource-policy"] == policy, "\(path)")
                    }
                    if policy == "same-origin" {
                        let headers = try await HTTPClient().send("GET", url + path).headers
                        #expect(headers["cross-origin-opener-policy"] == "same-origin", "\(path)")
                    }
                }
            }
        }
    }

    @Test(arguments: [true, false])
    func `over TLS the cookie is of this host alone, and either name is understood and taken away`(
        isSecure: Bool
    ) async throws {
        let settings = WebSettings(publicURL: isSecure ? "https://mall.example" : nil, rateLimit: 0)
        try await withVitrina(settings: settings) { vitrina in
            _ = try await vitrina.services.staff.create(
                email: "anna@mall.example",
                name: "Anna",
                role: .owner,
                password: "correct horse",
                by: Vitrina.owner
            )
            let body: JSON = ["email": "anna@mall.example", "password": "correct horse"]
            let name = isSecure ? "__Host-vitrina_session" : "vitrina_session"
            var secrets: [String] = []
            for _ in 0..<2 {
                let reply = try await vitrina.send(.post, Self.api + "/session", body, as: nil)
                let cookie = try #require(
                    reply.headers[values: .setCookie].first { $0.hasPrefix(name + "=") }
                )
                #expect(cookie.contains("Secure") == isSecure)
                #expect(cookie.contains("Path=/") && cookie.contains("HttpOnly"))
                secrets.append(String(cookie.dropFirst(name.count + 1).prefix { $0 != ";" }))
            }
            for (name, secret) in zip(["vitrina_session", "__Host-vitrina_session"], secrets) {
                let headers: HTTPFields = [.cookie: "\(name)=\(secret)"]
                #expect(
                    try await vitrina.send(.get, Self.api + "/session", headers: headers, as: nil).status
                        == 200
                )
                let out = try await vitrina.send(.delete, Self.api + "/session", headers: headers, as: nil)
                let cookies = out.headers[values: .setCookie]
                for known in ["vitrina_session=;", "__Host-vitrina_session=;"] {
                    #expect(
                        cookies.contains { $0.hasPrefix(known) && $0.contains("Max-Age=0") },
                        "\(cookies)"
                    )
                }
                #expect(
                    try await vitrina.send(.get, Self.api + "/session", headers: headers, as: nil).status
                        == 401
                )
            }
        }
    }

    @Test func `who lacks the right is told so before anything is asked of the request`() async throws {
        try await withVitrina { vitrina in
            let tag = try await vitrina.send(.post, Self.api + "/mall/tags", ["name": ["ru": "Чай"]])
            let project: JSON = [
                "id": "demo-app", "number": 123_456_789_012, "app": "demo", "environment": "production",
                "title": "Demo",
            ]
            _ = try await vitrina.send(.post, Self.api + "/flags", project, as: Vitrina.owner)
            let (content, flags) = ("/mall/tags/\(tag.id)", "/flags/demo-app")
            let changes: [(HTTPRequest.Method, String)] = [
                (.patch, content), (.delete, content), (.put, content + "/publication"),
                (.delete, content + "/publication"), (.delete, content + "/draft"),
                (.put, content + "/schedule/publication"), (.patch, flags + "/draft"),
                (.delete, flags + "/draft"),
                (.put, flags + "/draft/approval"), (.put, flags + "/draft/resolution"),
                (.put, flags + "/draft/publication"), (.put, flags + "/template"),
                (.put, flags + "/parameters/a"), (.delete, flags + "/parameters/a"),
                (.put, flags + "/conditions/a"), (.put, "/accounts/messages/welcome"),
            ]
            for (method, path) in changes {
                let reply = try await vitrina.send(method, Self.api + path, [:], as: Vitrina.viewer)
                #expect([403, 404, 405].contains(reply.status), "\(method) \(path) \(reply.text)")
                if path == content || path.hasPrefix(flags + "/draft") {
                    #expect(reply.status == 403, "\(path)")
                }
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a new password tells how many tokens stay, and takes them away where that is asked for`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let anna = try await vitrina.services.staff.create(
                email: "anna@mall.example",
                name: "Anna",
                role: .owner,
                password: "correct horse",
                by: Vitrina.owner
            ).staff
            func token() async throws -> HTTPFields {
                let secret = try await vitrina.services.staff.createToken(
                    name: "t",
                    role: .owner,
                    for: anna.id,
                    by: Vitrina.owner
                ).secret
                return [.authorization: "Bearer \(secret)"]
            }
            let path = "\(Self.api)/staff/\(anna.id)"
            _ = try await token()
            let kept = try await vitrina.send(.patch, path, ["password": "another horse"], as: Vitrina.owner)
            #expect(kept.status == 200 && kept.json["open_tokens"] == 1)
            let gone = try await vitrina.send(.patch, path, ["revoke_tokens": true], as: Vitrina.owner)
            #expect(gone.json["open_tokens"] == 0)
            #expect(
                try await vitrina.send(.patch, path, ["name": "A"], as: Vitrina.owner).json["open_tokens"]
                    == nil
            )

            let own = try await token()
            let first = try await vitrina.send(
                .put,
                Self.api + "/password",
                ["current": "another horse", "password": "a third horse"],
                headers: own,
                as: nil
            )
            #expect(first.json == ["open_tokens": 1, "revoked_tokens": 0])
            let second = try await vitrina.send(
                .put,
                Self.api + "/password",
                ["current": "a third horse", "password": "a fourth horse", "revoke_tokens": true],
                headers: own,
                as: nil
            )
            #expect(second.json == ["open_tokens": 0, "revoked_tokens": 1])
            #expect(try await vitrina.send(.get, path, headers: own, as: nil).status == 401)
        }
    }

    @Test func `the console asks what is to become of the keys, and says what stays`() async throws {
        try await withVitrina { vitrina in
            var browser = try await vitrina.browser(of: .owner)
            let anna = try await vitrina.services.staff.list(by: Vitrina.owner)[0]
            let form = "application/x-www-form-urlencoded"
            browser[.contentType] = form
            func post(_ path: String, _ text: String) async throws -> Vitrina.Reply {
                try await vitrina.postForm(path, text, cookie: browser)
            }
            for name in ["a", "b"] {
                _ = try await vitrina.services.staff.createToken(
                    name: name,
                    role: .viewer,
                    for: anna.id,
                    by: Vitrina.owner
                )
            }
            let page = try await vitrina.send(.get, "/me", headers: browser, as: nil)
            #expect(page.text.contains("name=\"revoke_tokens\""))

            let kept = try await post("/me/password", "current=correct+horse+battery&password=another+horse")
            #expect(kept.status == 303, "\(kept.text)")
            #expect(try await vitrina.services.staff.openTokenCount(of: anna.id) == 2)
            let shown = try await post("/system/staff/\(anna.id)/reset-password", "")
            #expect(shown.text.contains(": 2."))

            _ = try await vitrina.services.staff.update(
                anna.id,
                StaffChanges(password: "one more horse"),
                by: Vitrina.owner
            )
            let secret = try await vitrina.services.staff.signIn(
                email: anna.email,
                password: "one more horse",
                address: nil,
                door: .console
            ).secret
            browser[.cookie] = "vitrina_session=\(secret)"
            let gone = try await post("/system/staff/\(anna.id)/reset-password", "revoke_tokens=true")
            #expect(gone.status == 200)
            #expect(try await vitrina.services.staff.openTokenCount(of: anna.id) == 0)
        }
    }
}
