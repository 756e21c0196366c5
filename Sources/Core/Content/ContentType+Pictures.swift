import Storage

extension ContentType {
    /// Warnings about the pictures of a body, from their sizes by id.
    func pictureWarnings(of body: Body, sizes: [String: PixelSize]) -> [Warning] {
        fields.compactMap { field in
            guard let least = field.pixelsMin, let size = body[field.name]?.string.flatMap({ sizes[$0] })
            else { return nil }
            return least.fault(of: size).map {
                Warning(level: .warning, pointer: "#/\(field.name)", detail: $0)
            }
        }
    }

    /// The uploads of a body whose sizes are checked.
    func measuredUploads(in body: Body) -> [String] {
        fields.compactMap { field in field.pixelsMin.flatMap { _ in body[field.name]?.string } }
    }
}

extension PixelSize {
    /// The fault of a picture of the given size; nil if there is none.
    fileprivate func fault(of size: PixelSize) -> Localized? {
        let (isUpright, isWide) = (height > width, width > height)
        if isUpright, size.height <= size.width {
            return Localized(
                "картинка не портретная: \(size.text)",
                "is not upright: \(size.text)"
            )
        }
        if isWide, size.width <= size.height {
            return Localized("картинка не горизонтальная: \(size.text)", "is not wide: \(size.text)")
        }
        guard size.width < width || size.height < height else { return nil }
        return Localized(
            "картинка мала: \(size.text), нужно не меньше \(text)",
            "is small: \(size.text), and \(text) are needed"
        )
    }

    private var text: String { "\(width)\u{A0}×\u{A0}\(height)" }
}

extension ContentStore {
    /// The sizes of the pictures that have a minimum, by id; of the first ones only, if there are too many.
    func pixelSizes(of bodies: [Body], _ type: ContentType) async throws -> [String: PixelSize] {
        guard type.fields.contains(where: { $0.pixelsMin != nil }) else { return [:] }
        let ids = Set(bodies.flatMap(type.measuredUploads)).sorted().prefix(Limits.mediaLookupsMax)
        guard !ids.isEmpty else { return [:] }
        let list = ids.map { "\($0)" as SQL }.joined(separator: ", ")
        return try await database.read { connection in
            let rows = try connection.rows(
                "SELECT id, width, height FROM media WHERE width IS NOT NULL AND id IN (\(list))"
            )
            return try rows.reduce(into: [:]) { sizes, row in
                sizes[try row.get("id")] = PixelSize(
                    width: Int(try row.get("width", as: Int64.self)),
                    height: Int(try row.get("height", as: Int64.self))
                )
            }
        }
    }
}

extension [Warning] {
    /// The warnings without duplicates, in order of first occurrence.
    var withoutRepeats: [Warning] {
        var seen: Set<Warning> = []
        return filter { seen.insert($0).inserted }
    }
}
