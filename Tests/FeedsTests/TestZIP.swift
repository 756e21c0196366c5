@testable import Feeds

/// Makes archives of stored files in the forms that other programs write.
struct TestZIP {
    /// Sizes stand behind the bytes, as programs that write a stream do.
    var hasDescriptors = false
    /// Sizes and offsets stand in ZIP64 records.
    var isLarge = false
    /// Bits of each entry, such as that of encryption.
    var flags = 0
    var method = 0
    var checksumChange: UInt32 = 0
    /// What the directory says more than there is.
    var sizeChange = 0
    private var bytes: [UInt8] = []
    private var directory: [UInt8] = []
    private var count = 0

    mutating func add(_ name: String, _ content: [UInt8]) {
        let start = bytes.count
        let checksum = Self.checksum(content) ^ checksumChange
        let size = content.count + sizeChange
        let flags = flags | (hasDescriptors ? 1 << 3 : 0)
        let name = Array(name.utf8)
        let now = hasDescriptors ? 0 : content.count
        bytes +=
            Self.little(0x0403_4B50, 4) + Self.little(20, 2) + Self.little(flags, 2) + Self.little(method, 2)
        bytes += Self.little(0, 4) + Self.little(hasDescriptors ? 0 : Int(checksum), 4)
        bytes +=
            Self.little(now, 4) + Self.little(now, 4) + Self.little(name.count, 2) + Self.little(0, 2) + name
        bytes += content
        if hasDescriptors {
            bytes += Self.little(0x0807_4B50, 4) + Self.little(Int(checksum), 4)
            bytes += Self.little(size, 4) + Self.little(size, 4)
        }
        let extra =
            isLarge
            ? Self.little(0x7777, 2) + Self.little(1, 2) + [9] + Self.little(1, 2) + Self.little(24, 2)
                + Self.little(size, 8) + Self.little(content.count, 8) + Self.little(start, 8) : []
        directory += Self.little(0x0201_4B50, 4) + Self.little(20, 2) + Self.little(20, 2)
        directory += Self.little(flags, 2) + Self.little(method, 2) + Self.little(0, 4)
        directory += Self.little(Int(checksum), 4) + Self.little(isLarge ? 0xFFFF_FFFF : content.count, 4)
        directory += Self.little(isLarge ? 0xFFFF_FFFF : size, 4) + Self.little(name.count, 2)
        directory += Self.little(extra.count, 2) + Self.little(0, 10)
        directory += Self.little(isLarge ? 0xFFFF_FFFF : start, 4) + name + extra
        count += 1
    }

    func finish(comment: String = "") -> [UInt8] {
        var all = bytes + directory
        if isLarge {
            let place = all.count
            all += Self.little(0x0606_4B50, 4) + Self.little(44, 8) + Self.little(45, 2) + Self.little(45, 2)
            all += Self.little(0, 8) + Self.little(count, 8) + Self.little(count, 8)
            all += Self.little(directory.count, 8) + Self.little(bytes.count, 8)
            all += Self.little(0x0706_4B50, 4) + Self.little(0, 4) + Self.little(place, 8) + Self.little(1, 4)
        }
        let shown = isLarge ? 0xFFFF : count
        all += Self.little(0x0605_4B50, 4) + Self.little(0, 4) + Self.little(shown, 2) + Self.little(shown, 2)
        all += Self.little(isLarge ? 0xFFFF_FFFF : directory.count, 4)
        all += Self.little(isLarge ? 0xFFFF_FFFF : bytes.count, 4)
        return all + Self.little(comment.utf8.count, 2) + Array(comment.utf8)
    }

    static func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// CRC-32 (ISO 3309), bit by bit.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0 as UInt32) { state, byte in
            (0..<8).reduce(state ^ UInt32(byte)) { state, _ in
                state >> 1 ^ (state & 1 == 1 ? 0xEDB8_8320 : 0)
            }
        }
    }
}
