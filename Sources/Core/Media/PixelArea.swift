/// A width and a height in pixels.
package struct PixelSize: Hashable, Sendable {
    package let width: Int
    package let height: Int

    package init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
    }
}

/// A part of an image, in pixels from its upper left corner.
struct PixelArea: Hashable, Sendable {
    let left: Int
    let top: Int
    let size: PixelSize

    /// The same area, moved or cut to fit into an image of that size.
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
