/// A width and a height in pixels.
struct PixelSize: Hashable, Sendable {
    let width: Int
    let height: Int
}

/// A part of an image, in pixels from its upper left corner.
struct PixelArea: Hashable, Sendable {
    let left: Int
    let top: Int
    let size: PixelSize

    /// The same area, moved or cut so that it lies within an image of that size.
    func within(_ image: PixelSize) -> PixelArea {
        let width = min(max(1, size.width), image.width)
        let height = min(max(1, size.height), image.height)
        return PixelArea(
            left: min(max(0, left), image.width - width),
            top: min(max(0, top), image.height - height),
            size: PixelSize(width: width, height: height)
        )
    }
}
