import Core
import Storage

/// A value with a form of its own: what a row is about, as it was called then, or words made from what is kept.
package struct ResourceObject: Sendable {
    /// How the console shows it.
    package enum Form: Sendable {
        /// A title that leads to a page, with a line below it.
        case entity
        case words
        /// Text that was sent: folded, with addresses that can be followed.
        case message
    }

    /// From the text of the column, which is null if there is none, for the person who reads it.
    package let read: @Sendable (_ text: String, Author, Language) throws -> JSON
    /// Of the value that `read` gives (JSON Schema).
    package let schema: JSON
    package let title: @Sendable (JSON, Language) -> String
    /// Below the title.
    package let detail: @Sendable (JSON) -> String
    /// Its page in the console.
    package let path: @Sendable (JSON) -> String?
    package let form: Form

    package init(
        schema: JSON,
        form: Form = .entity,
        read: @escaping @Sendable (_ text: String, Author, Language) throws -> JSON,
        title: @escaping @Sendable (JSON, Language) -> String,
        detail: @escaping @Sendable (JSON) -> String = { _ in "" },
        path: @escaping @Sendable (JSON) -> String? = { _ in nil }
    ) {
        (self.read, self.schema, self.title, self.detail, self.path) = (read, schema, title, detail, path)
        self.form = form
    }

    /// Text that is made from what the column holds; nil if there is none for this person.
    package static func text(
        _ form: Form = .words,
        _ read: @escaping @Sendable (_ text: String, Author, Language) throws -> String?
    ) -> ResourceObject {
        ResourceObject(
            schema: ["type": ["string", "null"]],
            form: form,
            read: { JSON(try read($0, $1, $2)) },
            title: { value, _ in value.string ?? "" }
        )
    }
}
