import Apps
import Core
import FoundationEssentials
import Web

/// The entries of one type in a seed file.
struct SeedFile: Sendable {
    struct Entry: Sendable {
        /// The key by which other entries refer to this one.
        let key: String
        let publish: Bool
        let fields: [String: JSON]
    }

    let type: ContentType
    let path: String
    let entries: [Entry]

    /// Returns the files of a folder that belong to a type, referenced types first.
    static func all(in folder: String) throws -> [SeedFile] {
        var files: [SeedFile] = []
        for module in Catalog.modules {
            for declaration in module.types {
                let path = "\(folder)/\(module.name)/\(declaration.type.name).json"
                guard FileManager.default.fileExists(atPath: path) else { continue }
                files.append(try SeedFile(path, of: declaration.type))
            }
        }
        guard !files.isEmpty else {
            throw Failure(
                .notFound,
                Problem.Kind.notFound.rawValue,
                Localized("В \(folder) нет файлов с содержимым.", "There are no seed files in \(folder).")
            )
        }
        return sorted(files)
    }

    init(_ path: String, of type: ContentType) throws {
        self.type = type
        self.path = path
        guard let bytes = Input.bytes(in: path, sizeMax: Limits.archiveSizeMax) else {
            throw Self.wrong(path, Localized("не прочитать", "cannot be read"))
        }
        let json: JSON
        do {
            json = try JSON(parsing: bytes)
        } catch {
            throw Self.wrong(path, error.detail)
        }
        guard let elements = json.array else {
            throw Self.wrong(path, Localized("нужен массив", "must hold an array"))
        }
        entries = try elements.enumerated().map { index, element in
            guard let entry = try? Entry(json: element) else {
                throw Self.wrong(
                    path,
                    Localized(
                        "запись \(index + 1): нужны key и fields",
                        "entry \(index + 1) needs key and fields"
                    )
                )
            }
            return entry
        }
        let keys = entries.map(\.key)
        if let twice = keys.enumerated().first(where: { keys[..<$0.offset].contains($0.element) })?.element {
            throw Self.wrong(path, Localized("ключ \(twice) повторяется", "has the key \(twice) twice"))
        }
    }

    private static func wrong(_ path: String, _ what: Localized) -> Failure {
        Failure(.data, "seed", Localized("\(path): \(what.ru)", "\(path): \(what.en)"))
    }

    /// Sorts referenced types first; types in a circle stay in the order of the catalogue.
    private static func sorted(_ files: [SeedFile]) -> [SeedFile] {
        var (waiting, result) = (files, [] as [SeedFile])
        while !waiting.isEmpty {
            let names = Set(waiting.map(\.type.name))
            let next = waiting.firstIndex { file in
                names.intersection(file.type.targets).subtracting([file.type.name]).isEmpty
            }
            result.append(waiting.remove(at: next ?? 0))
        }
        return result
    }
}

extension SeedFile.Entry: JSONReadable {
    init(json: JSON) throws(Fault) {
        key = try json.get("key")
        publish = try json.get("publish", as: Bool?.self) ?? true
        fields = try json.get("fields")
    }
}

extension ContentType {
    /// The types that this type refers to.
    fileprivate var targets: [String] {
        fields.flatMap(\.targets)
    }
}
