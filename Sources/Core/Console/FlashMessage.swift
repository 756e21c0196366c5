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
        // A message that another version of the program left is shown without what this one cannot undo.
        self.calls = (try? calls.get("undo")) ?? []
        offer = try? calls.get("offer")
    }
}

extension FlashMessage.Offer: JSONReadable {
    var json: JSON {
        ["title": .string(title), "done": .string(done), "calls": .array(calls.map(\.json))]
    }

    package init(json: JSON) throws(Fault) {
        self.init(try json.get("title"), done: try json.get("done"), try json.get("calls"))
    }
}

extension FlashMessage.Call: JSONReadable {
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

    package init(json: JSON) throws(Fault) {
        let target: Target
        if let type = try json.get("contents", as: String?.self) {
            target = .contents(type: type)
        } else if let operation = try json.get("operation", as: FlashMessage.Operation?.self) {
            target = .operation(operation)
        } else {
            target = .action(try json.get("action"), try json.get("row"))
        }
        self.init(target, try json.get("body"), version: try json.get("version"))
        expected = try json.get("expected")
    }
}

extension FlashMessage.Expected: JSONReadable {
    fileprivate var json: JSON {
        switch subject {
        case .answer(let operation): ["operation": operation.json, "members": .object(members)]
        case .row(let row): ["row": row.json, "members": .object(members)]
        }
    }

    package init(json: JSON) throws(Fault) {
        let subject: Subject
        if let operation = try json.get("operation", as: FlashMessage.Operation?.self) {
            subject = .answer(operation)
        } else {
            subject = .row(try json.get("row"))
        }
        self.init(subject, try json.get("members"))
    }
}

extension FlashMessage.Operation: JSONReadable {
    fileprivate var json: JSON {
        ["name": .string(name), "parts": .object(parts.mapValues { .string($0) })]
    }

    package init(json: JSON) throws(Fault) {
        self.init(try json.get("name"), try json.get("parts"))
    }
}

extension FlashMessage.Row: JSONReadable {
    fileprivate var json: JSON { ["list": .string(list), "id": .string(id)] }

    package init(json: JSON) throws(Fault) {
        self.init(try json.get("id"), of: try json.get("list"))
    }
}
