import Core
import HTTPTypes
import Storage

/// Something that staff do to a list or to one of its rows.
package struct ResourceAction: Sendable {
    /// Where it is in the admin API.
    package enum Place: Sendable {
        /// `POST /tokens`: makes a row.
        case create
        /// `PATCH /tokens/{id}`: changes what is given.
        case change
        /// `DELETE /tokens/{id}`: takes a row away.
        case remove
        /// `POST /tokens/{id}/<name>`.
        case row
    }

    /// Who does it, when and from where, with what, and why.
    package struct Call: Sendable {
        /// The row; empty if a row is made.
        package let id: String
        package let values: ResourceValues
        package let services: Services
        package let author: Author
        /// The address of the client.
        package let address: String
        package let signature: AuditSignature
        package let note: String?
    }

    /// The last part of its address: `refund`.
    package let name: String
    /// On the command line, the same unless another is given: `rotate` of `secret`.
    package let command: String
    package let place: Place
    /// On the button, and of the dialog.
    package let title: Localized
    package let right: Permission
    /// Asked before it is done, in a dialog; nil if it is done at once, or has a form.
    package let question: Localized?
    package let inputs: [ResourceInput]
    /// What the answer may have besides the row, with a schema each (JSON Schema).
    package let also: [(name: String, schema: JSON)]
    /// More about it for the description of the API.
    package let manual: String?
    /// True if the dialog asks for a reason.
    package let hasNote: Bool
    /// The rows for which the button is shown; the action itself decides.
    package let isOffered: @Sendable (ResourceRow) -> Bool
    package let isPrimary: Bool
    /// What a terminal says of the answer; nil if nothing.
    package let remark: (@Sendable (JSON) -> Localized?)?
    package let perform: @Sendable (Call) async throws -> ResourceOutcome

    /// An action with a form, or one that answers more than words.
    package init(
        _ name: String,
        _ place: Place,
        _ title: Localized,
        command: String? = nil,
        right: Permission,
        question: Localized? = nil,
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
        (self.command, self.manual) = (command ?? name, manual)
        (self.question, self.inputs, self.also, self.hasNote) = (question, inputs, also, hasNote)
        (self.isPrimary, self.isOffered, self.remark, self.perform) = (isPrimary, isOffered, remark, perform)
    }

    /// An action on a row that asks for a reason at most; `perform` says what was done.
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

    /// True if the console asks before it is done.
    package var hasDialog: Bool { question != nil || inputs.contains(where: \.isShown) }

    package var method: HTTPRequest.Method {
        switch place {
        case .create, .row: .post
        case .change: .patch
        case .remove: .delete
        }
    }

    /// Its address below that of the list.
    package func address(of id: String) -> [String] {
        switch place {
        case .create: []
        case .change, .remove: [id]
        case .row: [id, name]
        }
    }
}

/// What an action has done.
package struct ResourceOutcome: Sendable {
    /// In words, for the person who did it.
    package var done: Localized
    /// The row that was made.
    package var id: String?
    /// Shown this once: the name of the member in the answer, and its text.
    package var secret: (name: String, text: String)?
    /// What the answer has besides the row.
    package var more: [String: JSON] = [:]
    /// The action, with what it is given, that takes this one back.
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
