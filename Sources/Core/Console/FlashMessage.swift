import Storage

/// A message after an action, with the calls that undo it.
package struct FlashMessage: Sendable, Hashable {
    /// An operation of the admin API by its id, with its path parameters by name.
    package struct Operation: Sendable, Hashable {
        package let name: String
        package let parts: [String: String]

        package init(_ name: String, _ parts: [String: String] = [:]) {
            (self.name, self.parts) = (name, parts)
        }
    }

    /// A row of a list of the admin API; the list is identified by its address.
    package struct Row: Sendable, Hashable {
        package let list: String
        package let id: String

        package init(_ id: String, of list: String) {
            (self.id, self.list) = (id, list)
        }
    }

    /// One call that undoes an action, or is its next step.
    package struct Call: Sendable, Hashable {
        package enum Target: Sendable, Hashable {
            /// Entries of the type; the body is that of a bulk change.
            case contents(type: String)
            /// An operation, which takes the body.
            case operation(Operation)
            /// An action of a list by its name, which takes the body.
            case action(String, Row)
        }

        package let target: Target
        package let body: JSON?
        /// The revision that the action made, if the operation has revisions; a later one is somebody else's.
        package let version: Int64?
        /// The state that must still hold, if there are no revisions.
        package var expected: Expected?

        package init(
            _ operation: String,
            _ parts: [String: String],
            _ body: JSON? = nil,
            version: Int64? = nil
        ) {
            self.init(.operation(Operation(operation, parts)), body, version: version)
        }

        package init(_ target: Target, _ body: JSON? = nil, version: Int64? = nil) {
            (self.target, self.body, self.version) = (target, body, version)
        }
    }

    /// Members of an object as the action left them.
    package struct Expected: Sendable, Hashable {
        package enum Subject: Sendable, Hashable {
            /// The response of an operation that reads.
            case answer(Operation)
            case row(Row)
        }

        package let subject: Subject
        package let members: [String: JSON]

        package init(_ subject: Subject, _ members: [String: JSON]) {
            (self.subject, self.members) = (subject, members)
        }
    }

    /// The next step that the message offers.
    package struct Offer: Sendable, Hashable {
        /// The label of its button.
        package let title: String
        /// The message after it is done.
        package let done: String
        package let calls: [Call]

        package init(_ title: String, done: String, _ calls: [Call]) {
            (self.title, self.done, self.calls) = (title, done, calls)
        }
    }

    package let id: String
    package let text: String
    package let calls: [Call]
    package let offer: Offer?
}

extension FlashMessage {
    init(_ row: Storage.Row) throws {
        id = try row.get("id")
        text = try row.get("text")
        let calls = try JSON(parsing: try row.get("calls", as: String.self))
        self.calls = (calls["undo"]?.array ?? calls.array ?? []).compactMap { Call($0) }
        offer = calls["offer"].flatMap { Offer($0) }
    }
}

extension FlashMessage.Offer {
    var json: JSON {
        ["title": .string(title), "done": .string(done), "calls": .array(calls.map(\.json))]
    }

    fileprivate init?(_ json: JSON) {
        guard let title = json["title"]?.string, let calls = json["calls"]?.array else { return nil }
        self.init(title, done: json["done"]?.string ?? title, calls.compactMap { FlashMessage.Call($0) })
    }
}

extension FlashMessage.Call {
    var json: JSON {
        var members: [String: JSON] = ["body": body ?? .null]
        switch target {
        case .contents(let type): members["contents"] = .string(type)
        case .operation(let operation): members["operation"] = operation.json
        case .action(let name, let row): (members["action"], members["row"]) = (.string(name), row.json)
        }
        members["version"] = version.map { .integer($0) }
        members["expected"] = expected?.json
        return .object(members)
    }

    fileprivate init?(_ json: JSON) {
        let target: Target
        if let type = json["contents"]?.string {
            target = .contents(type: type)
        } else if let operation = json["operation"].flatMap({ FlashMessage.Operation($0) }) {
            target = .operation(operation)
        } else if let name = json["action"]?.string, let row = json["row"].flatMap({ FlashMessage.Row($0) }) {
            target = .action(name, row)
        } else {
            return nil
        }
        let body = json["body"].flatMap { $0 == .null ? Optional.none : $0 }
        self.init(target, body, version: json["version"]?.integer)
        expected = json["expected"].flatMap { FlashMessage.Expected($0) }
    }
}

extension FlashMessage.Expected {
    fileprivate var json: JSON {
        switch subject {
        case .answer(let operation): ["operation": operation.json, "members": .object(members)]
        case .row(let row): ["row": row.json, "members": .object(members)]
        }
    }

    fileprivate init?(_ json: JSON) {
        let members = json["members"]?.object ?? [:]
        if let operation = json["operation"].flatMap({ FlashMessage.Operation($0) }) {
            self.init(.answer(operation), members)
        } else if let row = json["row"].flatMap({ FlashMessage.Row($0) }) {
            self.init(.row(row), members)
        } else {
            return nil
        }
    }
}

extension FlashMessage.Operation {
    fileprivate var json: JSON {
        ["name": .string(name), "parts": .object(parts.mapValues { .string($0) })]
    }

    fileprivate init?(_ json: JSON) {
        guard let name = json["name"]?.string else { return nil }
        self.init(name, (json["parts"]?.object ?? [:]).compactMapValues(\.string))
    }
}

extension FlashMessage.Row {
    fileprivate var json: JSON { ["list": .string(list), "id": .string(id)] }

    fileprivate init?(_ json: JSON) {
        guard let list = json["list"]?.string, let id = json["id"]?.string else { return nil }
        self.init(id, of: list)
    }
}
