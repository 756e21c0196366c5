import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Answers to `HEAD`, which have no body (RFC 9110 §9.3.2).
struct HeadTests {
    // D20, D25: a body would be parsed as the beginning of the next answer on the connection
    @Test(arguments: [
        "/mods/nothing", "/mods/item/nothing", "/mods/category/korabli?limit=0", "/mods/events", "/nothing",
        "/media/nothing", "/admin/api/v1/mods", "/stories/v1/nothing", "/api/v1/nothing", "/media/a/64.webp",
        "/config/v1/nothing", "/ofrep/v1/nothing",
    ])
    func `a refusal of HEAD has no body`(path: String) async throws {
        try await withVitrina { vitrina in
            let head = try await vitrina.send(.head, path, as: nil)
            #expect(head.status >= 400)
            #expect(head.bytes.isEmpty, "\(head.text)")
            let length = head.headers[.contentLength].flatMap { Int($0) } ?? 0
            #expect(length > 0, "it says how long the answer to GET is")
        }
    }

    // D87: a body that is too large is refused by its declared length, before its first byte
    @Test(arguments: TestDatabase.all)
    func `a body of two gigabytes is refused before it comes`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let settings = try await vitrina.send(
                .patch,
                "/admin/api/v1/settings/mods",
                ["client_events": true],
                as: Vitrina.owner
            )
            #expect(settings.status == 200)
            for length in ["2147483648", "9223372036854775807"] {
                for path in ["/mods/events", "/admin/api/v1/mods/mods", "/admin/api/v1/media?name=a.zip"] {
                    let headers: HTTPFields = [.contentLength: length]
                    let reply = try await vitrina.send(.post, path, headers: headers)
                    #expect(reply.status == 413, "\(path) \(reply.status) \(reply.text)")
                }
            }
        }
    }
}
