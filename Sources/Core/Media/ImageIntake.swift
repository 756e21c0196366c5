import FoundationEssentials
import Glibc

/// The checks and the cleaning of an image before it is stored.
///
/// The image is decoded to its last pixel, stripped of all metadata, and turned upright if it was not: only then is it
/// encoded again, since that costs a little of a JPEG's quality. Of an animation the first frame is decoded, and all of
/// them are kept.
struct ImageIntake: Sendable {
    let type: MediaType
    /// Nil if the file can be stored as it is.
    let bytes: [UInt8]?

    init(path: String, type: MediaType, _ size: ImageSize, _ library: ImageLibrary) throws {
        let original = try [UInt8](Data(contentsOf: URL(filePath: path)))
        // Cheaper than the pixels, and it distinguishes a truncated file from a damaged one.
        let cleaned = try ImageParts.cleaned(original, of: type)
        let orientation = try library.orientation(of: original, type, size)
        let kept =
            2...8 ~= orientation
            ? try ImageParts.cleaned(library.upright(original, type), of: type) : cleaned
        self.type = type
        bytes = Self.areSame(kept, original) ? nil : kept
    }

    /// Uses `memcmp`, since a photo has millions of bytes.
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
