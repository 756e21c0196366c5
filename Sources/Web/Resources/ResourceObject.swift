import Core
import Storage

/// A value with its own format: the subject of a row as it was at the time, or text made from what is stored.
package struct ResourceObject: Sendable {
    /// The form in which the console shows it.
    package enum Form: Sendable {
        /// A title that links to a page, with a line below it.
        case entity
        case words
        /// The text of a message: collapsed, with its addresses as links.
        case message
    }

    /// Reads the text of the column for this author; the text is null if the column is.
    package let read: @Sendable (_ text: String, Author, Language) throws -> JSON
    /// Expressions that take the place of the column's own, by name; empty if `read` reads that.
    let parts: [(name: String, sql: SQL)]
    /// Reads the texts of the parts for this author, without those that are null.
    let make: @Sendable (_ texts: [String: String], Author, Language) throws -> JSON
    /// The schema of the value (JSON Schema).
    package let schema: JSON
    package let title: @Sendable (JSON, Language) -> String
    /// The line below the title.
    package let detail: @Sendable (JSON) -> String
    /// The path of its page in the console.
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
        (self.form, parts, make) = (form, [], { _, _, _ in .null })
    }

    /// A value that is made from several expressions over the source's tables.
    package init(
        schema: JSON,
        form: Form,
        parts: [(name: String, sql: SQL)],
        make: @escaping @Sendable (_ texts: [String: String], Author, Language) throws -> JSON,
        title: @escaping @Sendable (JSON, Language) -> String,
        path: @escaping @Sendable (JSON) -> String? = { _ in nil }
    ) {
        (self.schema, self.form, self.parts, self.make) = (schema, form, parts, make)
        (self.title, self.path) = (title, path)
        (read, detail) = ({ _, _, _ in .null }, { _ in "" })
    }

    /// A text made from the column; nil if there is none for this author.
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
