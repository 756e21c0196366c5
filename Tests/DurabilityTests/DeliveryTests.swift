import Core
import Foundation
import Storage
import TestSupport
import Testing

/// The guarantees about delivered changes when the program ends.
@Suite(.serialized)
struct DeliveryTests {
    @Test(arguments: TestDatabase.all)
    func `what a program was delivering when it was killed is delivered again, under the same name`(
        kind: TestDatabase
    ) async throws {
        try await withPlace(kind) { place in
            try await withReceiver { receiver in
                let program = try await RunningProgram(on: place)
                let hook: JSON = ["url": .string("\(receiver.url)/hangs")]
                #expect(try await program.send("POST", "/admin/api/v1/hooks", hook).status == 201)
                let tag: JSON = ["name": ["ru": "Кофе"]]
                #expect(try await program.send("POST", "/admin/api/v1/mall/tags", tag).status == 201)
                let hasCome = try await holds { try await receiver.received().count == 1 }
                #expect(hasCome)
                try await program.kill()
                try await receiver.release()

                // The lost program's minute has passed.
                try await place.change("UPDATE outbox SET due_at = created_at")
                try await withProgram(on: place) { _ in
                    let comesAgain = try await holds { try await receiver.received().count == 2 }
                    #expect(comesAgain)
                }

                let names = try await receiver.received().compactMap { $0.headers["vitrina-delivery"] }
                #expect(names.count == 2)
                #expect(Set(names).count == 1)
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a program that is asked to end does not wait for those who follow it`(
        kind: TestDatabase
    ) async throws {
        try await withPlace(kind) { place in
            let program = try await RunningProgram(on: place)
            let stream = try EventStream(
                "http://127.0.0.1:\(program.port)",
                "/admin/api/v1/events",
                headers: ["Authorization: Bearer \(program.token)"]
            )
            let hasBegun = try await holds { !stream.events.isEmpty }
            #expect(hasBegun)

            #expect(try await program.stop() == 0)

            let isClosed = try await holds { stream.isClosed }
            #expect(isClosed)
            // It ended with a complete answer, not with a broken connection.
            #expect(stream.text.hasSuffix("0\r\n\r\n"))
        }
    }
}
