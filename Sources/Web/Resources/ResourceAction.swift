import Core
import HTTPTypes
import Storage

/// An action of staff on a list or on one of its rows.
package struct ResourceAction: Sendable {
    /// The route of the action in the admin API.
    package enum Place: Sendable {
        /// `POST /tokens`: creates a row.
        case create
        /// `PATCH /tokens/{id}`: changes the given values.
        case change
        /// `DELETE /tokens/{id}`: removes a row.
        case remove
        /// `POST /tokens/{id}/<name>`.
        case row
    }

    /// One call of an action: its author, time, address, values and note.
    package struct Call: Sendable {
        /// The id of the row; empty if a row is created.
        package let id: String
        /// The id of the row that the list belongs to; empty if it belongs to none.
        package let owner: String
        package let values: ResourceValues
        package let services: Services
        package let author: Author
        /// The address of the client.
        package let address: String
        package let signature: AuditSignature
        package let note: String?
    }

    /// The last part of its path: `refund`.
    package let name: String
    /// The name on the command line, if it differs: `rotate` for `secret`.
    package let command: String
    package let place: Place
    /// The purpose of the command, in a sentence; nil for one made of the title.
    package let about: Localized?
    /// The label of the button, and the title of the dialog.
    package let title: Localized
    package let right: Permission
    /// The question of a dialog before it is done; nil if it is done at once, or has a form.
    package let question: Localized?
    /// The part of the dialog that the app draws about the row, above the inputs; nil if there is none.
    let panel: ResourcePanel?
    package let inputs: [ResourceInput]
    /// Further members of the response besides the row, each with its schema (JSON Schema).
    package let also: [(name: String, schema: JSON)]
    /// More text for the description of the API.
    package let manual: String?
    /// True if the dialog requests a reason.
    package let hasNote: Bool
    /// True for rows that show the button; the action itself makes the final check.
    package let isOffered: @Sendable (ResourceRow) -> Bool
    package let isPrimary: Bool
    /// The remark that a terminal prints about the response; nil if there is none.
    package let remark: (@Sendable (JSON) -> Localized?)?
    package let perform: @Sendable (Call) async throws -> ResourceOutcome

    /// An action with a form, or with more than a message in its response.
    package init(
        _ name: String,
        _ place: Place,
        _ title: Localized,
        about: Localized? = nil,
        command: String? = nil,
        right: Permission,
        question: Localized? = nil,
        panel: ResourcePanel? = nil,
        manual: String? = nil,
        inputs: [ResourceInput] = [],
        also: [(name: String, schema: JSON)] = [],
        hasNote: Bool = false,
        isPrimary: Bool = false,
        isOffered: @escaping @Sendable (ResourceRow) -> Bool = { _ in true },
        remark: (@Sendable (JSON) -> Localized?)? = nil,
        perform: @escaping @Sendable (Call) async throws -> ResourceOutcome
    ) {
        (self.name, self.place, self.title, self.right) = (name, place, title, right)
        (self.command, self.about, self.manual, self.panel) = (command ?? name, about, manual, panel)
        (self.question, self.inputs, self.also, self.hasNote) = (question, inputs, also, hasNote)
        (self.isPrimary, self.isOffered, self.remark, self.perform) = (isPrimary, isOffered, remark, perform)
    }

    /// An action on a row that requests at most a reason; `perform` returns the message.
    package init(
        _ name: String,
        _ title: Localized,
        right: Permission,
        question: Localized? = nil,
        isPrimary: Bool = false,
        isOffered: @escaping @Sendable (ResourceRow) -> Bool,
        perform: @escaping @Sendable (Call) async throws -> Localized
    ) {
        self.init(
            name,
            .row,
            title,
            right: right,
            question: question,
            hasNote: question != nil,
            isPrimary: isPrimary,
            isOffered: isOffered
        ) { ResourceOutcome(try await perform($0)) }
    }

    /// True if the console requests a confirmation first.
    package var hasDialog: Bool { question != nil || panel != nil || inputs.contains(where: \.isShown) }

    package var method: HTTPRequest.Method {
        switch place {
        case .create, .row: .post
        case .change: .patch
        case .remove: .delete
        }
    }

    /// The parts of its path below that of the list.
    package func address(of id: String) -> [String] {
        switch place {
        case .create: []
        case .change, .remove: [id]
        case .row: [id, name]
        }
    }
}

/// The result of an action.
package struct ResourceOutcome: Sendable {
    /// The message for the person who did it.
    package var done: Localized
    /// The id of the created row.
    package var id: String?
    /// A secret that is shown only this once: the name of its member in the response, and its text.
    package var secret: (name: String, text: String)?
    /// Further members of the response besides the row.
    package var more: [String: JSON] = [:]
    /// The action that undoes this one, with its body.
    package var undo: (action: String, body: JSON)?

    package init(
        _ done: Localized,
        id: String? = nil,
        secret: (name: String, text: String)? = nil,
        more: [String: JSON] = [:],
        undo: (action: String, body: JSON)? = nil
    ) {
        (self.done, self.id, self.secret, self.more, self.undo) = (done, id, secret, more, undo)
    }
}
