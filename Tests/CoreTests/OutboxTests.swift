import Storage
import TestSupport
import Testing

@testable import Core

struct OutboxTests {
    @Test(arguments: TestDatabase.all)
    func `a message is kept with its cause or not at all`(kind: TestDatabase) async throws {
        try await withOutbox(kind) { world in
            await #expect(throws: Problem.self) {
                try await world.database.write { connection in
                    try world.enqueue("lost", on: connection)
                    throw Problem(.conflict, Localized("", ""))
                }
            }
            try await world.enqueue(["kept"])

            try await world.courier(Recorder()).deliverDue()

            #expect(try await world.messages().map(\.eventID) == ["kept"])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `two servers send each message once`(kind: TestDatabase) async throws {
        try await withOutbox(kind) { world in
            let names = (0..<120).map { "m\($0)" }
            try await world.enqueue(names, lanes: 7)
            let recorder = Recorder()
            let (one, other) = (world.courier(recorder), world.courier(recorder))

            async let first: Void = one.deliverDue()
            async let second: Void = other.deliverDue()
            _ = try await (first, second)

            #expect(recorder.sent.value.sorted() == names.sorted())
            #expect(try await world.messages().allSatisfy { $0.state == .sent && $0.attempts == 1 })
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a failure is tried again for about a day, ever later, and then given up`(
        kind: TestDatabase
    ) async throws {
        try await withOutbox(kind) { world in
            try await world.enqueue(["m"])
            let start = world.clock.now
            let recorder = Recorder(.again(Localized("нет", "no")))
            let courier = world.courier(recorder)
            var pauses: [Int64] = []

            while try await world.messages()[0].state == .waiting, pauses.count < 50 {
                try await courier.deliverDue()
                let message = try await world.messages()[0]
                guard message.state == .waiting else { break }
                pauses.append(message.dueAt.seconds - world.clock.now.seconds)
                #expect(message.lastError?.en == "no")
                // A message is not sent a moment too early.
                world.clock.now = message.dueAt.advanced(by: .microseconds(-1))
                try await courier.deliverDue()
                world.clock.now = message.dueAt
            }

            #expect(recorder.sent.value.count == Int(Limits.outboxAttemptsMax))
            #expect(zip(pauses, pauses.dropFirst()).allSatisfy { $0 < $1 })
            #expect((64_000...103_000).contains(world.clock.now.seconds - start.seconds))
            let message = try await world.messages()[0]
            #expect(message.state == .failed)
            #expect(message.endedAt == world.clock.now)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `what a lost server had taken is sent by another, under the same name`(
        kind: TestDatabase
    ) async throws {
        try await withOutbox(kind) { world in
            try await world.enqueue(["m"])
            let lost = try await world.outbox.claim([.test], busy: [:])
            let recorder = Recorder()
            let courier = world.courier(recorder)

            try await courier.deliverDue()
            #expect(recorder.sent.value.isEmpty)
            world.clock.advance(by: Outbox.lease)
            try await courier.deliverDue()

            #expect(lost.map(\.eventID) == ["m"])
            #expect(recorder.sent.value == ["m"])
            // A sender that has lost its claim changes nothing.
            try await world.outbox.finish(lost[0], OutboxResult(.failed(Localized("", ""))))
            #expect(try await world.messages().map(\.state) == [.sent])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a message that each server is lost with is given up`(kind: TestDatabase) async throws {
        try await withOutbox(kind) { world in
            try await world.enqueue(["m"])
            for _ in 0..<Limits.outboxAttemptsMax {
                #expect(try await world.outbox.claim([.test], busy: [:]).count == 1)
                world.clock.advance(by: Outbox.lease)
            }
            let recorder = Recorder()

            try await world.courier(recorder).deliverDue()

            #expect(recorder.sent.value.isEmpty)
            #expect(try await world.messages().map(\.state) == [.failed])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a lane that hangs holds no other back`(kind: TestDatabase) async throws {
        try await withOutbox(kind) { world in
            try await world.enqueue((0..<12).map { "hangs\($0)" })
            try await world.enqueue((0..<12).map { "goes\($0)" }, lanes: 3)
            let recorder = Recorder(hanging: "hangs")
            let courier = world.courier(recorder)

            try await withThrowingTaskGroup(of: Void.self) { group in
                let looks = courier.looks()
                group.addTask { await courier.run(looks) { Issue.record($0) } }
                courier.wake()
                let isDone = try await holds { recorder.sent.value.count { $0.hasPrefix("goes") } == 12 }
                #expect(isDone)
                #expect(recorder.hanging.value == Outbox.laneParallelMax)
                recorder.release()
                let isAll = try await holds { recorder.sent.value.count == 24 }
                #expect(isAll)
                courier.stop()
                try await group.waitForAll()
            }

            #expect(Set(recorder.sent.value).count == 24)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `what is only to be looked at is never sent, and what has ended goes in time`(
        kind: TestDatabase
    ) async throws {
        try await withOutbox(kind) { world in
            try await world.database.write { try world.enqueue("kept", state: .kept, on: $0) }
            try await world.enqueue(["sent"])
            let recorder = Recorder()
            try await world.courier(recorder).deliverDue()
            try await world.enqueue(["waiting"])

            #expect(recorder.sent.value == ["sent"])
            world.clock.advance(by: Outbox.sentAge)
            try await world.outbox.removeExpired()
            #expect(try await world.messages().map(\.eventID) == ["kept", "waiting"])
            world.clock.advance(by: Outbox.failedAge)
            try await world.outbox.removeExpired()
            #expect(try await world.messages().map(\.eventID) == ["waiting"])
        }
    }

    @Test func `chance makes pauses longer and shorter, within bounds`() {
        #expect(Outbox.pause(after: 1, chance: .min) == .seconds(7.5))
        #expect(Outbox.pause(after: 1, chance: .max) == .seconds(12.5))
        #expect(Outbox.pause(after: 3, chance: .min) == .seconds(30))
        #expect(Outbox.pause(after: .max, chance: .max) == Outbox.pauseMax * 1.25)
        #expect(Outbox.pause(after: .min, chance: .min) == .seconds(7.5))
    }
}

extension OutboxKind {
    fileprivate static let test = OutboxKind("test")
}

/// A sender that only records its messages.
private final class Recorder: OutboxSender {
    let kind = OutboxKind.test
    let sent = Locked([String]())
    let hanging = Locked(0)
    private let outcome: OutboxResult.Outcome
    private let lane: String?
    private let isReleased = Locked(false)

    /// Creates a sender; messages of the lane `hanging` wait until they are released.
    init(_ outcome: OutboxResult.Outcome = .sent, hanging lane: String? = nil) {
        self.outcome = outcome
        self.lane = lane
    }

    func release() {
        isReleased.update { $0 = true }
    }

    func send(_ message: OutboxMessage) async -> OutboxResult {
        if let lane, message.eventID.hasPrefix(lane), !isReleased.value {
            hanging.update { $0 += 1 }
            while !isReleased.value { try? await Task.sleep(for: .milliseconds(5)) }
        }
        sent.update { $0.append(message.eventID) }
        return OutboxResult(outcome)
    }
}

private struct OutboxWorld: Sendable {
    let database: any Database
    let clock = Clock()
    let outbox: Outbox

    init(_ database: any Database) {
        self.database = database
        outbox = Outbox(database: database, now: { [clock] in clock.now }, random: .system)
    }

    func courier(_ recorder: Recorder) -> OutboxCourier {
        OutboxCourier(outbox: outbox, senders: [recorder])
    }

    func enqueue(
        _ name: String,
        lane: String = "lane",
        state: OutboxMessage.State = .waiting,
        on connection: any Connection
    ) throws {
        try Outbox.enqueue(
            .test,
            eventID: name,
            payload: ["name": .string(name)],
            lane: lane,
            state: state,
            at: clock.now,
            on: connection
        )
    }

    /// Enqueues messages, in lanes by their first letter and a number.
    func enqueue(_ names: [String], lanes: Int = 1) async throws {
        try await database.write { connection in
            for (number, name) in names.enumerated() {
                try enqueue(name, lane: "\(name.prefix(1)) \(number % lanes)", on: connection)
            }
        }
    }

    func messages() async throws -> [OutboxMessage] {
        try await database.read { try $0.rows("SELECT * FROM outbox ORDER BY id").map(OutboxMessage.init) }
    }
}

private func withOutbox(
    _ kind: TestDatabase,
    _ body: @Sendable (OutboxWorld) async throws -> Void
) async throws {
    try await withMigratedDatabase(kind) { database in try await body(OutboxWorld(database)) }
}
