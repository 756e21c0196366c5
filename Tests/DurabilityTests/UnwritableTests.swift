import Core
import Foundation
import Storage
import TestSupport
import Testing

/// A server with a read-only database.
@Suite(.serialized)
struct UnwritableTests {
    private static let tags = "/admin/api/v1/mall/tags"
    private static let tag = HTTPBody.bytes(Array(#"{"name":{"ru":"Чай"}}"#.utf8))

    @Test(.timeLimit(.minutes(5)), .enabled(if: TestDatabase.postgresURL != nil))
    func `a standby serves reads with a token, and refuses changes at once`() async throws {
        try await PostgresServer.with { server in
            try await withPlace(on: server) { place in
                // The token's last use is old, so the next one must be recorded.
                try await place.change("UPDATE staff_tokens SET last_used_at = NULL")
                try await server.becomeStandby()
                try await withProgram(on: place) { program in
                    let read = try await program.call("GET", Self.tags)
                    #expect(read.status == 200)
                    // The best of several: the others measure the load of the machine.
                    var fastest = Duration.seconds(60)
                    for _ in 0..<6 where fastest >= .seconds(5) {
                        let began = ContinuousClock.now
                        let write = try await program.call("POST", Self.tags, Self.tag)
                        #expect(write.status == 503)
                        #expect(write.headers["retry-after"] != nil)
                        fastest = min(fastest, ContinuousClock.now - began)
                    }
                    #expect(fastest < .seconds(5))
                    // It can still serve reads of apps and staff.
                    #expect(try await program.call("GET", "/readyz").status == 200)
                }
            }
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `an SQLite file that is replaced under the server is told of`() async throws {
        try await withPlace(.sqlite) { place in
            let path = "\(place.environment["VITRINA_DATA"] ?? "")/vitrina.db"
            try await withProgram(on: place) { program in
                #expect(try await program.call("GET", "/readyz").status == 200)
                #expect(try await program.call("GET", "/livez").status == 200)
                let answer = try await program.call("POST", Self.tags, Self.tag)
                #expect(answer.status == 201)

                try FileManager.default.copyItem(atPath: path, toPath: path + ".copy")
                #expect(rename(path + ".copy", path) == 0)

                let refused = try await program.call("POST", Self.tags, Self.tag)
                #expect(refused.status == 503)
                #expect(refused.headers["retry-after"] != nil)
                #expect(refused.text.contains("replaced"))
                // It looks every second; a busy machine may take longer.
                #expect(try await holds { try await program.call("GET", "/readyz").status == 503 })
                #expect(try await program.call("GET", "/livez").status == 200)
                // The token's owner can still read.
                #expect(try await program.call("GET", Self.tags).status == 200)
            }
        }
    }
}
