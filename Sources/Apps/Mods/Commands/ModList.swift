import Core
import FoundationEssentials
import Storage

/// The list in a folder of mods: `mods.json` or `mods.csv`.
///
/// Its rows take precedence over file names, and may describe mods without files.
struct ModList {
    private static let texts: Set = ["file_url", "image_url"]
    private static let localized: Set = ["title", "description"]

    let folder: String

    func read(into found: inout ModFolder.Found) throws(Failure) {
        // The row of each path.
        var taken: [String: String] = [:]
        for name in ["mods.json", "mods.csv"]
        where FileManager.default.fileExists(atPath: "\(folder)/\(name)") {
            guard let bytes = Input.bytes(in: "\(folder)/\(name)", sizeMax: ModFolder.listSizeMax) else {
                throw Failure(
                    .data,
                    "unreadable",
                    Localized("Файл \(name) не прочитать.", "The file \(name) cannot be read.")
                )
            }
            let rows = name.hasSuffix(".json") ? try json(bytes, name) : try csv(bytes, name)
            for (place, members) in rows { take(members, place, &taken, &found) }
        }
    }

    private func json(_ bytes: [UInt8], _ name: String) throws(Failure) -> [(String, [String: JSON])] {
        guard let list = (try? JSON(parsing: bytes))?.array else { throw Self.malformed(name) }
        return list.enumerated().map { ("\(name):\($0 + 1)", $1.object ?? [:]) }
    }

    private func csv(_ bytes: [UInt8], _ name: String) throws(Failure) -> [(String, [String: JSON])] {
        let bytes = CSV.withoutByteOrderMark(bytes)
        var reader = CSVReader(separator: CSVReader.separator(of: bytes))
        let (first, fault) = reader.read(bytes)
        let (last, end) = reader.finish()
        let rows = first + last
        guard fault == nil, end == nil, let head = rows.first?.cells else { throw Self.malformed(name) }
        return rows.dropFirst().map { row in
            var members: [String: JSON] = [:]
            for (column, cell) in zip(head, row.cells) where !cell.isEmpty {
                members[column.trimmed] = .string(cell)
            }
            return ("\(name):\(row.line)", members)
        }
    }

    private static func malformed(_ name: String) -> Failure {
        Failure(
            .data,
            "malformed",
            Localized("Файл \(name) не разобрать.", "The file \(name) cannot be understood.")
        )
    }

    // MARK: One row

    private func take(
        _ members: [String: JSON],
        _ place: String,
        _ taken: inout [String: String],
        _ found: inout ModFolder.Found
    ) {
        var entry = ModFolder.Entry(path: members.string("path") ?? "", place: place)
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            guard read(name, value, into: &entry) else {
                found.faults.append(
                    Localized(
                        "\(place): \(name) — неверное значение или лишний столбец",
                        "\(place): \(name) is wrong"
                    )
                )
                return
            }
        }
        if entry.path.isEmpty {
            entry.path = Slug.made(of: entry.fields.string("title", in: .standard) ?? "")
        }
        guard !entry.path.isEmpty else {
            found.faults.append(
                Localized("\(place): нет ни path, ни title", "\(place): has neither a path nor a title")
            )
            return
        }
        if let other = taken[entry.path] {
            found.faults.append(
                Localized(
                    "\(place): адрес \(entry.path) уже у \(other), строка пропущена",
                    "\(place): \(other) has the path \(entry.path) already, the row is left out"
                )
            )
            return
        }
        taken[entry.path] = place
        merge(entry, &found)
    }

    private func merge(_ entry: ModFolder.Entry, _ found: inout ModFolder.Found) {
        guard let index = found.entries.firstIndex(where: { $0.path == entry.path }) else {
            found.entries.append(entry)
            return
        }
        found.entries[index].fields.merge(entry.fields) { _, new in new }
        if entry.fields["title"] != nil { found.entries[index].isTitleMade = false }
        found.entries[index].image = entry.image ?? found.entries[index].image
        found.entries[index].file = entry.file ?? found.entries[index].file
        let more = entry.categories.filter { !found.entries[index].categories.contains($0) }
        found.entries[index].categories += more
    }

    private func read(_ name: String, _ value: JSON, into entry: inout ModFolder.Entry) -> Bool {
        let (field, part) = (name.prefix { $0 != "." }, name.drop { $0 != "." }.dropFirst())
        switch (String(field), value) {
        case ("path", .string): return part.isEmpty
        case ("categories", .string(let text)):
            entry.categories = text.split(separator: "|").map { $0.trimmed }
        case ("categories", .array(let names)): entry.categories = names.compactMap(\.string)
        case ("file", .string(let file)): return place(file, into: &entry.file)
        case ("image", .string(let file)): return place(file, into: &entry.image)
        case ("is_free", .bool): entry.fields["is_free"] = value
        case ("is_free", .string(let text)):
            guard let bool = Bool(text.lowercased()) else { return false }
            entry.fields["is_free"] = .bool(bool)
        case (let field, .string) where Self.texts.contains(field): entry.fields[field] = value
        case (let field, .object) where Self.localized.contains(field): entry.fields[field] = value
        case (let field, .string) where Self.localized.contains(field):
            let language = part.isEmpty ? Language.standard.rawValue : String(part)
            var texts = entry.fields[field]?.object ?? [:]
            texts[language] = value
            entry.fields[field] = .object(texts)
        case _: return false
        }
        return true
    }

    /// Resolves a file within the folder; paths out of it are refused.
    private func place(_ file: String, into place: inout String?) -> Bool {
        let steps = file.split(separator: "/", omittingEmptySubsequences: false)
        guard !file.hasPrefix("/"), !steps.contains(".."), !file.isEmpty else { return false }
        place = "\(folder)/\(file)"
        return true
    }
}
