import Storage

/// A request that came under an Idempotency-Key and is to have its effect once, however often it comes.
///
/// The key is kept in the transaction of the request's first write, so the effect and the key are kept or lost together.
package final class Claim: Sendable {
    /// A request that has neither answered nor written for so long is carried out by nobody any more.
    package static let idempotencyLease: Duration = .seconds(30)

    /// Another request with the same key was there first; all that this one did is undone.
    private struct Taken: Error {}

    private enum State: Sendable {
        case open, kept, taken
    }

    /// The digest that the key is kept under.
    let digest: [UInt8]
    let holder: String
    /// What was asked for, apart from the body.
    let request: [UInt8]
    /// Where its server has stopped in the middle, the same request goes on from there.
    let isContinuable: Bool
    private let identifierKey: [UInt8]
    private let fingerprintKey: [UInt8]
    private let sealKey: [UInt8]
    private let bodyDigest = BodyDigest()
    private let state = Locked(State.open)
    private let secrecy = Locked(false)
    private let now: @Sendable () -> Timestamp

    /// `owner` is who asks: the keys of two people never meet.
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

    /// An effect of the request is kept, and its key with it.
    package var isKept: Bool { state.value == .kept }
    package var isTaken: Bool { state.value == .taken }

    /// The answer holds what is shown once and kept nowhere.
    package var isSecret: Bool { secrecy.value }
    func makeSecret() { secrecy.update { $0 = true } }

    /// Takes in the next piece of the body; nil once it is at its end.
    package func read(_ bytes: [UInt8]?) async {
        await bodyDigest.read(bytes)
    }

    /// Of the whole body; nil as long as it has not been read.
    func body() async -> [UInt8]? {
        await bodyDigest.value.map { HMAC.sha256($0, key: fingerprintKey) }
    }

    /// The id of the thing with that number that the request makes, the same each time that it comes.
    func identifier(_ number: Int) -> String {
        Identifier.derived(from: HMAC.sha256(Array("\(number)".utf8), key: identifierKey))
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

    /// What who comes second is told where the answer of the first cannot be waited for.
    package static let running = Problem(
        .conflict,
        Localized(
            "Этот запрос ещё выполняется. Повторите через несколько секунд.",
            "This request is still being carried out. Ask again in a few seconds."
        ),
        retryAfter: 5
    )

    /// The database decides who has the key: a second request waits here until the first is kept or undone.
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

    /// A request that has stood still for longer than its lease may have been overtaken: then it writes no more.
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

/// The digest of a body that goes by in pieces.
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
