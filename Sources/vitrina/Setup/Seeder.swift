import Apps
import Core
import FoundationEssentials
import Storage
import Web

/// Imports seed files through the API, so that its rules apply as to any input.
struct Seeder {
    private let session: Session
    private let folder: String
    private let files: [SeedFile]
    /// The ids of existing entries, by type and key.
    private var ids: [String: [String: String]] = [:]
    private var uploads: [String: String] = [:]
    private(set) var created = 0

    init(session: Session, folder: String) throws {
        self.session = session
        self.folder = folder
        files = try SeedFile.all(in: folder)
    }

    var uploaded: Int { uploads.count }

    /// True if any type has entries.
    func findsContents() async throws -> Bool {
        for file in files {
            let page = try await session.api.get(
                file.type.path,
                query: [("limit", "1")],
                as: Page<JSON>.self
            )
            if !page.elements.isEmpty { return true }
        }
        return false
    }

    mutating func run() async throws {
        for file in files {
            // New entries of such a type are added at the top, so the last one is created first.
            let isManual = if case .manual = file.type.order { true } else { false }
            for entry in isManual && !file.type.addsLast ? file.entries.reversed() : file.entries {
                do {
                    try await create(entry, file)
                } catch let failure as Failure {
                    throw Self.named(failure, file, entry)
                }
            }
            session.note(Localized(same: "\(file.type.name): \(file.entries.count)"))
        }
        for (file, entry, patch) in deferred { try await complete(entry, file, patch) }
        try await SeedSettings(session: session, folder: folder, apps: Catalog.apps.map { $0.name }).run()
    }

    /// The values that refer to entries that did not exist yet; they are set at the end.
    private var deferred: [(SeedFile, SeedFile.Entry, [String: JSON])] = []

    private mutating func create(_ entry: SeedFile.Entry, _ file: SeedFile) async throws {
        if let id = try await existing(entry, file.type) {
            ids[file.type.name, default: [:]][entry.key] = id
            return
        }
        var fields: [String: JSON] = [:]
        var later: [String: JSON] = [:]
        var faults: [Fault] = []
        for (name, value) in entry.fields.sorted(by: { $0.key < $1.key }) {
            do {
                if let value = try await resolved(value, name, file.type) {
                    fields[name] = value
                } else {
                    later[name] = value
                }
            } catch let fault as Fault {
                faults.append(fault)
            }
        }
        guard faults.isEmpty else { throw Failure.invalid(faults) }
        let publish = entry.publish && later.isEmpty ? [(name: "publish", value: "true")] : []
        let content = try await session.api.send(
            APICall(.post, file.type.path, query: publish, json: .object(fields)),
            as: Content.Answer.self
        )
        ids[file.type.name, default: [:]][entry.key] = content.id
        created += 1
        if !later.isEmpty { deferred.append((file, entry, later)) }
    }

    private mutating func complete(
        _ entry: SeedFile.Entry,
        _ file: SeedFile,
        _ patch: [String: JSON]
    ) async throws {
        do {
            var fields: [String: JSON] = [:]
            for (name, value) in patch { fields[name] = try await resolved(value, name, file.type) }
            let id = ids[file.type.name]?[entry.key] ?? ""
            let query = entry.publish ? [(name: "publish", value: "true")] : []
            let call = APICall(.patch, file.type.path + [id], query: query, json: .object(fields))
            _ = try await ContentEditor(type: file.type, session: session).send(call, of: id, from: nil)
        } catch let failure as Failure {
            throw Self.named(failure, file, entry)
        }
    }

    /// Returns the id of an existing entry with the same slug.
    private func existing(_ entry: SeedFile.Entry, _ type: ContentType) async throws -> String? {
        guard let slug = type.slugField.flatMap({ entry.fields[$0.name]?.string }) else { return nil }
        do {
            return try await session.api.get(type.path + [slug], as: Content.Answer.self).id
        } catch let failure as Failure where failure.exit == .notFound {
            return nil
        }
    }

