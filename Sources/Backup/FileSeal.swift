import Core

/// Encrypts whole files in pieces with AES-256-GCM.
///
/// Each piece has the random id of its file, its number and whether it is the last one under the same seal, so that no
/// piece can be exchanged, moved or cut off.
package struct FileSeal: Sendable {
    private static let pieceSize = 1 << 20
    private static let idSize = 16
    /// The head of a piece: the id, eight bytes of its number, and a byte that is 1 in the last one.
    private static let headSize = idSize + 9
    private static let lengthSize = 4

    let key: [UInt8]
    let random: RandomBytes

    /// Writes the sealed bytes of one file into another.
    func seal(_ source: String, to target: String) throws {
        guard let input = OpenFile(reading: source) else { throw FileError("open", source) }
        let output = try OpenFile(creating: target)
        let id = random(Self.idSize)
        try output.write(id)
        var (number, piece) = (UInt64(0), try input.read(upTo: Self.pieceSize))
        while true {
            let next = piece.count < Self.pieceSize ? [] : try input.read(upTo: Self.pieceSize)
            let head = Self.head(id, number, isLast: next.isEmpty)
            guard let sealed = AESGCM.seal(head + piece, key: key, random: random) else {
                throw BackupDamage.seal
            }
            try output.write(Self.bytes(of: UInt64(sealed.count), count: Self.lengthSize) + sealed)
            if next.isEmpty { return }
            (number, piece) = (number + 1, next)
        }
    }

    /// Writes the plain bytes of a sealed file into another; throws if a bit of it was changed.
    func open(_ source: String, to target: String) throws {
        guard let input = OpenFile(reading: source) else { throw FileError("open", source) }
        let output = try OpenFile(creating: target)
        let id = try input.read(upTo: Self.idSize)
        var number: UInt64 = 0
        while true {
            let length = try input.read(upTo: Self.lengthSize).reduce(0) { $0 << 8 | Int($1) }
            guard 1...(Self.pieceSize + 1024) ~= length,
                let plain = AESGCM.open(try input.read(upTo: length), key: key),
                plain.count >= Self.headSize
            else { throw BackupDamage.seal }
            let isLast = plain[Self.headSize - 1] == 1
            guard Array(plain.prefix(Self.headSize)) == Self.head(id, number, isLast: isLast) else {
                throw BackupDamage.seal
            }
            try output.write(Array(plain.dropFirst(Self.headSize)))
            if isLast { break }
            number += 1
        }
        guard try input.read(upTo: 1).isEmpty else { throw BackupDamage.seal }
    }

    /// The size of a sealed file, in bytes.
    static func sealedSize(of size: Int) -> Int {
        let pieces = max(1, (size + pieceSize - 1) / pieceSize)
        return idSize + size + pieces * (lengthSize + headSize + AESGCM.overhead)
    }

    /// The name under which a digest is stored: without the key one cannot tell whether a known file is there.
    func name(of digest: String) -> String { Hex.encode(HMAC.sha256(Array(digest.utf8), key: key)) }

    private static func head(_ id: [UInt8], _ number: UInt64, isLast: Bool) -> [UInt8] {
        id + bytes(of: number, count: 8) + [isLast ? 1 : 0]
    }

    /// The lowest bytes of a number, the highest of them first.
    private static func bytes(of number: UInt64, count: Int) -> [UInt8] {
        (1...count).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * (count - $0))) }
    }
}
