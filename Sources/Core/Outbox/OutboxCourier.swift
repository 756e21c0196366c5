import Storage

/// Carries what is due, several messages at once, and no more of one lane than leaves room for the others.
package final class OutboxCourier: Sendable {
    let outbox: Outbox
    private let senders: [OutboxKind: any OutboxSender]
    private let busy = Locked([String: Int]())
    private let wakes = WakeUpSignal()
    /// Who waits for the end of an attempt, by message.
    private let waiting = Locked([Int64: [AsyncStream<Void>.Continuation]]())

    package init(outbox: Outbox, senders: [any OutboxSender]) {
        self.outbox = outbox
        self.senders = Dictionary(senders.map { ($0.kind, $0) }) { first, _ in first }
    }

    /// Whether messages of the kind can leave the building.
    package func isReady(_ kind: OutboxKind) -> Bool { senders[kind]?.isReady ?? false }

    /// Something may be due.
    package func wake() {
        wakes.wake()
    }

    /// What `run` waits for, made before anything can want to stop it.
    package func looks() -> AsyncStream<Void> { wakes.stream() }

    /// Carries until `stop`, then ends what it has begun; `onFault` is told what the database said.
    package func run(_ looks: AsyncStream<Void>, onFault: @escaping @Sendable (any Error) -> Void) async {
        await withDiscardingTaskGroup { deliveries in
            for await _ in looks {
                do {
                    for message in try await take() {
                        deliveries.addTask {
                            await self.deliver(message, onFault)
                            // There is room again.
                            self.wake()
                        }
                    }
                } catch {
                    onFault(error)
                }
            }
        }
    }

    package func stop() {
        wakes.finish()
    }

    /// Carries what is due now, and comes back when nothing is left that is.
    package func deliverDue() async throws {
        while case let messages = try await take(), !messages.isEmpty {
            await withDiscardingTaskGroup { deliveries in
                for message in messages { deliveries.addTask { await self.deliver(message) { _ in } } }
            }
        }
    }

    /// Calls `body` with a stream that has an element for the end of each attempt of this process to send a message.
    func withAttempts<Result: Sendable>(
        of id: Int64,
        _ body: (AsyncStream<Void>) async throws -> Result
    ) async rethrows -> Result {
        let (attempts, waiter) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        waiting.update { $0[id, default: []].append(waiter) }
        defer {
            waiter.finish()
            // Those who wait for the same message have their own.
            waiting.update { waiting in
                waiting[id]?.removeAll { if case .terminated = $0.yield() { true } else { false } }
                if waiting[id]?.isEmpty == true { waiting[id] = nil }
            }
        }
        return try await body(attempts)
    }

    private func take() async throws -> [OutboxMessage] {
        let kinds = senders.keys.sorted { $0.name < $1.name }
        let messages = try await outbox.claim(kinds, busy: busy.value)
        busy.update { busy in
            for message in messages { busy[message.lane, default: 0] += 1 }
        }
        return messages
    }

    private func deliver(_ message: OutboxMessage, _ onFault: (any Error) -> Void) async {
        defer {
            busy.update { busy in
                let count = busy[message.lane, default: 1] - 1
                busy[message.lane] = count > 0 ? count : nil
            }
        }
        defer { for waiter in waiting.value[message.id] ?? [] { waiter.yield() } }
        do {
            if let result = await result(of: message) { try await outbox.finish(message, result) }
        } catch {
            // It stays taken, and is due again once nobody can still be at it.
            onFault(error)
        }
    }

    private func result(of message: OutboxMessage) async -> OutboxResult? {
        // One that took a server with it each time is not tried for ever.
        if message.attempts > Limits.outboxAttemptsMax { return OutboxResult(.failed(Self.lost)) }
        if let until = message.validUntil, until <= outbox.now() { return OutboxResult(.failed(Self.late)) }
        return await senders[message.kind]?.send(message)
    }

    private static let late = Localized("Отправлять уже поздно.", "It is too late to send it.")
    private static let lost = Localized(
        "Сервер не сообщил, чем кончилась отправка.",
        "No server has said how the attempts ended."
    )
}
