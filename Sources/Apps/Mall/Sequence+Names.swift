/// The key for comparing names: case-insensitive, without outer spaces, `ё` as `е`, in UTF-8.
func folded(_ text: String) -> [UInt8] {
    var bytes = Array(text.lowercased().utf8)
    // ё is D1 91, е is D0 B5.
    var index = 0
    while let next = bytes[index...].firstIndex(of: 0xD1) {
        if next + 1 < bytes.count, bytes[next + 1] == 0x91 { (bytes[next], bytes[next + 1]) = (0xD0, 0xB5) }
        index = next + 1
    }
    let space = UInt8(ascii: " ")
    return Array(bytes.drop { $0 == space }.reversed().drop { $0 == space }.reversed())
}

extension Sequence {
    /// Sorted alphabetically; equal names by id.
    func byName(_ name: (Element) -> String, id: (Element) -> String) -> [Element] {
        map { (key: folded(name($0)), id: id($0), element: $0) }
            .sorted { left, right in
                left.key == right.key ? left.id < right.id : left.key.lexicographicallyPrecedes(right.key)
            }
            .map(\.element)
    }
}
