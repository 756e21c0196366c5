import Core
import Foundation
import Storage
import TestSupport
import Testing

/// An import whose server is killed in the middle.
@Suite(.serialized)
struct ImportDurabilityTests {
    private static let count = 6_000
    private static let path = "/admin/api/v1/mall/tags"

    @Test(arguments: TestDatabase.all)
    func `a killed import leaves whole batches, and another one completes it`(kind: TestDatabase) async throws
    {
        let rows = (0..<Self.count).map { number in
            "0190a000-0000-7000-8000-\(100_000_000_000 + number),тег \(number)"
        }
        let file = (["id,name.ru"] + rows).joined(separator: "\n")
        try await withPlace(kind) { place in
            try await importAndKill(place, file)
            try await withProgram(on: place) { again in
                let export = try await send("GET", "/export", to: again)
                let kept = export.text.split(separator: "\r\n").count - 1
                #expect(kept > 0 && kept < Self.count && kept % Limits.importBatchSize == 0, "\(kept)")
                let answer = try await send("POST", "/import?format=csv", file, to: again)
                let summary = answer.json["summary"]
                #expect(answer.status == 200)
                #expect(summary?["new"] == .integer(Int64(Self.count - kept)))
                #expect(summary?["unchanged"] == .integer(Int64(kept)))
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a killed import goes on under its key, and makes nothing twice`(kind: TestDatabase) async throws {
        // There are no ids: only the idempotency key shows that a row has already been written.
        let file = (["name.ru"] + (0..<Self.count).map { "тег \($0)" }).joined(separator: "\n")
        try await withPlace(kind) { place in
            try await importAndKill(place, file, key: "k")
            // Some seconds have passed.
            try await place.change("UPDATE idempotency_keys SET alive_until = created_at")
            try await withProgram(on: place) { again in
                let other = try await send("POST", "/import?format=csv", file + "\nещё", key: "k", to: again)
                #expect(other.status == 422)
                let first = try await send("POST", "/import?format=csv", file, key: "k", to: again)
                #expect(first.status == 200)
                let summary = first.json["summary"]
                let (new, kept) = (summary?["new"]?.integer ?? 0, summary?["unchanged"]?.integer ?? 0)
                #expect(kept > 0 && new > 0 && kept + new == Int64(Self.count))
                let second = try await send("POST", "/import?format=csv", file, key: "k", to: again)
                #expect(second.headers["idempotency-replayed"] == "true")
                #expect(second.body == first.body)
                let export = try await send("GET", "/export", to: again)
                let count = export.text.split(separator: "\r\n").count - 1
                #expect(count == Self.count)
            }
        }
    }

    private func importAndKill(_ place: Place, _ file: String, key: String? = nil) async throws {
        let program = try await RunningProgram(on: place)
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    // The connection breaks intentionally.
                    _ = try? await send("POST", "/import?format=csv", file, key: key, to: program)
                }
                group.addTask { try await program.kill(whenListed: Self.path + "?limit=1") }
                try await group.waitForAll()
            }
        } catch {
            try await program.kill()
            throw error
        }
    }

    private func send(
        _ method: String,
        _ path: String,
        _ file: String? = nil,
        key: String? = nil,
        to program: RunningProgram
    ) async throws -> HTTPAnswer {
        let headers = key.map { [(name: "Idempotency-Key", value: $0)] } ?? []
        let body = file.map { HTTPBody.bytes(Array($0.utf8)) } ?? .none
        return try await program.call(method, Self.path + path, headers: headers, body)
    }
}
