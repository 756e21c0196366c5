import Storage

/// Sends due messages, several at once, with a limit per lane that leaves room for the others.
package final class OutboxCourier: Sendable {
    let outbox: Outbox
    private let senders: [OutboxKind: any OutboxSender]
    /// Nil if attempts are not traced.
    private let tracer: Tracer?
    private let busy = Locked([String: Int]())
    private let wakes = WakeUpSignal()
    /// Continuations that wait for the end of an attempt, by message.
    private let waiting = Locked([Int64: [AsyncStream<Void>.Continuation]]())

    package init(outbox: Outbox, senders: [any OutboxSender], tracer: Tracer? = nil) {
        (self.outbox, self.tracer) = (outbox, tracer)
        self.senders = Dictionary(senders.map { ($0.kind, $0) }) { first, _ in first }
    }

    /// True if messages of the kind can be sent.
    package func isReady(_ kind: OutboxKind) -> Bool { senders[kind]?.isReady ?? false }

    /// Signals that messages may be due.
    package func wake() {
        wakes.wake()
    }

    /// The signals that `run` waits for, created before anything can stop it.
    package func looks() -> AsyncStream<Void> { wakes.stream() }

    /// Sends messages until `stop`, then finishes those in progress; `onFault` receives errors of the database.
    package func run(_ looks: AsyncStream<Void>, onFault: @escaping @Sendable (any Error) -> Void) async {
        await withDiscardingTaskGroup { deliveries in
            for await _ in looks {
                do {
                    for message in try await take() {
                        deliveries.addTask {
                            await self.deliver(message, onFault)
                            // There is room for another message.
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

    /// Sends due messages until none is left.
    package func deliverDue() async throws {
        while case let messages = try await take(), !messages.isEmpty {
            await withDiscardingTaskGroup { deliveries in
                for message in messages { deliveries.addTask { await self.deliver(message) { _ in } } }
            }
        }
    }

    /// Calls `body` with a stream that yields at the end of each attempt of this process to send a message.
    func withAttempts<Result: Sendable>(
        of id: Int64,
        _ body: (AsyncStream<Void>) async throws -> Result
    ) async rethrows -> Result {
        let (attempts, waiter) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        waiting.update { $0[id, default: []].append(waiter) }
        defer {
            waiter.finish()
            // Other waiters for the same message have their own continuations.
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
            if let result = await result(of: message) {
                try await outbox.finish(message, result, by: senders[message.kind])
            }
        } catch {
            // The message stays claimed, and is due again after its lease.
            onFault(error)
        }
    }

    private func result(of message: OutboxMessage) async -> OutboxResult? {
        // A message that has crashed the server at each attempt is not retried forever.
        if message.attempts > Limits.outboxAttemptsMax { return OutboxResult(.failed(Self.lost)) }
        if let until = message.validUntil, until <= outbox.now() { return OutboxResult(.failed(Self.late)) }
        guard let sender = senders[message.kind] else { return nil }
        guard let span = tracer?.begin(.own, in: message.cause) else { return await sender.send(message) }
        let result = await span.run { await sender.send(message) }
        let attributes: [String: JSON] = ["vitrina.message.id": .integer(message.id)]
        span.end("send \(message.kind.name)", attributes, error: result.outcome.error)
        return result
    }

    private static let late = Localized("Отправлять уже поздно.", "It is too late to send it.")
    private static let lost = Localized(
        "Сервер не сообщил, чем кончилась отправка.",
        "No server has said how the attempts ended."
    )
}

extension OutboxResult.Outcome {
    /// The name of the failure in a trace; nil if nothing has failed.
    var error: String? {
        switch self {
        case .sent, .kept: nil
        case .again: "again"
        case .failed: "failed"
        }
    }
}
