import Core
import HTTPTypes
import Storage
import TestSupport
import Testing

@testable import Web

/// Clients that do not take what is sent to them, over real connections.
struct UntakenAnswerTests {
    private static let tags = "/admin/api/v1/mall/tags"
    private static let large = "/api/v1/openapi.json"

    @Test func `a client that takes nothing of its answer is cut off, and a silent stream is not`()
        async throws
    {
        try await withVitrina { vitrina in
            let token = try await vitrina.newToken(of: .viewer).secret
            let open = vitrina.services.metrics.requests.connections
            try await withHTTP(vitrina, untakenMax: .seconds(2)) { url in
                let stream = try EventStream(
                    url,
                    "/admin/api/v1/events",
                    headers: ["Authorization: Bearer \(token)"]
                )
                let hasBegun = try await holds { stream.events.count == 1 }
                #expect(hasBegun)

                // Together the answers are larger than all buffers in between, so that a handler waits.
                let more = Array(repeating: "\r\nGET \(Self.large) HTTP/1.1\r\nHost: 127.0.0.1", count: 200)
                let deaf = try EventStream(url, Self.large, headers: more, reads: false)
                let isOpen = try await holds { open.value == 2 }
                #expect(isOpen)
                let isCut = try await holds { open.value == 1 }

                #expect(isCut)
                deaf.read()
                let isClosed = try await holds { deaf.isClosed }
                #expect(isClosed)
                #expect(deaf.status == 200 && deaf.text.utf8.count < 1_000_000)
                _ = try await vitrina.send(.post, Self.tags, ["name": ["ru": "Кофе"]])
                let isTold = try await holds { stream.titles == ["Кофе"] }
                #expect(isTold && !stream.isClosed)
            }
        }
    }
}
