import Core
import Foundation
import Storage
import TestSupport
import Testing

/// A server with a read-only database.
@Suite(.serialized)
struct UnwritableTests {
    private static let tags = "/admin/api/v1/mall/tags"

    @Test(.timeLimit(.minutes(5)), .enabled(if: TestDatabase.postgresURL != nil))
    func `a standby serves reads with a token, and refuses changes at once`() async throws {
        try await PostgresServer.with { server in
            try await withPlace(on: server) { place in
                // The token's last use is old, so the next one must be recorded.
                try await place.change("UPDATE staff_tokens SET last_used_at = NULL")
                try await server.becomeStandby()
                try await withProgram(on: place) { program in
                    let read = try await send("GET", Self.tags, to: program)
                    #expect(read.status == 200)
                    // The best of several: the others measure the load of the machine.
                    var fastest = Duration.seconds(60)
                    for _ in 0..<6 where fastest >= .seconds(5) {
                        let began = ContinuousClock.now
                        let write = try await send("POST", Self.tags, #"{"name":{"ru":"Чай"}}"#, to: program)
                        #expect(write.status == 503)
                        #expect(write.headers["retry-after"] != nil)
                        fastest = min(fastest, ContinuousClock.now - began)
                    }
                    #expect(fastest < .seconds(5))
                    // It can still serve reads of apps and staff.
                    #expect(try await send("GET", "/readyz", to: program).status == 200)
                }
            }
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `an SQLite file that is replaced under the server is told of`() async throws {
        try await withPlace(.sqlite) { place in
            let path = "\(place.environment["VITRINA_DATA"] ?? "")/vitrina.db"
            try await withProgram(on: place) { program in
                #expect(try await send("GET", "/readyz", to: program).status == 200)
                #expect(try await send("GET", "/livez", to: program).status == 200)
                let answer = try await send("POST", Self.tags, #"{"name":{"ru":"Чай"}}"#, to: program)
                #expect(answer.status == 201)

                try FileManager.default.copyItem(atPath: path, toPath: path + ".copy")
                #expect(rename(path + ".copy", path) == 0)

                let refused = try await send("POST", Self.tags, #"{"name":{"ru":"Сок"}}"#, to: program)
                #expect(refused.status == 503)
                #expect(refused.headers["retry-after"] != nil)
                #expect(String(decoding: refused.body, as: UTF8.self).contains("replaced"))
                // It looks every second; a busy machine may take longer.
                let deadline = ContinuousClock.now + .seconds(30)
                var status = 200
                while status == 200, ContinuousClock.now < deadline {
                    status = try await send("GET", "/readyz", to: program).status
                }
                #expect(status == 503)
                #expect(try await send("GET", "/livez", to: program).status == 200)
                // The token's owner can still read.
                #expect(try await send("GET", Self.tags, to: program).status == 200)
            }
        }
    }

    private func send(
        _ method: String,
        _ path: String,
        _ body: String? = nil,
        to program: RunningProgram
    ) async throws -> HTTPAnswer {
        try await HTTPClient().send(
            method,
            "http://127.0.0.1:\(program.port)\(path)",
            headers: [("Authorization", "Bearer \(program.token)"), ("Content-Type", "application/json")],
            body: body.map { .bytes(Array($0.utf8)) } ?? .none
        )
    }
}
