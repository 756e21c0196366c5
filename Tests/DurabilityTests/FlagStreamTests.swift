import Core
import Storage
import TestSupport
import Testing

/// Streams of the real program.
@Suite(.serialized)
struct FlagStreamTests {
    private static let count = 1_000
    private static let flags = "/admin/api/v1/flags"

    /// What a stream may cost the program, in bytes.
    private static let costMax = 128 << 10

    private func stream(_ program: RunningProgram, _ key: String, namespace: String) throws -> EventStream {
        let body =
            #"{"namespace":"\#(namespace)","lastKnownVersionNumber":"1","appId":"a","appInstanceId":"c1"}"#
        return try EventStream(
            "http://127.0.0.1:\(program.port)",
            "/v1/projects/123456789012/namespaces/firebase:streamFetchInvalidations",
            headers: ["X-Goog-Api-Key: \(key)", "Content-Type: application/json"],
            body: body,
            reads: false
        )
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

    // R77, R79
    @Test(arguments: TestDatabase.all)
    func `a thousand streams cost little, and a program that stops says when to come again`(
        kind: TestDatabase
    ) async throws {
        try await withPlace(kind) { place in
            let program = try await RunningProgram(on: place)
            do {
                let key = try await open(program)
                // What they send is read and forgotten.
                let long = String(repeating: "n", count: 250_000)
                let odd = try (0..<200).map { _ in try stream(program, key, namespace: long) }
                #expect(
                    try await holds {
                        odd.forEach { $0.take() }; return odd.allSatisfy { $0.body == "[" }
                    }
                )
                odd.forEach { $0.close() }
                let before = try program.memory
                let crowd = try (0..<Self.count).map { _ in try stream(program, key, namespace: "firebase") }
                let others = try (0..<Self.count / 2).map { _ in try stream(program, key, namespace: long) }
                #expect(
                    try await holds {
                        crowd.forEach { $0.take() }; return crowd.allSatisfy { $0.body == "[" }
                    }
                )
                #expect(
                    try await holds {
                        others.forEach { $0.take() }; return others.allSatisfy { $0.body == "[" }
                    }
                )
                for version in 2...40 { try await publish(version, on: program) }
                #expect(
                    try await holds {
                        crowd.forEach { $0.take() }
                        return crowd.allSatisfy { $0.body.hasSuffix("\"40\"}\r\n") }
                    }
                )
                let cost = (try program.memory - before) / (Self.count * 3 / 2)
                #expect(cost < Self.costMax, "\(cost) bytes for a stream")

                #expect(try await program.stop() == 0)
                for stream in crowd {
                    stream.take()
                    #expect(stream.body.hasSuffix("\"40\"}\r\n,{\"retryIntervalSeconds\":5}\r\n]"))
                    #expect((try? JSON(parsing: stream.body))?.array?.last == ["retryIntervalSeconds": 5])
                }
                #expect(
                    others.allSatisfy {
                        $0.take(); return $0.body == "[{\"retryIntervalSeconds\":5}\r\n]"
                    }
                )
            } catch {
                try await program.kill()
                throw error
            }
        }
    }
}
