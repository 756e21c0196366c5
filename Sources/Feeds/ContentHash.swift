/// A hash of values in order, 64 bits, the same in every process and version: FNV-1a.
///
/// It tells changes from each other; it is no protection against somebody who wants two values to collide.
package struct ContentHash {
    private static let prime: UInt64 = 0x100_0000_01B3

    package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    package init() {}

    package mutating func add(_ text: String) {
        for byte in text.utf8 { add(byte) }
        // A byte that UTF-8 never has ends it, so that "a", "bc" and "ab", "c" differ.
        add(UInt8(0xFF))
    }

    /// Nil differs from every number.
    package mutating func add(_ number: (some FixedWidthInteger)?) {
        guard let number else { return add(UInt8(0xFE)) }
        add(UInt8(0xFD))
        var rest = UInt64(truncatingIfNeeded: number)
        for _ in 0..<8 {
            add(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }

    package mutating func add(_ number: Double?) {
        add(number.map { ($0 == 0 ? 0 : $0).bitPattern })
    }

    private mutating func add(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* Self.prime
    }
}
