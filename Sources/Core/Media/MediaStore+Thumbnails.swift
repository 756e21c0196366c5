import FoundationEssentials
import Storage

extension MediaStore {
    /// A thumbnail of an upload, made on first request, cropped around its focal point if `mark` names it.
    ///
    /// Without a mark it is cropped around the middle; a mark that is not the upload's current one is not found, so
    /// that the number of pictures to request is bounded. Throws `.notFound` if the upload is not an image, too.
    package func thumbnail(_ thumbnail: Thumbnail, of id: String, at mark: String?) async throws -> [UInt8] {
        guard let type = Media.type(ofID: id), type != .zip else { throw Self.notFound }
        var focus = FocalPoint.middle
        if let mark {
            guard let own = try await find(id).focus, own.mark == mark else { throw Self.notFound }
            focus = own
        }
        let name = "\(id)-\(mark.map { "\($0)-" } ?? "")\(thumbnail.name)"
        if let bytes = try await thumbnails.read(name) { return bytes }
        guard let file = try await local(id), file.size <= type.sizeMax() else { throw Self.notFound }
        let (bytes, isNew) = try await works.run { [thumbnails, focus] library in
            // Another task or server may have made it while this one waited.
            if let bytes = thumbnails.load(name) { return (bytes, false) }
            let original = try [UInt8](Data(contentsOf: URL(filePath: file.path)))
            guard let image = try type.inspect(ByteReader(original)) else { throw Self.notFound }
            let plan = thumbnail.plan(for: try image.upright(original, type, library), around: focus)
            return (try library.thumbnail(of: original, within: plan.box, crop: plan.crop), true)
        }
        if isNew { try await thumbnails.keep(bytes, as: name) }
        return bytes
    }

    /// The focal points of those uploads that have one; of the first ids only, if there are too many.
    package func focuses(of ids: some Sequence<String>) async throws -> [String: FocalPoint] {
        let ids = Set(ids).filter { Media.type(ofID: $0) != nil }.prefix(Limits.mediaLookupsMax)
        guard !ids.isEmpty else { return [:] }
        let list = ids.sorted().map { "\($0)" as SQL }.joined(separator: ", ")
        return try await database.read { connection in
            let rows = try connection.rows(
                "SELECT id, focus_x, focus_y FROM media WHERE focus_x IS NOT NULL AND id IN (\(list))"
            )
            return try rows.reduce(into: [:]) { $0[try $1.get("id")] = try FocalPoint($1) }
        }
    }

    /// Sets the focal point of an image; nil for its middle.
    package func setFocus(of id: String, to focus: FocalPoint?, by author: Author) async throws -> Media {
        try author.require(.writeContent)
        let now = now()
        return try await database.write { connection in
            guard
                let media = try connection.rows("SELECT * FROM media WHERE id = \(id)").first.map(Media.init)
            else { throw Self.notFound }
            guard media.width != nil else {
                throw Problem.invalid([
                    Fault("#/focus", "бывает только у картинки", "is only for an image")
                ])
            }
            guard media.focus != focus else { return media }
            try connection.send(
                """
                UPDATE media SET focus_x = \(focus.map { Int64($0.x) }), focus_y = \(focus.map { Int64($0.y) })
                WHERE id = \(id)
                """
            )
            try AuditLog.record(
                .mediaFocused,
                subject: id,
                detail: ["before": media.focus?.json ?? .null, "after": focus?.json ?? .null],
                by: author,
                at: now,
                on: connection
            )
            guard
                let media = try connection.rows("SELECT * FROM media WHERE id = \(id)").first.map(Media.init)
            else { throw Self.notFound }
            return media
        }
    }
}

extension AuditAction {
    package static let mediaFocused = AuditAction(
        "media.focused",
        Localized("точка внимания изменена", "moved a focal point")
    )
}

extension ImageSize {
    /// The size after the orientation is applied; an upload of an earlier version may be turned.
    func upright(_ bytes: [UInt8], _ type: MediaType, _ library: ImageLibrary) throws -> PixelSize {
        5...8 ~= (try library.orientationTold(by: bytes, type))
            ? PixelSize(width: height, height: width) : PixelSize(width: width, height: height)
    }
}
