import Core
import HTTPTypes
import TestSupport
import Testing
import Web

/// The answers to unknown addresses: a page for a browser, a problem for a program.
struct UnknownAddressTests {
    private static let html: HTTPFields = [
        .accept: "text/html,application/xhtml+xml,*/*;q=0.8", .acceptLanguage: "ru-RU",
    ]

    @Test func `a browser gets a page in its language, signed in or not`() async throws {
        try await withVitrina { vitrina in
            let signedIn = try await vitrina.browser(of: .viewer).merging(Self.html)
            for headers in [Self.html, signedIn] {
                for path in ["/no/such/page", "/ofers", "/system/nothing"] {
                    let reply = try await vitrina.send(.get, path, headers: headers, as: nil)
                    #expect(reply.status == 404)
                    #expect(reply.headers[.contentType] == "text/html; charset=utf-8")
                    #expect(reply.headers[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
                    #expect(reply.text.contains("Такого адреса нет."), "\(path)")
                    #expect(reply.text.contains("href=\"/\""))
                }
            }
            var english = signedIn
            english[.acceptLanguage] = "en"
            let reply = try await vitrina.send(.get, "/no/such/page", headers: english, as: nil)
            #expect(reply.text.contains("There is no such address."))
            #expect(reply.text.contains("<nav"), "within the console")
            let head = try await vitrina.send(.head, "/no/such/page", headers: english, as: nil)
            #expect(head.status == 404 && head.bytes.isEmpty)
        }
    }

    @Test func `a program gets a problem, and so does everybody under the APIs`() async throws {
        try await withVitrina { vitrina in
            let plain = try await vitrina.send(.get, "/no/such/page", headers: [.accept: "*/*"], as: nil)
            #expect(plain.status == 404)
            #expect(plain.headers[.contentType] == "application/problem+json")
            for path in ["/admin/api/v1/nothing", "/admin/nothing", "/config/v1/nothing/at/all"] {
                let reply = try await vitrina.send(.get, path, headers: Self.html, as: nil)
                #expect(reply.headers[.contentType]?.contains("json") == true, "\(path)")
            }
            let app = try await vitrina.send(.get, "/api/v1/nothing", headers: Self.html, as: nil)
            #expect(app.json["error_text"] != nil)
        }
    }
}

extension HTTPFields {
    fileprivate func merging(_ others: HTTPFields) -> HTTPFields {
        var fields = self
        for field in others { fields[field.name] = field.value }
        return fields
    }
}
