import Core
import Foundation
import Storage
import TestSupport
import Testing

/// The guarantees if the program is killed, runs several times, or gets many writes.
///
/// These tests run the program over HTTP: a guarantee about a process cannot be tested within it.
@Suite(.serialized)
struct DurabilityTests {
    private static let tags = "/admin/api/v1/mall/tags"

    @Test(arguments: TestDatabase.all)
    func `what was acknowledged is there after a kill amid a thousand writes`(kind: TestDatabase) async throws
    {
        let acknowledged = Locked([String]())
        try await withPlace(kind) { place in
            try await writeAndKill(place, noting: acknowledged)

            #expect(acknowledged.value.count >= 500)
            try await withProgram(on: place) { again in
                let missing = try await onThread {
                    let connection = try HTTPConnection(to: again)
                    return try acknowledged.value.filter {
                        try connection.send("GET", "\(Self.tags)/\($0)").status != 200
                    }
                }
                #expect(missing.isEmpty)
                // A killed write left nothing incomplete: the next one succeeds.
                #expect(try await again.send("POST", Self.tags, tag("after")).status == 201)
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `twenty writers at once are all served, each once`(kind: TestDatabase) async throws {
        try await withPlace(kind) { place in
            try await withProgram(on: place) { program in
                let acknowledged = Locked([String]())

                try await atOnce(0..<20) { writer in
                    try await write(10, by: writer, to: program, noting: acknowledged)
                }

                #expect(acknowledged.value.count == 200)
                #expect(Set(acknowledged.value).count == 200)
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `of twenty changes to one version one is kept and the others are told`(
        kind: TestDatabase
    ) async throws {
        try await withPlace(kind) { place in
            try await withProgram(on: place) { program in
                let id = try #require(
                    try await program.send("POST", Self.tags, tag("first")).json["id"]?.string
                )

                let statuses = try await atOnce(0..<20) { editor in
                    let path = "\(Self.tags)/\(id)"
                    let match = ["If-Match: \"1\""]
                    return try await program.send("PATCH", path, headers: match, tag("by \(editor)"))
                        .status
                }

                #expect(statuses.count { $0 == 200 } == 1)
                #expect(statuses.count { $0 == 412 } == 19)
                #expect(try await program.send("GET", "\(Self.tags)/\(id)").json["version"]?.integer == 2)
            }
        }
    }

    @Test(.enabled(if: TestDatabase.postgresURL != nil))
    func `a change made on one server is soon seen on the other`() async throws {
        try await withPlace(.postgres) { place in
            try await withProgram(on: place) { one in
                try await withProgram(on: place) { other in
                    let slider = "/api/v1/news/with/promotions-and-event?on_main=true"
                    #expect(try await other.send("GET", slider).json == [])
                    let news: JSON = [
                        "title": ["ru": "Каток открыт"], "on_main": true, "live_from": "2026-01-01T00:00:00Z",
                    ]

                    let created = try await one.send("POST", "/admin/api/v1/mall/news?publish=true", news)

                    #expect(created.status == 201)
                    #expect(try await one.send("GET", slider).text.contains("Каток открыт"))
                    // A server without a hint polls each second.
                    let isTold = try await holds {
                        try await other.send("GET", slider).text.contains("Каток открыт")
                    }
                    #expect(isTold)
                }
            }
        }
    }

    /// Makes a thousand tags with eight writers, and kills the program in the middle.
    private func writeAndKill(_ place: Place, noting acknowledged: Locked<[String]>) async throws {
        let program = try await RunningProgram(on: place)
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<8 {
                    group.addTask { try await write(20_000, by: writer, to: program, noting: acknowledged) }
                }
                group.addTask {
                    _ = try await holds { acknowledged.value.count >= 500 }
                    try await program.kill()
                }
                try await group.waitForAll()
            }
        } catch {
            try await program.kill()
            throw error
        }
    }

    /// Creates tags one by one until all are made or the server has stopped.
    private func write(
        _ count: Int,
        by writer: Int,
        to program: RunningProgram,
        noting acknowledged: Locked<[String]>
    ) async throws {
        try await onThread {
            let connection = try HTTPConnection(to: program)
            for number in 0..<count {
                let answer: HTTPConnection.Answer
                do {
                    answer = try connection.send(
                        "POST",
                        Self.tags + "?publish=true",
                        tag("\(writer) \(number)")
                    )
                } catch is HTTPConnection.Lost {
                    return
                }
                try #require(answer.status == 201, "\(answer.text)")
                let id = try #require(answer.json["id"]?.string)
                acknowledged.update { $0.append(id) }
            }
        }
    }

    private func tag(_ name: String) -> JSON { ["name": ["ru": .string(name)]] }
}
