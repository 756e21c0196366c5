/// A small picture of an image, in one of the few sizes and shapes that there are.
package struct Thumbnail: Hashable, Sendable {
    /// What the image is cut to.
    package enum Shape: String, Sendable, CaseIterable {
        /// Not cut at all.
        case whole
        case square
        /// Three to two, as cards of lists have it.
        case card
        /// Sixteen to nine, as a slider has it.
        case wide
        /// As a telephone is held: 390 to 844.
        case screen

        /// Width and height; nil where nothing is cut.
        fileprivate var ratio: (width: Int, height: Int)? {
            switch self {
            case .whole: nil
            case .square: (1, 1)
            case .card: (3, 2)
            case .wide: (16, 9)
            case .screen: (195, 422)
            }
        }
    }

    /// One for a row, one for a card, one for a screen, and each of these for screens with twice the pixels.
    package static let widths = [64, 128, 192, 320, 640, 1280]

    /// A picture that is not cut is no higher than so many of its widths.
    private static let heightsMax = 4

    package let width: Int
    package let shape: Shape

    /// Nil where there is no such size.
    package init?(_ width: Int, _ shape: Shape = .whole) {
        guard Self.widths.contains(width) else { return nil }
        (self.width, self.shape) = (width, shape)
    }

    /// Of each size and shape one.
    package static let all = widths.flatMap { width in Shape.allCases.compactMap { Self(width, $0) } }

    /// By its name in an address.
    package init?(name: some StringProtocol) {
        guard let found = Self.all.first(where: { $0.name == name }) else { return nil }
        self = found
    }

    /// As it stands in addresses: `320.webp`, `320-square.webp`.
    package var name: String { shape == .whole ? "\(width).webp" : "\(width)-\(shape.rawValue).webp" }

    /// Where browsers of staff get it.
    ///
    /// The address of a part names the focal point, so that it never shows anything else.
    package func path(of id: String, focus: FocalPoint? = nil) -> String {
        "/media/\(id)\(focus.map { "@\($0.mark)" } ?? "")/\(name)"
    }

    /// What to make of an upright image of that size: the box in which it is scaled, and the part to keep.
    func plan(for image: PixelSize, around focus: FocalPoint) -> (box: PixelSize, crop: PixelArea?) {
        guard let ratio = shape.ratio else {
            return (PixelSize(width: width, height: width * Self.heightsMax), nil)
        }
        let whole = PixelSize(
            width: min(image.width, image.height * ratio.width / ratio.height),
            height: min(image.height, image.width * ratio.height / ratio.width)
        )
        let scale = min(1, Double(width) / Double(max(1, whole.width)))
        func scaled(_ number: Int) -> Int { max(1, Int((Double(number) * scale).rounded())) }
        let box = PixelSize(width: scaled(image.width), height: scaled(image.height))
        let size = PixelSize(width: scaled(whole.width), height: scaled(whole.height))
        let area = PixelArea(
            left: box.width * focus.x / 100 - size.width / 2,
            top: box.height * focus.y / 100 - size.height / 2,
            size: size
        )
        return (box, area.within(box))
    }
}
