import Storage

/// The fields of one entry by name, each in its normalized form; an empty field is absent.
///
/// `live_from` and `live_until` are among them if the type has a window.
package typealias Body = [String: JSON]

extension Body {
    package func string(_ name: String) -> String? { self[name]?.string }
    package func integer(_ name: String) -> Int64? { self[name]?.integer }
    package func bool(_ name: String) -> Bool { self[name]?.bool ?? false }
    package func ids(_ name: String) -> [String] { self[name]?.strings ?? [] }
    /// The text of a localized field in one language; nil if it has none.
    package func string(_ name: String, in language: Language) -> String? {
        self[name]?[language.rawValue]?.string
    }
    package func timestamp(_ name: String) -> Timestamp? {
        self[name]?.string.flatMap { Timestamp($0) }
    }
}

extension ContentType {
    package static let windowNames = ["live_from", "live_until"]

    /// Names that the program fills in and an editor may not.
    private static let readOnlyNames: Set = [
        "id", "version", "state", "has_draft", "position", "created_at", "created_by", "updated_at",
        "updated_by",
    ]

    /// The body of a new entry: the initial values of its fields.
    package var initialBody: Body {
        Dictionary(
            uniqueKeysWithValues: fields.compactMap { field in field.initial.map { (field.name, $0) } }
        )
    }

    /// `body` changed by `patch` (RFC 7396), with normalized values; every fault is reported at once.
    ///
    /// A missing value is not a fault: a draft may be incomplete.
    package func body(_ body: Body, patchedBy patch: [String: JSON]) throws(Problem) -> Body {
        var result = body
        var faults: [Fault] = []
        for (name, change) in patch.sorted(by: { $0.key < $1.key }) {
            guard let check = check(of: name) else {
                faults.append(unknown(name))
                continue
            }
            let merged = change == .null ? .null : (body[name] ?? .null).merged(with: change)
            if merged == .null {
                result[name] = nil
                continue
            }
            switch check(merged) {
            case .success(let value) where Field.isEmpty(value): result[name] = nil
            case .success(let value): result[name] = value
            case .failure(let failure):
                faults += failure.all.map { Fault("#/\(name)\($0.path)", $0.detail) }
            }
        }
        guard faults.isEmpty else { throw .invalid(faults) }
        return result
    }

    /// Throws every fault that prevents the publication of the body: missing values and broken rules.
    package func requireComplete(_ body: Body) throws(Problem) {
        var faults = missing(in: body)
        let missingPointers = Set(faults.map(\.pointer))
        if let from = body.timestamp("live_from"), let until = body.timestamp("live_until"), until < from {
            faults.append(Fault("#/live_until", "раньше начала", "must not be before live_from"))
        }
        for rule in rules
        where rule.level == .fault && !missingPointers.contains("#/\(rule.field)") && !rule.holds(body) {
            faults.append(Fault("#/\(rule.field)", rule.message))
        }
        guard faults.isEmpty else { throw .invalid(faults) }
    }

    private func missing(in body: Body) -> [Fault] {
        var names = fields.filter { !$0.isOptional && body[$0.name] == nil && !isMade($0, of: body) }
            .map(\.name)
        if case .between(_, let isFromOptional, _, let isUntilOptional) = window {
            if !isFromOptional, body["live_from"] == nil { names.append("live_from") }
            if !isUntilOptional, body["live_until"] == nil { names.append("live_until") }
        }
        let absent = names.map { Fault("#/\($0)", "не заполнено", "is missing") }
        let untranslated = fields.filter { field in
            guard case .object(let texts) = body[field.name] else { return false }
            return texts[Language.standard.rawValue] == nil
        }
        let incomplete = fields.flatMap { field in
            field.missingCells(in: body[field.name]).map { "#/\(field.name)\($0)" }
        }
        return absent
            + (untranslated.map { "#/\($0.name)/\(Language.standard.rawValue)" } + incomplete).map {
                Fault($0, "не заполнено", "is missing")
            }
    }

    /// True if the program fills the field in when the entry is saved.
    private func isMade(_ field: Field, of body: Body) -> Bool {
        field.source.map { body[$0] != nil } ?? false
    }

    private func check(of name: String) -> ((JSON) -> Result<JSON, CheckFailure>)? {
        if let field = field(name) { return field.checked }
        guard window != .none, Self.windowNames.contains(name) else { return nil }
        return { json in
            guard let text = json.string else {
                return .failure(CheckFailure("должно быть строкой", "must be a string"))
            }
            return text.isEmpty ? .success(.null) : Field.moment(text)
        }
    }

    private func unknown(_ name: String) -> Fault {
        let name = name.clipped
        let pointer = "#/\(name.pointerPart)"
        return Self.readOnlyNames.contains(name)
            ? Fault(pointer, "только для чтения", "is read-only")
            : Fault(pointer, "нет такого поля", "is not a field of \(self.name)")
    }
}

extension Rule {
    /// A rule that the moment in `first` is not after the one in `second`.
    package static func order(_ first: String, _ second: String, _ message: Localized) -> Rule {
        Rule(first, message) { body in
            guard let earlier = body.timestamp(first), let later = body.timestamp(second) else { return true }
            return earlier <= later
        }
    }
}
