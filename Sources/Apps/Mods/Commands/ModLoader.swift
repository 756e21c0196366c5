import Apps
import Core
import FoundationEssentials

/// Imports the mods of a folder, one by one.
struct ModLoader {
    struct Line: Sendable {
        let path: String
        let action: String
    }

    struct Report: Sendable {
        var lines: [Line] = []
        var faults: [Localized] = []

        var created: Int { lines.count { $0.action == "new" } }
        var changed: Int { lines.count { $0.action == "changed" } }
        var unchanged: Int { lines.count { $0.action == "same" } }
    }

    let session: Session
    let publishes: Bool
    let note: String?
    /// The ids of the categories, by their slugs.
    private var categories: [String: String] = [:]

    init(session: Session, publishes: Bool, note: String?) {
        (self.session, self.publishes, self.note) = (session, publishes, note)
    }

    mutating func load(_ found: ModFolder.Found) async throws -> Report {
        var report = Report(faults: found.faults)
        for json in try await session.api.all(ModCategories.type.path) {
            let category = try Content.Answer(json: json)
            for body in [category.live, category.fields] {
                if let slug = body?.string("slug") { categories[slug] = category.id }
            }
        }
        let progress = session.progress(
            session.isDryRun ? Localized("Проверка модов", "Mods tried out") : Localized("Моды", "Mods")
        )
        for (index, entry) in found.entries.enumerated() {
            do {
                report.lines.append(Line(path: entry.path, action: try await load(entry)))
            } catch let failure as Failure where [Exit.data, .tryAgain, .notFound].contains(failure.exit) {
                let faults = failure.faults.map { " \($0.name): \($0.detail[session.terminal.language])" }
                let text = session.text(failure.message) + faults.joined(separator: ";")
                report.faults.append(Localized(same: "\(entry.place): \(text)"))
            }
            progress.show(index + 1, of: found.entries.count)
        }
        progress.end()
        return report
    }

    // MARK: One mod

    private func load(_ entry: ModFolder.Entry) async throws -> String {
        var ids: [JSON] = []
        for name in entry.categories {
            guard let id = categories[name] else {
                throw Failure.invalid([
                    Fault("#/categories", "нет категории \(name)", "\(name) is no category")
                ])
            }
            ids.append(.string(id))
        }
        let present = try await present(entry.path)
        var fields = entry.fields
        fields["path"] = .string(entry.path)
        if !ids.isEmpty { fields["categories"] = .array(ids) }
        // A file name must not overwrite a title that staff have edited.
        if present != nil, entry.isTitleMade { fields["title"] = nil }
        for (name, file) in [("image", entry.image), ("file", entry.file)] {
            guard let file else { continue }
            fields[name] = try await upload(file, as: name, present)
        }
        let differs = fields.contains { present?.fields[$0.key] ?? .null != $0.value }
        let mustPublish = publishes && (present?.live == nil || present?.hasDraft == true)
        guard differs || mustPublish || present == nil else { return "same" }
        let version = try await send(fields, present)
        guard let present else { return "new" }
        // The server normalizes texts, so only the version shows whether they changed.
        return version == present.version ? "same" : "changed"
    }

    private func present(_ path: String) async throws -> Content.Answer? {
        do {
            return try await session.api.get(ModFiles.type.path + [path], as: Content.Answer.self)
        } catch let failure as Failure where failure.exit == .notFound {
            return nil
        }
    }

    /// Returns the new version of the mod.
    private func send(_ fields: [String: JSON], _ present: Content.Answer?) async throws -> Int64 {
        let query = publishes ? [(name: "publish", value: "true")] : []
        guard let present else {
            let call = APICall(.post, ModFiles.type.path, query: query, json: .object(fields))
            return try await session.api.send(call.note(note), as: Content.Answer.self).version
        }
        let call = APICall(.patch, ModFiles.type.path + [present.id], query: query, json: .object(fields))
        let editor = ContentEditor(type: ModFiles.type, session: session, note: note)
        let changed = try await editor.send(call, of: present.id, from: present.version)
        return try Content.Answer(json: changed).version
    }

    // MARK: Files

    /// The id of the upload; sends the bytes only if the server does not have them.
    private func upload(_ file: String, as field: String, _ present: Content.Answer?) async throws -> JSON {
        let digest = try Self.digest(of: file)
        let known = present?.fields.string(field) ?? ""
        if known.hasPrefix(digest) { return .string(known) }
        if field == "file", (try? await session.api.get(["media", "\(digest).zip"])) != nil {
            return .string("\(digest).zip")
        }
        return .string(try await session.upload(file, named: URL(filePath: file).lastPathComponent))
    }

    private static func digest(of file: String) throws(Failure) -> String {
        let unreadable = Failure(
            .data,
            "unreadable",
            Localized("Файл \(file) не прочитать.", "The file \(file) cannot be read.")
        )
        guard let handle = OpenFile(reading: file) else { throw unreadable }
        var digest = SHA256()
        do {
            while case let piece = try handle.read(upTo: 1 << 20), !piece.isEmpty {
                digest.update(piece)
            }
        } catch {
            throw unreadable
        }
        return digest.finishHex()
    }
}

extension ModLoader.Report {
    var json: JSON {
        [
            "summary": [
                "new": .integer(Int64(created)), "changed": .integer(Int64(changed)),
                "unchanged": .integer(Int64(unchanged)), "faults": .integer(Int64(faults.count)),
            ],
            "items": .array(lines.map { ["path": .string($0.path), "action": .string($0.action)] }),
            "faults": .array(faults.map { .string($0.en) }),
        ]
    }

    func table(_ session: Session) -> Table {
        let words = [
            "new": Localized("новый", "new"), "changed": Localized("изменён", "changed"),
            "same": Localized("без изменений", "the same"),
        ]
        let columns = [
            Table.Column(Localized("МОД", "MOD")),
            Table.Column(Localized("ЧТО", "WHAT")),
        ]
        let rows = lines.filter { $0.action != "same" }.map { line in
            [line.path, words[line.action].map { session.text($0) } ?? line.action]
        }
        return Table(columns, rows: rows)
    }
}
