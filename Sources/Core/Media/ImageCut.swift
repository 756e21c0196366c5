import Foundation

/// A picture as an app ships with it: so many pixels wide and high, cut around the focal point of its upload.
package struct ImageCut: Hashable, Sendable {
    package let size: PixelSize

    /// A size in points at a scale; nil where nothing would be left of it.
    package init?(width: Int, height: Int, scale: Int) {
        guard width > 0, height > 0, scale > 0, width * scale <= Limits.imageSideMax,
            height * scale <= Limits.imageSideMax
        else { return nil }
        size = PixelSize(width: width * scale, height: height * scale)
    }

    /// How large the whole image has to be made, and which part of it to keep, for one of that size.
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
    /// JPEGs of an upload in these sizes, exactly; the same bytes each time.
    ///
    /// Throws `.notFound` for what is no image.
    package func cuts(_ cuts: [ImageCut], of id: String) async throws -> [[UInt8]] {
        let media = try await find(id)
        guard media.width != nil, let size = try await folder.size(of: id), size <= media.type.sizeMax()
        else {
            throw Self.notFound
        }
        let (path, type, focus) = (folder.path(of: id), media.type, media.focus ?? .middle)
        return try await works.run { library in
            let original = try [UInt8](Data(contentsOf: URL(filePath: path)))
            // libvips makes a picture of half a file as well, and the rest of it grey.
            guard id.hasPrefix(SHA256.hex(original)) else {
                throw Problem.damaged("он не тот, что загружали", "it is not what was uploaded")
            }
            guard let image = try type.inspect(ByteReader(original)) else { throw Self.notFound }
            let upright = try image.upright(original, type, library)
            // A strip of a thousand times its width would need all memory when it is made as wide as a screen.
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
