import Foundation

/// What is done with an image before it is kept.
///
/// It is read to its last pixel, loses all that is not the picture, and is turned upright where it was not: only
/// then is it encoded again, since that costs a little of a JPEG's quality. Of an animation the first picture is
/// looked at, and all of them are kept.
struct ImageIntake: Sendable {
    let type: MediaType
    /// Nil where the file may be kept as it is.
    let bytes: [UInt8]?

    init(path: String, type: MediaType, _ size: ImageSize, _ library: ImageLibrary) throws {
        let original = try [UInt8](Data(contentsOf: URL(filePath: path)))
        // Cheaper than the pixels, and it tells a file that ends too early from one that is damaged.
        let cleaned = try ImageParts.cleaned(original, of: type)
        let orientation = try library.orientation(of: original, type, size)
        let kept =
            2...8 ~= orientation
            ? try ImageParts.cleaned(library.upright(original, type), of: type) : cleaned
        self.type = type
        bytes = Self.areSame(kept, original) ? nil : kept
    }

    /// By `memcmp`, since a photo has millions of bytes.
    private static func areSame(_ bytes: [UInt8], _ others: [UInt8]) -> Bool {
        bytes.count == others.count
            && bytes.withUnsafeBytes { bytes in
                others.withUnsafeBytes { others in
                    guard let first = bytes.baseAddress, let second = others.baseAddress else { return true }
                    return memcmp(first, second, bytes.count) == 0
                }
            }
    }
}
