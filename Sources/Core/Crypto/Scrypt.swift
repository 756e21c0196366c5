import CLibCrypto

/// The password hash scrypt (RFC 7914), which costs an attacker memory as well as time.
package enum Scrypt {
    package struct Cost: Sendable, Hashable {
        /// N is two to this power.
        package let logN: UInt64
        package let r: UInt64
        package let p: UInt64

        /// Nil beyond what a server can afford, because a stored hash names its own cost.
        package init?(logN: UInt64, r: UInt64, p: UInt64) {
            guard 1...20 ~= logN, 1...32 ~= r, 1...16 ~= p else { return nil }
            self.init(checkedLogN: logN, r: r, p: p)
        }

        private init(checkedLogN logN: UInt64, r: UInt64, p: UInt64) {
            (self.logN, self.r, self.p) = (logN, r, p)
        }

        /// 128 MiB and less than half a second: the minimum that OWASP recommends.
        package static let standard = Cost(checkedLogN: 17, r: 8, p: 1)
        /// 32 MiB with the same work, which OWASP considers equal; for the many users of an app.
        package static let crowd = Cost(checkedLogN: 15, r: 8, p: 3)
        /// A negligible cost, for tests.
        package static let forTests = Cost(checkedLogN: 4, r: 1, p: 1)

        fileprivate var n: UInt64 { 1 << logN }
        /// The memory that libcrypto needs (its own formula), and a little more.
        fileprivate var memoryMax: UInt64 { 128 * r * (n + p + 2) + 1 << 20 }
    }

    /// Nil if there was not enough memory.
    package static func derive(_ password: [UInt8], salt: [UInt8], cost: Cost, count: Int) -> [UInt8]? {
        var isDone = false
        let key = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            isDone = password.withUnsafeBytes { password in
                EVP_PBE_scrypt(
                    password.bindMemory(to: CChar.self).baseAddress,
                    password.count,
                    salt,
                    salt.count,
                    cost.n,
                    cost.r,
                    cost.p,
                    cost.memoryMax,
                    buffer.baseAddress,
                    count
                ) == 1
            }
            initialized = isDone ? count : 0
        }
        return isDone ? key : nil
    }
}

/// The stored hash of a password: `scrypt$15$8$1$salt$hash`, so that the cost can be raised later.
package struct PasswordHash: Sendable, Hashable {
    private static let size = 32
    private static let saltSize = 16

    let cost: Scrypt.Cost
    private let salt: [UInt8]
    private let hash: [UInt8]

    /// Nil if there was not enough memory.
    package init?(_ password: String, cost: Scrypt.Cost, random: RandomBytes) {
        let salt = random(Self.saltSize)
        guard let hash = Self.derive(password, salt: salt, cost: cost) else { return nil }
        (self.cost, self.salt, self.hash) = (cost, salt, hash)
    }

    /// Parses the result of `text`.
    package init?(_ text: String) {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 6, parts[0] == "scrypt", let logN = UInt64(parts[1]), let r = UInt64(parts[2]),
            let p = UInt64(parts[3]), let cost = Scrypt.Cost(logN: logN, r: r, p: p),
            let salt = Base64URL.decode(parts[4]), let hash = Base64URL.decode(parts[5]),
            hash.count == Self.size
        else { return nil }
        (self.cost, self.salt, self.hash) = (cost, salt, hash)
    }

    private init(cost: Scrypt.Cost, salt: [UInt8], hash: [UInt8]) {
        (self.cost, self.salt, self.hash) = (cost, salt, hash)
    }

    /// A hash that no password has, as costly to try as a real one.
    package static func decoy(_ cost: Scrypt.Cost) -> PasswordHash {
        PasswordHash(cost: cost, salt: Array(repeating: 0, count: saltSize), hash: [])
    }

    package var text: String {
        "scrypt$\(cost.logN)$\(cost.r)$\(cost.p)$\(Base64URL.encode(salt))$\(Base64URL.encode(hash))"
    }

    /// True if the password has this hash.
    ///
    /// HMAC pads a key with zeros (RFC 2104 §2), so a password that contains any never matches.
    package func matches(_ password: String) -> Bool {
        guard let derived = Self.derive(password, salt: salt, cost: cost) else { return false }
        return isEqualInConstantTime(derived, hash) && !password.utf8.contains(0)
    }

    /// The same letters typed on another system may be other code points, so they are normalized first.
    private static func derive(_ password: String, salt: [UInt8], cost: Scrypt.Cost) -> [UInt8]? {
        let composed = password.composed
        return Scrypt.derive(Array(composed.utf8), salt: salt, cost: cost, count: size)
    }
}
