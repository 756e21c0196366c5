import Dispatch

/// Checks passwords one after another.
///
/// A hash occupies a processor for a third of a second and takes up to 128 MiB, so one runs at a time, on its own queue
/// and never on a thread that tasks share, and the number of waiting checks is bounded.
package actor PasswordQueue {
    /// Sign-ins that may wait at once; each check takes a third of a second.
    package static let signInQueueMax = 20

    private let queue = DispatchQueue(label: "vitrina.passwords")
    private let cost: Scrypt.Cost
    private let random: RandomBytes
    private var admitted = 0

    package init(cost: Scrypt.Cost, random: RandomBytes) {
        self.cost = cost
        self.random = random
    }

    /// A separate queue for users of the apps, so that a crowd of them does not block staff.
    package nonisolated func another() -> PasswordQueue {
        PasswordQueue(cost: cost == .standard ? .crowd : cost, random: random)
    }

    /// True if the hash has another cost than a new one would, so that the next sign-in replaces it.
    package nonisolated func isOutdated(_ text: String) -> Bool {
        PasswordHash(text).map { $0.cost != cost } ?? false
    }

    /// Runs a sign-in, or throws `.limited` if too many are running already.
    package func admit<R: Sendable>(_ signIn: @Sendable () async throws -> R) async throws -> R {
        guard admitted < Self.signInQueueMax else {
            throw Problem(
                .limited,
                Localized(
                    "Сейчас входит слишком много людей. Повторите через несколько секунд.",
                    "Too many people are signing in. Try again in a few seconds."
                ),
                retryAfter: 5
            )
        }
        admitted += 1
        defer { admitted -= 1 }
        return try await signIn()
    }

    /// The hash of a password to be stored; throws `.unavailable` if there is not enough memory.
    package nonisolated func hash(_ password: String) async throws -> PasswordHash {
        let (cost, random) = (cost, random)
        guard let hash = await run({ PasswordHash(password, cost: cost, random: random) }) else {
            throw Problem(
                .unavailable,
                Localized("Серверу не хватает памяти.", "The server is short of memory."),
                retryAfter: 5
            )
        }
        return hash
    }

    /// True if the password matches `text`; it takes as long if there is no such text.
    package nonisolated func matches(_ password: String, _ text: String?) async -> Bool {
        let cost = cost
        return await run {
            (text.flatMap { PasswordHash($0) } ?? PasswordHash.decoy(cost)).matches(password)
        }
    }

    private nonisolated func run<R: Sendable>(_ body: @escaping @Sendable () -> R) async -> R {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: body()) }
        }
    }
}
