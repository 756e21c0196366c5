import Storage

/// The claim of a request on its Idempotency-Key, so that repeating the request has no further effect.
///
/// The key is stored in the transaction of the request's first write, so effect and key are kept or lost together.
package final class Claim: Sendable {
    /// A request that has neither responded nor written for this long counts as abandoned.
    package static let idempotencyLease: Duration = .seconds(30)

    /// Another request with the same key was first; everything that this one did is rolled back.
    private struct Taken: Error {}

    private enum State: Sendable {
        case open, kept, taken
    }

    /// The digest under which the key is stored.
    let digest: [UInt8]
    let holder: String
    /// A fingerprint of the method and the target, without the body.
    let request: [UInt8]
    /// True if a repeated request continues where its server stopped.
    let isContinuable: Bool
    private let identifierKey: [UInt8]
    private let fingerprintKey: [UInt8]
    private let sealKey: [UInt8]
    private let bodyDigest = BodyDigest()
    private let state = Locked(State.open)
    private let secrecy = Locked(false)
    private let now: @Sendable () -> Timestamp

    /// `owner` identifies the client, so that the keys of two clients never collide.
    package init(
        key: String,
        owner: String,
        method: String,
        target: String,
        isContinuable: Bool = false,
        now: @escaping @Sendable () -> Timestamp,
        random: RandomBytes
    ) {
        let scoped = Array("\(owner.utf8.count) \(owner)\(key)".utf8)
        digest = SHA256.digest(scoped)
        let root = HMAC.sha256(scoped, key: Array("vitrina idempotency".utf8))
        fingerprintKey = HMAC.sha256(Array("request".utf8), key: root)
        sealKey = HMAC.sha256(Array("answer".utf8), key: root)
        identifierKey = HMAC.sha256(Array("identifier".utf8), key: root)
        self.isContinuable = isContinuable
        request = HMAC.sha256(Array("\(method) \(target)".utf8), key: fingerprintKey)
        holder = Identifier.new(at: now(), random: random)
        self.now = now
    }

    /// True if an effect of the request is committed, and its key with it.
    package var isKept: Bool { state.value == .kept }
    package var isTaken: Bool { state.value == .taken }

    /// True if the response contains a secret that is shown once and stored nowhere.
    package var isSecret: Bool { secrecy.value }
    func makeSecret() { secrecy.update { $0 = true } }

    /// Adds the next piece of the body; nil at its end.
    package func read(_ bytes: [UInt8]?) async {
        await bodyDigest.read(bytes)
    }

    /// A fingerprint of the whole body; nil until it has been read.
    func body() async -> [UInt8]? {
        await bodyDigest.value.map { HMAC.sha256($0, key: fingerprintKey) }
    }

    /// The id of the nth object that the request creates, the same at each repetition; they sort by their numbers.
    func identifier(_ number: Int) -> String {
        Identifier.derived(
            from: HMAC.sha256(Array("\(number)".utf8), key: identifierKey),
            number: number,
            of: HMAC.sha256([], key: identifierKey)
        )
    }

    func seal(_ answer: [UInt8], random: RandomBytes) -> [UInt8]? {
        AESGCM.seal(answer, key: sealKey, random: random)
    }

    func open(_ sealed: [UInt8]) -> [UInt8]? {
        AESGCM.open(sealed, key: sealKey)
    }

    func write<R: Sendable>(
        _ database: any Database,
        _ write: @escaping @Sendable (any Connection) throws -> R
    ) async throws -> R {
        let before = state.value
        guard before != .taken else { throw Self.running }
        let (body, now) = (await body(), now())
        do {
            let result = try await database.write { connection in
                if before == .kept {
                    try self.renew(at: now, on: connection)
                } else {
                    try self.take(body: body, at: now, on: connection)
                }
                return try write(connection)
            }
            state.update { $0 = .kept }
            return result
        } catch is Taken {
            state.update { $0 = .taken }
            throw Self.running
        }
    }

    /// The problem for a repeated request while the first one is still running.
    package static let running = Problem(
        .conflict,
        Localized(
            "Этот запрос ещё выполняется. Повторите через несколько секунд.",
            "This request is still being carried out. Ask again in a few seconds."
        ),
        retryAfter: 5
    )

    /// The database decides who has the key: a second request waits here until the first commits or rolls back.
    private func take(body: [UInt8]?, at now: Timestamp, on connection: any Connection) throws {
        let abandoned: SQL = """
            OR (k.answer IS NULL AND (k.alive_until IS NULL OR k.alive_until <= \(now))
                AND k.request = excluded.request AND (k.body IS NULL OR k.body = excluded.body))
            """
        let continued = isContinuable ? abandoned : ""
        let count = try connection.execute(
            """
            INSERT INTO idempotency_keys AS k (digest, holder, request, body, created_at, alive_until)
            VALUES (\(digest), \(holder), \(request), \(body), \(now), \(Self.lease(from: now)))
            ON CONFLICT (digest) DO UPDATE SET holder = excluded.holder, request = excluded.request,
                body = excluded.body, answer = NULL, created_at = excluded.created_at,
                alive_until = excluded.alive_until
            WHERE k.holder = excluded.holder OR k.created_at <= \(ClaimStore.oldest(at: now)) \(continued)
            """
        )
        guard count == 1 else { throw Taken() }
    }

    /// A request that paused for longer than its lease may have been overtaken: then it writes nothing more.
    private func renew(at now: Timestamp, on connection: any Connection) throws {
        let count = try connection.execute(
            """
            UPDATE idempotency_keys SET alive_until = \(Self.lease(from: now))
            WHERE digest = \(digest) AND holder = \(holder)
            """
        )
        guard count == 1 else { throw Taken() }
    }

    private static func lease(from now: Timestamp) -> Timestamp {
        now.advanced(by: Claim.idempotencyLease)
    }
}

/// The digest of a body that is read in pieces.
private actor BodyDigest {
    private var digest: SHA256? = SHA256()
    private(set) var value: [UInt8]?

    func read(_ bytes: [UInt8]?) {
        if let bytes {
            digest?.update(bytes)
        } else if let digest = digest.take() {
            value = digest.finish()
        }
    }
}
