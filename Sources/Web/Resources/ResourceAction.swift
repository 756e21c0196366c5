import Core
import Storage

/// Something that staff do to one row of a list.
package struct ResourceAction: Sendable {
    /// Who does it, when and from where, and why.
    package struct Call: Sendable {
        package let id: String
        package let services: Services
        package let signature: AuditSignature
        package let note: String?
    }

    /// The last part of its address, and the command: `refund`.
    package let name: String
    /// On the button, and of the dialog.
    package let title: Localized
    package let right: Permission
    /// Asked before it is done, in a dialog with a field for the reason; nil if it is done at once.
    package let question: Localized?
    /// The rows for which the button is shown; the action itself decides.
    package let isOffered: @Sendable (ResourceRow) -> Bool
    package let isPrimary: Bool
    /// Carries it out and says what was done; throws a `Problem` if it cannot be done.
    package let perform: @Sendable (Call) async throws -> Localized

    package init(
        _ name: String,
        _ title: Localized,
        right: Permission,
        question: Localized? = nil,
        isPrimary: Bool = false,
        isOffered: @escaping @Sendable (ResourceRow) -> Bool,
        perform: @escaping @Sendable (Call) async throws -> Localized
    ) {
        (self.name, self.title, self.right, self.question) = (name, title, right, question)
        (self.isPrimary, self.isOffered, self.perform) = (isPrimary, isOffered, perform)
    }
}
