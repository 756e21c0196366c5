import Foundation

/// The generator SplitMix64, so that a failing run can be repeated.
package struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }

    package mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[below(elements.count)]
    }

    /// A random number from 0 to less than the bound, or 0.
    package mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<max(1, bound), using: &self) }
}

/// The number and the seed of random inputs: few and fixed, or as `scripts/fuzz` sets them.
package enum Fuzz {
    package static func rounds(_ usual: Int) -> Int {
        number("VITRINA_FUZZ_ROUNDS").map { Int($0) } ?? usual
    }

    package static func random(_ usual: UInt64) -> SeededRandom {
        SeededRandom(seed: usual &+ (number("VITRINA_FUZZ_SEED").map { UInt64($0) } ?? 0))
    }

    private static func number(_ name: String) -> UInt32? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt32($0) }
    }
}
