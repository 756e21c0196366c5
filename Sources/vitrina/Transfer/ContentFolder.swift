import Apps
import Core
import Web

/// The entries of an installation as files: `manifest.json`, `mall/offers.json` for each type, `media/…`.
struct ContentFolder: Sendable {
    /// The version of the format; it increases if older programs cannot read the folder.
    static let format: Int64 = 1
    private static let manifestSizeMax = 64 << 20

    let path: String
    /// The types in an order that allows the import: referenced types first.
    let types: [ContentType]
    let media: [Upload]

    struct Upload: Sendable {
        let id: String
        let name: String
    }

    func file(of type: ContentType) -> String {
        "\(path)/\(Catalog.module(of: type.name)?.name ?? "")/\(type.name).json"
    }

    func file(of upload: Upload) -> String { "\(path)/media/\(upload.id)" }

    init(path: String, types: [ContentType], media: [Upload]) {
        (self.path, self.types, self.media) = (path, types, media)
    }

    /// Writes the manifest last, as a sign that the folder is complete.
    func writeManifest() throws {
        let manifest: JSON = [
            "vitrina": .integer(Self.format),
            "types": .array(types.map { .string($0.name) }),
            "media": .array(media.map { ["id": .string($0.id), "name": .string($0.name)] }),
        ]
        let sink = try FileSink("\(path)/manifest.json")
        try sink.write(manifest.bytes + [UInt8(ascii: "\n")])
        try sink.finish()
    }

    /// Reads the manifest of an exported folder; its values are never used as paths.
    init(reading path: String) throws {
        guard let bytes = Input.bytes(in: "\(path)/manifest.json", sizeMax: Self.manifestSizeMax) else {
            throw Failure(
                .notFound,
                Problem.Kind.notFound.rawValue,
                Localized(
                    "В \(path) нет manifest.json: это не папка с выгрузкой, или она не закончена.",
                    "There is no manifest.json in \(path): it is no export, or not a whole one."
                )
            )
        }
        guard let manifest = try? Manifest(json: JSON(parsing: bytes)), manifest.format == Self.format else {
            throw Self.wrong(path)
        }
        let types = try manifest.types.map { name -> ContentType in
            guard let type = ContentType.named(name) else { throw Self.wrong(path) }
            return type
        }
        guard manifest.media.allSatisfy({ Core.Media.type(ofID: $0.id) != nil }) else {
            throw Self.wrong(path)
        }
        self.init(path: path, types: types.byDependency, media: manifest.media)
    }

    private static func wrong(_ path: String) -> Failure {
        Failure(
            .data,
            "folder",
            Localized(
                "\(path)/manifest.json не прочитать: он от другой версии или испорчен.",
                "\(path)/manifest.json cannot be read: it is of another version, or damaged."
            )
        )
    }

    /// Reads the entries of a file in order.
    static func read(_ file: String, _ body: (JSON) throws -> Void) throws {
        let pieces = try FilePieces(path: file)
        var reader = JSONElements()
        while let piece = try pieces.next() {
            let (elements, end) = reader.read(piece)
            for element in elements { try body(try JSON(parsing: element.bytes)) }
            if let end { throw Failure(.data, "folder", end.detail, faults: [end]) }
        }
        if let end = reader.finish() { throw Failure(.data, "folder", end.detail, faults: [end]) }
    }
}

private struct Manifest: JSONReadable {
    let format: Int64
    let types: [String]
    let media: [ContentFolder.Upload]

    init(json: JSON) throws(Fault) {
        format = try json.get("vitrina")
        types = try json.get("types", as: [String]?.self) ?? []
        media = try json.get("media", as: [ContentFolder.Upload]?.self) ?? []
    }
}

extension ContentFolder.Upload: JSONReadable {
    init(json: JSON) throws(Fault) {
        id = try json.get("id")
        name = try json.get("name", as: String?.self) ?? id
    }
}

extension [ContentType] {
    /// The types with referenced ones first; types in a circle keep their order.
    var byDependency: [ContentType] {
        var (waiting, result) = (self, [] as [ContentType])
        while !waiting.isEmpty {
            let names = Set(waiting.map(\.name))
            let next = waiting.firstIndex { type in
                Set(type.fields.flatMap(\.targets)).subtracting([type.name]).isDisjoint(with: names)
            }
            result.append(waiting.remove(at: next ?? 0))
        }
        return result
    }

    /// The types with these names; throws if one does not exist.
    func only(_ names: String?) throws(Failure) -> [ContentType] {
        guard let names else { return self }
        var chosen: [ContentType] = []
        for name in names.split(separator: ",").map({ $0.filter { !$0.isWhitespace } }) {
            guard let type = first(where: { $0.name == name }) else {
                let all = map(\.name).joined(separator: ", ")
                throw .usage(
                    Localized(
                        "Нет вида «\(name)»; есть \(all).",
                        "There is no type \(name); there are \(all)."
                    )
                )
            }
            chosen.append(type)
        }
        return filter { type in chosen.contains { $0.name == type.name } }
    }
}
