import Testing

@testable import Core

struct ThumbnailPlanTests {
    @Test(arguments: [
        (600, 300, 0, 0, 0, 0), (600, 300, 100, 100, 64, 0), (600, 300, 50, 50, 32, 0),
        (300, 600, 50, 100, 0, 64),
        (300, 600, 20, 10, 0, 0), (300, 300, 99, 1, 0, 0),
    ])
    func `a part lies around the focal point, and within the image`(
        width: Int,
        height: Int,
        x: Int64,
        y: Int64,
        left: Int,
        top: Int
    ) throws {
        let thumbnail = try #require(Thumbnail(64, .square))
        let plan = thumbnail.plan(
            for: PixelSize(width: width, height: height),
            around: try FocalPoint(x: x, y: y)
        )
        #expect(plan.crop == PixelArea(left: left, top: top, size: PixelSize(width: 64, height: 64)))
    }

    @Test func `no image of any size makes a part that is empty, outside or larger than asked`() throws {
        for (width, height) in [
            (1, 1), (1, 30_000), (30_000, 1), (2, 3), (7_071, 7_071), (95, 97), (30_000, 1_666),
        ] {
            for thumbnail in Thumbnail.all {
                for (x, y) in [(0, 0), (100, 100), (50, 50), (0, 100)] as [(Int64, Int64)] {
                    let image = PixelSize(width: width, height: height)
                    let plan = thumbnail.plan(for: image, around: try FocalPoint(x: x, y: y))
                    guard let crop = plan.crop else { continue }
                    #expect(1...thumbnail.width ~= crop.size.width)
                    #expect(crop.left >= 0 && crop.left + crop.size.width <= plan.box.width)
                    #expect(crop.size.height >= 1)
                    #expect(crop.top >= 0 && crop.top + crop.size.height <= plan.box.height)
                }
            }
        }
    }
}
