import CLibCrypto
import Foundation

/// The password hash scrypt (RFC 7914), which costs a guesser memory as well as time.
package enum Scrypt {
    package struct Cost: Sendable, Hashable {
        /// N is two to this power.
        package let logN: UInt64
        package let r: UInt64
        package let p: UInt64

        /// Nil beyond what a server can afford, as a stored text could name it.
        package init?(logN: UInt64, r: UInt64, p: UInt64) {
            guard 1...20 ~= logN, 1...32 ~= r, 1...16 ~= p else { return nil }
            self.init(checkedLogN: logN, r: r, p: p)
        }

        private init(checkedLogN logN: UInt64, r: UInt64, p: UInt64) {
            (self.logN, self.r, self.p) = (logN, r, p)
        }

        /// 128 MiB and less than half a second: what OWASP asks for at least.
        package static let standard = Cost(checkedLogN: 17, r: 8, p: 1)
        /// As much work in 32 MiB, which OWASP takes for equal: for the many who use an app.
        package static let crowd = Cost(checkedLogN: 15, r: 8, p: 3)
        /// Next to nothing, for tests.
        package static let forTests = Cost(checkedLogN: 4, r: 1, p: 1)

        fileprivate var n: UInt64 { 1 << logN }
        /// What libcrypto needs (its own formula), and a little more.
        fileprivate var memoryMax: UInt64 { 128 * r * (n + p + 2) + 1 << 20 }
    }

    /// Nil where there was no memory for it.
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

/// What is kept of a password: `scrypt$15$8$1$salt$hash`, so that the cost can be raised later.
package struct PasswordHash: Sendable, Hashable {
    private static let size = 32
    private static let saltSize = 16

    let cost: Scrypt.Cost
    private let salt: [UInt8]
    private let hash: [UInt8]

    /// Nil where there was no memory for it.
    package init?(_ password: String, cost: Scrypt.Cost, random: RandomBytes) {
        let salt = random(Self.saltSize)
        guard let hash = Self.derive(password, salt: salt, cost: cost) else { return nil }
        (self.cost, self.salt, self.hash) = (cost, salt, hash)
    }

    /// Reads what `text` gives.
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

    /// For HMAC a key is the same with zeros after it (RFC 2104 §2), so a password that has any is never right.
    package func matches(_ password: String) -> Bool {
        guard let derived = Self.derive(password, salt: salt, cost: cost) else { return false }
        return isEqualInConstantTime(derived, hash) && !password.utf8.contains(0)
    }

    /// The same letters typed on another system may be other code points, so they are composed first.
    private static func derive(_ password: String, salt: [UInt8], cost: Scrypt.Cost) -> [UInt8]? {
        let composed = password.precomposedStringWithCanonicalMapping
        return Scrypt.derive(Array(composed.utf8), salt: salt, cost: cost, count: size)
    }
}
