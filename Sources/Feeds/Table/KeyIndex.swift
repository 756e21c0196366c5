/// Numbers the different keys that are put into it, from 0; keys are byte strings.
///
/// A hash table with open addressing over one block of bytes: a key costs its bytes and about 16 more, and a
/// lookup makes no `String`. Swift's `Hasher` has a random seed, so no file can choose keys that collide.
struct KeyIndex {
    private var bytes: [UInt8] = []
    /// The end of each key; it begins where the one before ends.
    private var ends: [Int] = []
    /// Indices of keys, -1 where there is none; a power of two of them.
    private var slots: [Int32] = [-1, -1, -1, -1]

    var count: Int { ends.count }
    /// Bytes of all keys.
    var size: Int { bytes.count }

    /// Nil if there is no such key; `hint` is tried first.
    func find(_ key: ArraySlice<UInt8>, hint: Int32 = -1) -> Int32? {
        if hint >= 0, matches(Int(hint), key) { return hint }
        let index = slots[slot(of: key)]
        return index < 0 ? nil : index
    }

    /// The index of the key, which is added where there is none.
    mutating func insert(_ key: ArraySlice<UInt8>) -> (index: Int32, isNew: Bool) {
        let slot = slot(of: key)
        if slots[slot] >= 0 { return (slots[slot], false) }
        let index = Int32(truncatingIfNeeded: ends.count)
        bytes.append(contentsOf: key)
        ends.append(bytes.count)
        slots[slot] = index
        if ends.count &* 2 > slots.count { grow() }
        return (index, true)
    }

    private func range(_ index: Int) -> Range<Int> { (index == 0 ? 0 : ends[index - 1])..<ends[index] }

    private func matches(_ index: Int, _ key: ArraySlice<UInt8>) -> Bool {
        guard index < ends.count else { return false }
        let range = range(index)
        guard range.count == key.count else { return false }
        var (left, right) = (range.lowerBound, key.startIndex)
        while right < key.endIndex {
            guard bytes[left] == key[right] else { return false }
            left &+= 1
            right &+= 1
        }
        return true
    }

    private func slot(of key: ArraySlice<UInt8>) -> Int {
        let mask = slots.count &- 1
        var slot = Self.hash(key) & mask
        while slots[slot] >= 0, !matches(Int(slots[slot]), key) { slot = (slot &+ 1) & mask }
        return slot
    }

    private mutating func grow() {
        slots = [Int32](repeating: -1, count: slots.count * 2)
        let mask = slots.count - 1
        for index in ends.indices {
            var slot = Self.hash(bytes[range(index)]) & mask
            while slots[slot] >= 0 { slot = (slot &+ 1) & mask }
            slots[slot] = Int32(truncatingIfNeeded: index)
        }
    }

    private static func hash(_ key: ArraySlice<UInt8>) -> Int {
        var hasher = Hasher()
        key.withUnsafeBytes { hasher.combine(bytes: $0) }
        return hasher.finalize()
    }
}
