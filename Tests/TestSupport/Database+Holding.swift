import Storage

extension Database {
    /// Runs `act` while a transaction is open that has run `body`; it ends once another one waits for it.
    package func holding<R: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Void,
        during act: @escaping @Sendable () async throws -> R
    ) async throws -> R {
        let (held, end) = (Signal(), Signal())
        async let hold: Void = write { connection in
            try body(connection)
            held.send()
            end.wait()
        }
        await held.arrival()
        async let result = act()
        try await wait(for: 1)
        end.send()
        try await hold
        return try await result
    }
}
