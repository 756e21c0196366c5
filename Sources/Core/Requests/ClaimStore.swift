import Storage

/// The stored responses for repeated requests.
package struct ClaimStore: Sendable {
    package static let idempotencyAge: Duration = .seconds(24 * 3600)

    /// The state of a key.
    package enum Finding: Sendable {
        case unknown
        /// The key was used with another request.
        case otherRequest
        case answered([UInt8])
        /// The request has had an effect and is still running.
        case running
        /// The request has had an effect, whole or in part, and its response is lost.
        case lost
    }

    let database: any Database
    let now: @Sendable () -> Timestamp
    let random: RandomBytes

    /// `database` is used without the write mode of requests.
    package init(database: any Database, now: @escaping @Sendable () -> Timestamp, random: RandomBytes) {
        self.database = (database as? RequestDatabase)?.base ?? database
        self.now = now
        self.random = random
    }

    /// The creation time at which a key has expired.
    static func oldest(at now: Timestamp) -> Timestamp {
        now.advanced(by: .zero - Self.idempotencyAge)
    }

    package func claim(
        key: String,
        owner: String,
        method: String,
        target: String,
        isContinuable: Bool = false
    ) -> Claim {
        Claim(
            key: key,
            owner: owner,
            method: method,
            target: target,
            isContinuable: isContinuable,
            now: now,
            random: random
        )
    }

    /// If the body has been read, a key that was used with another body is detected too.
    package func find(_ claim: Claim) async throws -> Finding {
        let now = now()
        let row = try await database.read { connection in
            try connection.rows(
                """
                SELECT request, body, answer, alive_until FROM idempotency_keys
                WHERE digest = \(claim.digest) AND created_at > \(Self.oldest(at: now))
                """
            ).first
        }
        guard let row else { return .unknown }
        let request: [UInt8] = try row.get("request")
        let body: [UInt8]? = try row.get("body")
        guard isEqualInConstantTime(request, claim.request) else { return .otherRequest }
        if let body, let asked = await claim.body(), !isEqualInConstantTime(body, asked) {
            return .otherRequest
        }
        if let sealed: [UInt8] = try row.get("answer") {
            return claim.open(sealed).map { .answered($0) } ?? .lost
        }
        let aliveUntil: Timestamp? = try row.get("alive_until")
        if let aliveUntil, aliveUntil > now { return .running }
        // The first write of this request takes the key over.
        return claim.isContinuable ? .unknown : .lost
    }

    /// Stores the response of a committed request, encrypted so that only the holder of its key can read it.
    package func keep(_ answer: [UInt8], of claim: Claim) async throws {
        guard answer.count <= Limits.idempotencyAnswerSizeMax, let sealed = claim.seal(answer, random: random)
        else { return }
        let body = await claim.body()
        _ = try await database.write { connection in
            try connection.send(
                """
                UPDATE idempotency_keys SET answer = \(sealed), body = \(body)
                WHERE digest = \(claim.digest) AND holder = \(claim.holder)
                """
            )
        }
    }

    /// Deletes expired keys.
    package func removeExpired() async throws {
        let oldest = Self.oldest(at: now())
        _ = try await database.write { connection in
            try connection.send("DELETE FROM idempotency_keys WHERE created_at <= \(oldest)")
        }
    }
}
