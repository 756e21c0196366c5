/// A small version of an image, in one of a few fixed sizes and shapes.
package struct Thumbnail: Hashable, Sendable {
    /// The shape to which the image is cropped.
    package enum Shape: String, Sendable, CaseIterable {
        /// Not cropped.
        case whole
        case square
        /// 3:2, for cards of lists.
        case card
        /// 16:9, for a slider.
        case wide
        /// 390:844, an upright phone screen.
        case screen

        /// Width and height; nil if nothing is cropped.
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

    /// For a row, a card and a screen, each also with twice the pixels.
    package static let widths = [64, 128, 192, 320, 640, 1280]

    /// The height of an uncropped picture, as a multiple of its width, at most.
    private static let heightsMax = 4

    package let width: Int
    package let shape: Shape

    /// Nil if there is no such size.
    package init?(_ width: Int, _ shape: Shape = .whole) {
        guard Self.widths.contains(width) else { return nil }
        (self.width, self.shape) = (width, shape)
    }

    /// Every size in every shape.
    package static let all = widths.flatMap { width in Shape.allCases.compactMap { Self(width, $0) } }

    /// Parses its name in a URL.
    package init?(name: some StringProtocol) {
        guard let found = Self.all.first(where: { $0.name == name }) else { return nil }
        self = found
    }

    /// Its name in URLs: `320.webp`, `320-square.webp`.
    package var name: String { shape == .whole ? "\(width).webp" : "\(width)-\(shape.rawValue).webp" }

    /// The path at which browsers of staff download it.
    ///
    /// The path of a crop names the focal point, so its content never changes.
    package func path(of id: String, focus: FocalPoint? = nil) -> String {
        "/media/\(id)\(focus.map { "@\($0.mark)" } ?? "")/\(name)"
    }

    /// The plan for an upright image of that size: the box to which it is scaled, and the part to crop.
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
