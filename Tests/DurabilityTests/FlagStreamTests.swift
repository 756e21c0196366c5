import Core
import Storage
import TestSupport
import Testing

/// Streams of the real program.
@Suite(.serialized)
struct FlagStreamTests {
    private static let count = 1_000
    private static let flags = "/admin/api/v1/flags"

    /// The memory that a stream may cost the program, in bytes.
    private static let costMax = 128 << 10

    /// The size of a requested namespace, in bytes.
    private static let longSize = 250_000

    private func streams(
        _ count: Int,
        _ program: RunningProgram,
        _ key: String,
        namespace: String
    ) async throws -> [EventStream] {
        let body =
            #"{"namespace":"\#(namespace)","lastKnownVersionNumber":"1","appId":"a","appInstanceId":"c1"}"#
        return try await onThread {
            try (0..<count).map { _ in
                try EventStream(
                    "http://127.0.0.1:\(program.port)",
                    "/v1/projects/123456789012/namespaces/firebase:streamFetchInvalidations",
                    headers: ["X-Goog-Api-Key: \(key)", "Content-Type: application/json"],
                    body: body,
                    reads: false
                )
            }
        }
    }

    private func publish(_ value: Int, on program: RunningProgram) async throws {
        let template: JSON = ["parameters": ["a": ["defaultValue": ["value": .string("\(value)")]]]]
        let path = "/v1/projects/demo-app/remoteConfig"
        let answer = try await program.send("PUT", path, headers: ["If-Match: *"], template)
        try #require(answer.status == 200, "\(answer.text)")
    }

    private func open(_ program: RunningProgram) async throws -> String {
        let project: JSON = [
            "id": "demo-app", "number": 123_456_789_012, "app": "demo", "environment": "production",
            "title": "Demo",
        ]
        #expect(try await program.send("POST", Self.flags, project).status == 201)
        let made = try await program.send("POST", "\(Self.flags)/demo-app/keys", ["name": "iOS"])
        try await publish(1, on: program)
        return try #require(made.json["key"]?.string)
    }

    /// Opens streams with long names, a few at a time, because the memory to read them is then reused.
    private func openLong(
        _ count: Int,
        _ program: RunningProgram,
        _ key: String
    ) async throws -> [EventStream] {
        let long = String(repeating: "n", count: Self.longSize)
        var all: [EventStream] = []
        while all.count < count {
            let few = try await streams(10, program, key, namespace: long)
            try await expectOpen(few)
            all += few
        }
        return all
    }

    private func expectOpen(_ streams: [EventStream]) async throws {
        let areOpen = try await holds {
            streams.forEach { $0.take() }
            return streams.allSatisfy { $0.body.hasPrefix("[") }
        }
        #expect(areOpen)
    }

    // R77, R79
    @Test(arguments: TestDatabase.all)
    func `a thousand streams cost little, and a program that stops says when to come again`(
        kind: TestDatabase
    ) async throws {
        try await withPlace(kind) { place in
            let program = try await RunningProgram(on: place)
            do {
                let key = try await open(program)
                _ = try await openLong(100, program, key)
                let first = try program.memory
                let crowd = try await streams(Self.count, program, key, namespace: "firebase")
                try await expectOpen(crowd)
                let second = try program.memory
                #expect((second - first) / Self.count < Self.costMax)
                // Their bodies are read and discarded.
                let others = try await openLong(200, program, key)
                let cost = (try program.memory - second) / others.count
                #expect(cost < Self.longSize, "\(cost) bytes for a stream")
                for version in 2...20 { try await publish(version, on: program) }
                #expect(
                    try await holds {
                        crowd.forEach { $0.take() }
                        return crowd.allSatisfy { $0.body.contains("\"20\"") }
                    }
                )

                #expect(try await program.stop() == 0)
                for stream in crowd + others { stream.take() }
                func isRetry(_ element: JSON?) -> Bool {
                    element?["retryIntervalSeconds"]?.integer.map { 15...30 ~= $0 } == true
                }
                for stream in crowd {
                    let told = try JSON(parsing: stream.body).array ?? []
                    #expect(told.suffix(2).first == ["latestTemplateVersionNumber": "20"])
                    #expect(isRetry(told.last))
                }
                for stream in others {
                    let told = try JSON(parsing: stream.body).array ?? []
                    #expect(told.count == 1 && isRetry(told.first))
                }
                #expect((crowd + others).allSatisfy { $0.body.hasSuffix("\r\n]") })
            } catch {
                try await program.kill()
                throw error
            }
        }
    }
}
