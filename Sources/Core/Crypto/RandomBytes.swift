/// A source of random bytes; injected, so that tests can make it predictable.
package struct RandomBytes: Sendable {
    private let make: @Sendable (Int) -> [UInt8]

    package init(_ make: @escaping @Sendable (Int) -> [UInt8]) {
        self.make = make
    }

    /// The operating system's cryptographic source.
    package static let system = RandomBytes { count in
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }

    package func callAsFunction(_ count: Int) -> [UInt8] { make(count) }

    /// A password of 20 characters, without letters and digits that look alike.
    package var password: String { characters(20, of: "abcdefghjkmnpqrstuvwxyz23456789") }

    /// Random characters of `alphabet`, uniformly distributed.
    package func characters(_ count: Int, of alphabet: String) -> String {
        let alphabet = Array(alphabet)
        // Bytes at or above this bound would make the first characters likelier than the last.
        let bound = 256 / alphabet.count * alphabet.count
        var result = ""
        while result.count < count {
            for byte in make(count) where Int(byte) < bound && result.count < count {
                result.append(alphabet[Int(byte) % alphabet.count])
            }
        }
        return result
    }
}
