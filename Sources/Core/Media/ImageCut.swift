import FoundationEssentials

/// A picture as an app ships it: an exact size in pixels, cropped around the focal point of its upload.
package struct ImageCut: Hashable, Sendable {
    package let size: PixelSize

    /// A size in points at a scale; nil if it is empty or too large.
    package init?(width: Int, height: Int, scale: Int) {
        guard width > 0, height > 0, scale > 0, width * scale <= Limits.imageSideMax,
            height * scale <= Limits.imageSideMax
        else { return nil }
        size = PixelSize(width: width * scale, height: height * scale)
    }

    /// The size to which the whole image is scaled for this cut, and the part to crop.
    func plan(for image: PixelSize, around focus: FocalPoint) -> (box: PixelSize, crop: PixelArea) {
        let scale = max(
            Double(size.width) / Double(max(1, image.width)),
            Double(size.height) / Double(max(1, image.height))
        )
        let box = PixelSize(
            width: max(size.width, Int((Double(image.width) * scale).rounded())),
            height: max(size.height, Int((Double(image.height) * scale).rounded()))
        )
        let area = PixelArea(
            left: box.width * focus.x / 100 - size.width / 2,
            top: box.height * focus.y / 100 - size.height / 2,
            size: size
        )
        return (box, area.within(box))
    }
}

extension MediaStore {
    /// JPEGs of an upload in exactly these sizes; the same bytes each time.
    ///
    /// Throws `.notFound` if the upload is not an image.
    package func cuts(_ cuts: [ImageCut], of id: String) async throws -> [[UInt8]] {
        let media = try await find(id)
        guard media.width != nil, let file = try await local(id), file.size <= media.type.sizeMax() else {
            throw Self.notFound
        }
        let (path, type, focus) = (file.path, media.type, media.focus ?? .middle)
        return try await works.run { library in
            let original = try [UInt8](Data(contentsOf: URL(filePath: path)))
            // libvips also decodes a truncated file, and fills the rest with grey.
            guard id.hasPrefix(SHA256.hex(original)) else {
                throw Problem.damaged("он не тот, что загружали", "it is not what was uploaded")
            }
            guard let image = try type.inspect(ByteReader(original)) else { throw Self.notFound }
            let upright = try image.upright(original, type, library)
            // A strip a thousand times as high as wide would need all memory when scaled to the width of a screen.
            return try cuts.map { cut in
                let plan = cut.plan(for: upright, around: focus)
                guard plan.box.width * plan.box.height <= Limits.imagePixelsMax else {
                    throw Problem.damaged(
                        "картинка слишком узкая, её не вырезать",
                        "the image is too narrow to be cut"
                    )
                }
                return try library.cut(original, scaledTo: plan.box, crop: plan.crop)
            }
        }
    }
}
