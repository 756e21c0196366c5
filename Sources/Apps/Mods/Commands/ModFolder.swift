import Core
import FoundationEssentials
import Storage

/// The mods of a folder, described by its files and its list.
struct ModFolder {
    /// One mod, before it is compared with the server.
    struct Entry: Sendable {
        /// The slug in the list or in a file name; made from the title if there is none.
        var path: String
        /// The fields for the API, without files and categories.
        var fields: [String: JSON] = [:]
        /// True if the title is only the file name.
        var isTitleMade = false
        /// The slugs of the categories.
        var categories: [String] = []
        /// The path on this machine.
        var image: String?
        var file: String?
        /// The location for faults: `korabli/raptor.zip`, `mods.csv:3`.
        let place: String
    }

    struct Found: Sendable {
        var entries: [Entry] = []
        var faults: [Localized] = []

        /// The index of the archive's mod in `entries`; nil with a fault if another mod has its path.
        mutating func place(of entry: Entry) -> Int? {
            guard let index = entries.firstIndex(where: { $0.path == entry.path }) else {
                entries.append(entry)
                return entries.count - 1
            }
            let known = entries[index]
            guard known.fields["title"] == entry.fields["title"] else {
                faults.append(
                    Localized(
                        "\(entry.place): адрес \(entry.path) уже у \(known.place), файл пропущен",
                        "\(entry.place): \(known.place) has its path \(entry.path) already, left out"
                    )
                )
                return nil
            }
            if let file = entry.file, let other = known.file, !ModFolder.isSame(file, other) {
                faults.append(
                    Localized(
                        "\(entry.place): не тот же архив, что \(known.place), файл пропущен",
                        "\(entry.place): is another archive than \(known.place), the file is left out"
                    )
                )
            }
            return index
        }
    }

    static let imageEndings: Set = ["jpg", "jpeg", "png", "webp"]
    static let descriptionSizeMax = 64 << 10
    static let listSizeMax = 16 << 20

    let path: String

    func read() throws(Failure) -> Found {
        var isFolder = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder else {
            throw Failure(
                .data,
                "unreadable",
                Localized("Папки \(path) нет.", "There is no folder \(path).")
            )
        }
        var found = Found()
        for category in names(in: path) where isDirectory("\(path)/\(category)") {
            readCategory(category, into: &found)
        }
        try ModList(folder: path).read(into: &found)
        if found.entries.isEmpty, found.faults.isEmpty {
            throw Failure(
                .data,
                "empty",
                Localized(
                    "В папке \(path) нет ни модов, ни mods.json, ни mods.csv.",
                    "The folder \(path) holds no mods, no mods.json and no mods.csv."
                )
            )
        }
        return found
    }

    /// Sorted, so that the order is the same on every machine; without hidden files.
    private func names(in path: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).filter { !$0.hasPrefix(".") }
            .sorted()
    }

    private func isDirectory(_ path: String) -> Bool {
        var isFolder = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
    }

    private func readCategory(_ category: String, into found: inout Found) {
        let folder = "\(path)/\(category)"
        for name in names(in: folder) where URL(filePath: name).pathExtension.lowercased() == "zip" {
            let stem = String(name.dropLast(4))
            var entry = Entry(path: Slug.made(of: stem), place: "\(category)/\(name)")
            guard !entry.path.isEmpty else {
                found.faults.append(
                    Localized(
                        "\(category)/\(name): из имени не сделать адрес",
                        "\(category)/\(name): no path can be made of its name"
                    )
                )
                continue
            }
            entry.file = "\(folder)/\(name)"
            entry.fields["title"] = ["ru": .string(stem)]
            entry.isTitleMade = true
            guard let index = found.place(of: entry) else { continue }
            if !found.entries[index].categories.contains(category) {
                found.entries[index].categories.append(category)
            }
            // The picture and the text may be in the folder of any category.
            if found.entries[index].image == nil { found.entries[index].image = image(of: stem, in: folder) }
            if found.entries[index].fields["description"] == nil {
                let description = text(of: stem, in: category, &found.faults)
                found.entries[index].fields["description"] = description
            }
        }
    }

    /// True if two files have the same bytes; one may be a link to the other.
    private static func isSame(_ file: String, _ other: String) -> Bool {
        let paths = [file, other].map { URL(filePath: $0).resolvingSymlinksInPath().path }
        return paths[0] == paths[1]
            || FileManager.default.contentsEqual(atPath: paths[0], andPath: paths[1])
    }

    private func image(of stem: String, in folder: String) -> String? {
        names(in: folder).first { other in
            let url = URL(filePath: other)
            return Self.imageEndings.contains(url.pathExtension.lowercased())
                && url.deletingPathExtension().lastPathComponent == stem
        }.map { "\(folder)/\($0)" }
    }

    private func text(of stem: String, in category: String, _ faults: inout [Localized]) -> JSON? {
        let place = "\(category)/\(stem).txt"
        guard FileManager.default.fileExists(atPath: "\(path)/\(place)") else { return nil }
        guard let bytes = Input.bytes(in: "\(path)/\(place)", sizeMax: Self.descriptionSizeMax),
            let text = String(validating: CSV.withoutByteOrderMark(bytes), as: UTF8.self)
        else {
            let size = Self.descriptionSizeMax >> 10
            faults.append(
                Localized(
                    "\(place): описание должно быть текстом UTF-8 не больше \(size) КиБ",
                    "\(place): a description must be UTF-8 text of at most \(size) KiB"
                )
            )
            return nil
        }
        let trimmed = text.trimmed
        guard !trimmed.isEmpty else { return nil }
        return ["ru": .string(trimmed)]
    }
}