    /// Returns a value with keys, files and moments resolved for the API; nil if it is deferred.
    private mutating func resolved(_ value: JSON, _ name: String, _ type: ContentType) async throws -> JSON? {
        let isWindow = ContentType.windowNames.contains(name)
        let field = type.field(name)
        guard let shape = isWindow ? .moment : field?.shape else { return value }
        switch shape {
        case .moment:
            guard let text = value.string else { return value }
            guard let moment = session.clock.timestamp(text) else {
                throw Fault("#/\(name)", "не время: \(text)", "is no time: \(text)")
            }
            return .string(moment.description)
        case .upload where field?.kind == .file:
            return try await each(value) { try await $0.upload($1, name, in: "files") }
        case .upload, .uploads: return try await each(value) { try await $0.upload($1, name) }
        case .link(let target), .links(let target):
            return try await each(value) { try await $0.identifier($1, name, target) }
        case .rows(let columns): return try await rows(value, of: columns, name)
        case .line, .texts, .integer, .decimal, .bool, .choice, .day: return value
        }
    }

    private mutating func rows(
        _ value: JSON,
        of columns: [Field.Column],
        _ name: String
    ) async throws -> JSON? {
        guard case .array(var rows) = value else { return value }
        for (index, row) in rows.enumerated() {
            guard case .object(var cells) = row else { continue }
            for column in columns {
                guard let target = column.target, let key = cells[column.name]?.string else { continue }
                guard let id = try await identifier(key, name, target) else { return nil }
                cells[column.name] = .string(id)
            }
            rows[index] = .object(cells)
        }
        return .array(rows)
    }

    private mutating func each(
        _ value: JSON,
        _ body: (inout Seeder, String) async throws -> String?
    ) async throws -> JSON? {
        if let text = value.string { return try await body(&self, text).map { .string($0) } }
        guard case .array(let elements) = value else { return value }
        var result: [JSON] = []
        for element in elements {
            guard let text = element.string, let one = try await body(&self, text) else { return nil }
            result.append(.string(one))
        }
        return .array(result)
    }

    private mutating func identifier(
        _ key: String,
        _ name: String,
        _ target: String
    ) async throws -> String? {
        if let id = ids[target]?[key] { return id }
        if let id = try await present(key, in: target) {
            ids[target, default: [:]][key] = id
            return id
        }
        let isKnown = files.contains { $0.type.name == target && $0.entries.contains { $0.key == key } }
        guard isKnown else {
            throw Fault(
                "#/\(name)",
                "нет ключа \(key) в \(target)",
                "names \(key), which is no key of \(target)"
            )
        }
        return nil
    }

    /// Returns the id of an initial entry that is in no seed file.
    private func present(_ slug: String, in target: String) async throws -> String? {
        guard !files.contains(where: { $0.type.name == target }), let type = ContentType.named(target),
            type.slugField != nil
        else { return nil }
        do {
            return try await session.api.get(type.path + [slug], as: Content.Answer.self).id
        } catch let failure as Failure where failure.exit == .notFound {
            return nil
        }
    }

    private mutating func upload(
        _ file: String,
        _ name: String,
        in place: String = "images"
    ) async throws -> String {
        if let id = uploads[file] { return id }
        guard let bytes = Input.bytes(in: "\(folder)/\(place)/\(file)", sizeMax: Limits.imageSizeMax) else {
            throw Fault(
                "#/\(name)",
                "нет файла \(place)/\(file)",
                "names \(place)/\(file), which cannot be read"
            )
        }
        let media = try await session.api.send(
            .upload(bytes, name: URL(filePath: file).lastPathComponent),
            as: Core.Media.self
        )
        uploads[file] = media.id
        return media.id
    }

    private static func named(_ failure: Failure, _ file: SeedFile, _ entry: SeedFile.Entry) -> Failure {
        let place = "\(file.path), \(entry.key)"
        var named = Failure(
            failure.exit,
            failure.code,
            Localized("\(place): \(failure.message.ru)", "\(place): \(failure.message.en)"),
            faults: failure.faults,
            advice: failure.advice
        )
        named.requestID = failure.requestID
        return named
    }
}
