import CLibVips

/// Decodes and encodes images; the only file that uses libvips.
///
/// Every call blocks and takes memory in proportion to the pixels, so `ImageWorks` schedules the calls.
package struct ImageLibrary: Sendable {
    private let vips: vitrina_vips

    private static let opened: ImageLibrary? = {
        var vips = vitrina_vips()
        return vitrina_vips_open(&vips) == 0 ? nil : ImageLibrary(vips: vips)
    }()

    /// Throws if libvips is not installed; it is loaded when the first image comes.
    static func open() throws(Problem) -> ImageLibrary {
        guard let opened else {
            throw Problem(
                .unavailable,
                Localized(
                    "На сервере нет libvips, без неё картинки не прочитать.",
                    "The server has no libvips, without which images cannot be read."
                )
            )
        }
        return opened
    }

    package static var isThere: Bool { opened != nil }

    /// Decodes all of an image, and returns its orientation: 1 to 8, as in EXIF.
    func orientation(of bytes: [UInt8], _ type: MediaType, _ size: ImageSize) throws -> Int {
        // An eighth of a JPEG is decoded in a fraction of the time, and yet from every byte. libvips aborts the
        // program if a side would shrink to nothing.
        let shrink: Int32 = min(size.width, size.height) < Self.shrinkSideMin ? 1 : 8
        return try reading(bytes, type, isSequential: true, shrink: shrink) { image in
            guard call({ vitrina_vips_read($0, image.pointer) }) == 0 else { throw Self.broken }
            return Int(call { vitrina_vips_orientation($0, image.pointer) })
        }
    }

    /// The orientation from the header, without decoding the pixels.
    func orientationTold(by bytes: [UInt8], _ type: MediaType) throws -> Int {
        try reading(bytes, type, isSequential: true) { image in
            Int(call { vitrina_vips_orientation($0, image.pointer) })
        }
    }

    /// The same picture in the orientation of the camera, without the tag.
    func upright(_ bytes: [UInt8], _ type: MediaType) throws -> [UInt8] {
        try reading(bytes, type, isSequential: false) { image in
            let turned = try made { vitrina_vips_turn($0, image.pointer, &$1) }
            return try saved(turned, as: type, quality: Self.originalQuality)
        }
    }

    /// A WebP of the image, upright, no larger than the box; only of the part in `crop`, if it is given.
    func thumbnail(of bytes: [UInt8], within box: PixelSize, crop: PixelArea?) throws -> [UInt8] {
        try bytes.withUnsafeBytes { bytes in
            let (width, height) = (Int32(clamping: box.width), Int32(clamping: box.height))
            let scaled = try made { vips, image in
                vitrina_vips_thumbnail(vips, bytes.baseAddress, bytes.count, width, height, &image)
            }
            guard let crop else { return try savedSmall(scaled) }
            return try savedSmall(try part(crop, of: scaled))
        }
    }

    /// An upright JPEG of the part of the image in `crop`, after the whole is scaled to the box.
    func cut(_ bytes: [UInt8], scaledTo box: PixelSize, crop: PixelArea) throws -> [UInt8] {
        try bytes.withUnsafeBytes { bytes in
            let (width, height) = (Int32(clamping: box.width), Int32(clamping: box.height))
            let scaled = try made { vips, image in
                vitrina_vips_resize(vips, bytes.baseAddress, bytes.count, width, height, &image)
            }
            let plain = try made { [part = try part(crop, of: scaled)] vips, image in
                vitrina_vips_plain(vips, part.pointer, &image)
            }
            return try saved(plain, as: .jpeg, quality: Self.cutQuality)
        }
    }

    private func part(_ crop: PixelArea, of image: Image) throws -> Image {
        let area = crop.within(size(of: image))
        return try made { vips, part in
            vitrina_vips_crop(
                vips,
                image.pointer,
                Int32(area.left),
                Int32(area.top),
                Int32(area.size.width),
                Int32(area.size.height),
                &part
            )
        }
    }

    /// Must be called when a thread is done with all its images.
    func end() {
        call { vitrina_vips_end($0) }
    }

    private static let shrinkSideMin = 64
    private static let originalQuality: Int32 = 90
    private static let thumbnailQuality: Int32 = 65
    private static let cutQuality: Int32 = 85
    private static let broken = Problem.damaged("картинка не читается", "the image cannot be read")

    /// The pixels are read lazily, so the bytes must stay valid until `body` returns.
    private func reading<R>(
        _ bytes: [UInt8],
        _ type: MediaType,
        isSequential: Bool,
        shrink: Int32 = 1,
        _ body: (Image) throws -> R
    ) throws -> R {
        try bytes.withUnsafeBytes { bytes in
            let kind = try type.vipsKind
            let image = try made { vips, image in
                vitrina_vips_load(
                    vips,
                    kind,
                    bytes.baseAddress,
                    bytes.count,
                    isSequential ? 1 : 0,
                    shrink,
                    &image
                )
            }
            return try body(image)
        }
    }

    private func size(of image: Image) -> PixelSize {
        PixelSize(
            width: Int(call { vitrina_vips_width($0, image.pointer) }),
            height: Int(call { vitrina_vips_height($0, image.pointer) })
        )
    }

    private func savedSmall(_ image: Image) throws -> [UInt8] {
        let plain = try made { vitrina_vips_plain($0, image.pointer, &$1) }
        return try saved(plain, as: .webp, quality: Self.thumbnailQuality)
    }

    private func saved(_ image: Image, as type: MediaType, quality: Int32) throws -> [UInt8] {
        let kind = try type.vipsKind
        var bytes: UnsafeMutableRawPointer?
        var count = 0
        guard call({ vitrina_vips_save($0, image.pointer, kind, quality, &bytes, &count) }) == 0, let bytes
        else { throw Self.broken }
        defer { call { vitrina_vips_free($0, bytes) } }
        return [UInt8](UnsafeRawBufferPointer(start: bytes, count: count))
    }

    private func made(
        _ make: (UnsafePointer<vitrina_vips>, inout OpaquePointer?) -> Int32
    ) throws -> Image {
        var pointer: OpaquePointer?
        let result = call { make($0, &pointer) }
        guard let pointer else { throw Self.broken }
        let image = Image(vips: vips, pointer: pointer)
        guard result == 0 else { throw Self.broken }
        return image
    }

    @discardableResult
    private func call<R>(_ body: (UnsafePointer<vitrina_vips>) -> R) -> R {
        withUnsafePointer(to: vips, body)
    }

    /// Releases an image of libvips when it is deinitialized.
    private final class Image {
        private let vips: vitrina_vips
        let pointer: OpaquePointer

        init(vips: vitrina_vips, pointer: OpaquePointer) {
            (self.vips, self.pointer) = (vips, pointer)
        }

        deinit {
            withUnsafePointer(to: vips) { vitrina_vips_unref($0, pointer) }
        }
    }
}

extension MediaType {
    fileprivate var vipsKind: Int32 {
        get throws {
            switch self {
            case .jpeg: Int32(vitrina_vips_jpeg)
            case .png: Int32(vitrina_vips_png)
            case .webp: Int32(vitrina_vips_webp)
            case .zip: throw Problem.unknownMediaType
            }
        }
    }
}
