import Core
import FoundationEssentials
import Storage

/// Converts typed values of the fields of a type into the JSON of the API.
struct FieldReader: Sendable {
    let type: ContentType
    let session: Session

    /// Returns the members of `file`, changed by the assignments; all faults are reported together.
    func fields(file: String?, set assignments: [Assignment]) async throws -> [String: JSON] {
        var fields = try file.map { try Input.json(in: $0) } ?? [:]
        var faults: [Fault] = []
        for assignment in assignments {
            do {
                let value = try await value(of: assignment)
                if case .object(let texts) = value {
                    fields[assignment.name] = .object(
                        (fields[assignment.name]?.object ?? [:]).merging(texts) { $1 }
                    )
                } else {
                    fields[assignment.name] = value
                }
            } catch let fault as Fault {
                faults.append(fault)
            }
        }
        guard faults.isEmpty else { throw Failure.invalid(faults) }
        return fields
    }

    /// Returns the value of a filter for the query of a list.
    func filter(_ assignment: Assignment) async throws -> (name: String, value: String) {
        do {
            switch try await value(of: assignment) {
            case .string(let text): return (assignment.path, text)
            case .array(let elements):
                return (assignment.path, elements.compactMap(\.string).joined(separator: ","))
            case let json: return (assignment.path, json.text)
            }
        } catch let fault as Fault {
            throw Failure.invalid([fault])
        }
    }

    private func value(of assignment: Assignment) async throws -> JSON {
        let isWindow = type.window != .none && ContentType.windowNames.contains(assignment.name)
        guard let shape = isWindow ? .moment : type.field(assignment.name)?.shape else {
            throw unknown(assignment)
        }
        let pointer = "#/\(assignment.path.replacing(".", with: "/"))"
        do {
            if shape == .texts { return try localized(assignment) }
            if assignment.part != nil { throw Wrong("не имеет языков", "has no languages") }
            if assignment.text == "null" { return .null }
            return try await value(assignment.text, of: shape)
        } catch let wrong as Wrong {
            throw Fault(pointer, wrong.what)
        }
    }

    private func localized(_ assignment: Assignment) throws -> JSON {
        if assignment.part == nil, assignment.text == "null" { return .null }
        let name = assignment.part ?? Language.standard.rawValue
        guard let language = Language(rawValue: name) else {
            let names = Language.allCases.map(\.rawValue).joined(separator: ", ")
            throw Wrong("нет такого языка, есть \(names)", "is not in a language of ours, which are \(names)")
        }
        let text: JSON = assignment.text == "null" ? .null : .string(try plain(assignment.text))
        return [language.rawValue: text]
    }

    private func value(_ text: String, of shape: Field.Shape) async throws -> JSON {
        switch shape {
        case .line, .texts, .choice, .day:
            return .string(try plain(text))
        case .integer:
            guard let number = Int64(text) else {
                throw Wrong("должно быть целым числом", "must be a whole number")
            }
            return .integer(number)
        case .decimal: return try decimal(text)
        case .bool: return .bool(try bool(text))
        case .moment:
            guard let moment = session.clock.timestamp(text) else {
                throw Wrong(
                    "должно быть временем, как 2026-11-22 10:00 или tomorrow 10:00",
                    "must be a time like 2026-11-22 10:00, tomorrow 10:00 or +3d"
                )
            }
            return .string(moment.description)
        case .upload: return .string(try await upload(text))
        case .uploads: return try await list(text) { try await upload($0) }
        case .link(let target): return .string(try await identifier(text, in: target))
        case .links(let target): return try await list(text) { try await identifier($0, in: target) }
        case .rows(let columns): return try await rows(text, of: columns)
        }
    }

    /// Returns the rows of a JSON array, or of the named file, with ids in place of slugs.
    private func rows(_ text: String, of columns: [Field.Column]) async throws -> JSON {
        guard case .array(var rows)? = try? JSON(parsing: try plain(text)) else {
            throw Wrong(
                "должно быть списком JSON, как [{\"столбец\": …}]",
                "must be a JSON array like [{\"column\": …}]"
            )
        }
        for (index, row) in rows.enumerated() {
            guard case .object(var cells) = row else { continue }
            for column in columns {
                guard let text = cells[column.name]?.string else { continue }
                cells[column.name] =
                    if let target = column.target {
                        .string(try await identifier(text, in: target))
                    } else {
                        column.field.json(ofCell: text)
                    }
            }
            rows[index] = .object(cells)
        }
        return .array(rows)
    }

    /// Returns the text, or the content of the named file: `@story.html`; `@@` begins a text with one `@`.
    private func plain(_ text: String) throws -> String {
        guard let content = Input.text(text) else { throw unreadable(text) }
        return content
    }

    private func unreadable(_ text: String) -> Wrong {
        let path = text.dropFirst()
        return Wrong("файл \(path) не прочитать", "cannot be read from the file \(path)")
    }

    private func decimal(_ text: String) throws -> JSON {
        switch try? JSON(parsing: text.replacing(",", with: ".")) {
        case .integer(let number): return .integer(number)
        case .decimal(let number): return .decimal(number)
        case .null, .bool, .string, .array, .object, nil:
            throw Wrong("должно быть числом", "must be a number")
        }
    }

    private func bool(_ text: String) throws -> Bool {
        switch text.lowercased() {
        case "true", "yes", "on", "1", "да": return true
        case "false", "no", "off", "0", "нет": return false
        case _: throw Wrong("должно быть true или false", "must be true or false")
        }
    }

    private func list(_ text: String, _ element: (String) async throws -> String) async throws -> JSON {
        var elements: [JSON] = []
        for part in text.split(separator: ",") {
            let part = part.trimmed
            if !part.isEmpty { elements.append(.string(try await element(part))) }
        }
        return .array(elements)
    }

    /// Returns the id of an upload; `@photo.jpg` is uploaded first.
    private func upload(_ text: String) async throws -> String {
        guard text.hasPrefix("@") else { return text }
        let path = String(text.dropFirst())
        guard FileManager.default.isReadableFile(atPath: path) else { throw unreadable(text) }
        return try await session.upload(path, named: URL(filePath: path).lastPathComponent)
    }

    /// Returns the id of an entry, by its id or its slug.
    private func identifier(_ text: String, in target: String) async throws -> String {
        if let id = Identifier.normalized(text) { return id }
        let type = ContentType.named(target)
        if let type {
            let whole = try await session.api.whole(text, in: type.path)
            if let id = Identifier.normalized(whole) { return id }
        }
        guard let type, type.slugField != nil else {
            throw Wrong("должно быть id записи в \(target)", "must be the id of one of the \(target)")
        }
        do {
            return try await session.api.get(type.path + [text], as: Content.Answer.self).id
        } catch let failure as Failure where failure.exit == .notFound {
            throw Wrong("нет «\(text)» в \(target)", "names “\(text)”, which is not among the \(target)")
        }
    }

    private func unknown(_ assignment: Assignment) -> Fault {
        let names = type.fields.map(\.name) + (type.window == .none ? [] : ContentType.windowNames)
        let near = names.nearest(to: assignment.name)
        return Fault(
            "#/\(assignment.name)",
            near.map { "нет такого поля; может быть, \($0)?" }
                ?? "нет такого поля; есть \(names.joined(separator: ", "))",
            "is not a field of \(type.name)"
                + (near.map { "; did you mean \($0)?" } ?? ", which has \(names.joined(separator: ", "))")
        )
    }
}

/// The fault of one value, without its location.
private struct Wrong: Error {
    let what: Localized

    init(_ ru: String, _ en: String) {
        what = Localized(ru, en)
    }
}
