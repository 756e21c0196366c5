import Storage

/// An uploaded file; its bytes never change, because its id is derived from them.
package struct Media: Sendable, Hashable {
    private static let fileNameLengthMax = 200

    /// The SHA-256 of the bytes in hexadecimal digits, and the extension of the type: `….jpg`.
    package let id: String
    /// The name of the file when it was first uploaded.
    package let name: String
    package let type: MediaType
    package let size: Int
    /// In pixels; nil if the file is not an image.
    package let width: Int?
    package let height: Int?
    /// The point that stays visible when the image is cropped; nil if none was set.
    package let focus: FocalPoint?
    package let createdAt: Timestamp
    package let createdBy: String

    /// The path at which apps and browsers download it, from the root of the server.
    package var path: String { "/media/\(id)" }

    package var json: JSON {
        [
            "id": .string(id), "url": .string(path), "name": .string(name),
            "media_type": .string(type.rawValue),
            "size": .integer(Int64(size)), "width": width.map { .integer(Int64($0)) } ?? .null,
            "height": height.map { .integer(Int64($0)) } ?? .null,
            "focus": focus?.json ?? .null,
            "created_at": .string(createdAt.description), "created_by": .string(createdBy),
        ]
    }

    /// The type in an id; nil if it is not a valid id, so that nothing else reaches a file path.
    package static func type(ofID id: String) -> MediaType? {
        let parts = id.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].count == SHA256.size * 2,
            parts[0].allSatisfy({ Hex.digit($0) != nil && !(UInt8(ascii: "A")...UInt8(ascii: "F") ~= $0) })
        else { return nil }
        return MediaType(fileExtension: String(decoding: parts[1], as: UTF8.self))
    }

    /// The last part of a name, without characters that are unsafe in a terminal or a header.
    package static func cleanedName(_ name: String, of type: MediaType) -> String {
        let base = name.split { $0 == "/" || $0 == "\\" }.last ?? ""
        let isShown = { (scalar: Unicode.Scalar) in
            switch scalar.properties.generalCategory {
            // A format character can reverse the reading order, and so hide an extension.
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
                false
            case _: true
            }
        }
        let scalars = base.unicodeScalars.filter(isShown).prefix(Self.fileNameLengthMax)
        let cleaned = String(String.UnicodeScalarView(scalars))
        let isBlank = cleaned.allSatisfy { $0.isWhitespace || $0 == "." }
        return isBlank ? "file.\(type.fileExtension)" : cleaned
    }
}

extension Media {
    init(_ row: Row) throws {
        let name: String = try row.get("media_type")
        guard let type = MediaType(rawValue: name) else {
            throw StorageError.column("media_type", "holds \(name)")
        }
        self.init(
            id: try row.get("id"),
            name: try row.get("name"),
            type: type,
            size: try row.get("size"),
            width: try row.get("width"),
            height: try row.get("height"),
            focus: try FocalPoint(row),
            createdAt: try row.get("created_at"),
            createdBy: try row.get("author")
        )
    }
}

extension MediaType: JSONReadable {}

extension Media: JSONReadable {
    package init(json: JSON) throws(Fault) {
        id = try json.get("id")
        name = try json.get("name")
        type = try json.get("media_type")
        size = try json.get("size")
        width = try json.get("width")
        height = try json.get("height")
        focus = try json.get("focus")
        createdAt = try json.get("created_at")
        createdBy = try json.get("created_by")
    }
}
