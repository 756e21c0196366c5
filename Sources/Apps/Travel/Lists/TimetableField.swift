import Core
import Storage
import Transit
import Web

/// A field of a row that staff fill in: its control, and how a row takes its value.
struct TimetableField<Element: Sendable>: Sendable {
    private(set) var input: ResourceInput
    /// Throws a fault at the field for a value that is none.
    let set: @Sendable (inout Element, JSON, any Connection) throws -> Void

    /// A line of text; nil for an empty one.
    init(
        _ name: String,
        _ title: Localized,
        lengthMax: Int = 200,
        isRequired: Bool = false,
        hint: Localized? = nil,
        isArgument: Bool = false,
        _ path: any WritableKeyPath<Element, String?> & Sendable
    ) {
        self.init(
            name,
            title,
            .text(lengthMax: lengthMax),
            isRequired: isRequired,
            hint: hint,
            isArgument: isArgument
        ) {
            row,
            value,
            _ in
            row[keyPath: path] = value.string.flatMap { $0.isEmpty ? nil : $0 }
        }
    }

    init(
        _ name: String,
        _ title: Localized,
        _ kind: ResourceInput.Kind,
        isRequired: Bool = false,
        hint: Localized? = nil,
        initial: JSON = .null,
        isArgument: Bool = false,
        set: @escaping @Sendable (inout Element, JSON, any Connection) throws -> Void
    ) {
        input = ResourceInput(
            name,
            title,
            kind,
            isRequired: isRequired,
            hint: hint,
            initial: initial,
            isArgument: isArgument
        )
        self.set = set
    }

    /// The same field with a control of the script in the dialog.
    func edited(by editor: String) -> TimetableField {
        var field = self
        field.input.editor = editor
        return field
    }

    static func fault(_ name: String, _ ru: String, _ en: String) -> Problem {
        .invalid([Fault("#/\(name)", ru, en)])
    }
}

/// The actions on the rows of one table of the timetable: add, change, remove, each with an audit entry.
struct TimetableEditor<Element: Sendable>: Sendable {
    let table: TimetableTable<Element>
    /// In the audit: `station`.
    let subject: String
    let one: Localized
    let fields: [TimetableField<Element>]
    /// A row before it is filled in.
    let blank: @Sendable (any Connection) throws -> Element
    let read: @Sendable (Row) throws -> Element
    /// Checks a row as a whole.
    var check: @Sendable (Element, any Connection) throws -> Void = { _, _ in }
    /// A refusal that names the rows that still refer to this one; nil if none does.
    let use: @Sendable (String, any Connection) throws -> Localized?

    var actions: [ResourceAction] { [creation, change, removal] }

    private var creation: ResourceAction {
        ResourceAction(
            "create",
            .create,
            Localized("Добавить", "Add"),
            command: "add",
            right: .writeContent,
            inputs: fields.map(\.input),
            isPrimary: true
        ) { call in
            let id = try await write(call) { connection in
                var row = try blank(connection)
                try fill(&row, call, connection)
                guard let id = try table.insert(row, at: call.signature.at, on: connection) else {
                    throw Problem(.conflict, Localized("Такой код уже занят.", "The code is taken already."))
                }
                return Done(id: id, action: .timetableAdded)
            }
            return ResourceOutcome(Localized("\(one.ru): добавлено", "\(one.en): added"), id: id)
        }
    }

    private var change: ResourceAction {
        ResourceAction(
            "change",
            .change,
            Localized("Изменить", "Change"),
            command: "edit",
            right: .writeContent,
            inputs: fields.filter { !$0.input.isArgument }.map(\.input)
        ) { call in
            _ = try await write(call) { connection in
                let rows = try connection.rows("SELECT * FROM \(name: table.name) WHERE \(key(call.id))")
                guard let old = try rows.first.map(read) else { throw Self.notFound }
                var row = old
                try fill(&row, call, connection)
                try table.update(row, where: key(call.id), at: call.signature.at, on: connection)
                return Done(id: call.id, action: .timetableChanged, before: table.differences(old, from: row))
            }
            return ResourceOutcome(Localized("\(one.ru): сохранено", "\(one.en): saved"), id: call.id)
        }
    }

    private var removal: ResourceAction {
        ResourceAction(
            "remove",
            .remove,
            Localized("Удалить", "Remove"),
            right: .writeContent,
            question: Localized("Вернуть нельзя.", "It cannot be taken back.")
        ) { call in
            _ = try await write(call) { connection in
                if let use = try use(call.id, connection) { throw Problem(.conflict, use) }
                let rows = try connection.rows(
                    "DELETE FROM \(name: table.name) WHERE \(key(call.id)) RETURNING *"
                )
                guard let old = try rows.first.map(read) else { throw Self.notFound }
                return Done(id: call.id, action: .timetableRemoved, before: table.differences(old))
            }
            return ResourceOutcome(Localized("\(one.ru): удалено", "\(one.en): removed"))
        }
    }

    /// The row of an address.
    private func key(_ id: String) -> SQL { "\(name: table.number ?? table.key) = \(Int64(id) ?? 0)" }

    private static var notFound: Problem {
        .notFound(Localized("Такой записи нет.", "There is no such row."))
    }

    private func fill(_ row: inout Element, _ call: ResourceAction.Call, _ connection: any Connection) throws
    {
        for field in fields {
            guard let value = call.values.members[field.input.name] else { continue }
            try field.set(&row, value, connection)
        }
        try check(row, connection)
    }

    /// The written values, for the audit.
    private struct Done: Sendable {
        let id: String
        let action: AuditAction
        /// The columns that have changed, as they were.
        var before: [String: JSON] = [:]
    }

    /// Writes in one transaction, and waits until this server answers with it (T76, T96).
    private func write(
        _ call: ResourceAction.Call,
        _ body: @escaping @Sendable (any Connection) throws -> Done
    ) async throws -> String {
        let id = try await call.services.database.write { connection in
            // First, as it locks the revision: two writers at once could each miss what the other refers to.
            try connection.raiseTimetable()
            let done = try body(connection)
            let detail: JSON = [
                "what": .string(subject), "values": .object(call.values.members),
                "before": .object(done.before),
            ]
            try call.signature.record(
                done.action,
                subject: "\(subject) \(done.id)",
                detail: detail,
                on: connection
            )
            return done.id
        }
        try await call.services.travel.live.refresh()
        return id
    }
}
