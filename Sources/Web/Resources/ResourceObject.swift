import Core
import Storage

/// A value with a form of its own: what a row is about, as it was called then.
package struct ResourceObject: Sendable {
    /// From the text of the column, which is null if there is none.
    package let read: @Sendable (_ text: String, Language) throws -> JSON
    /// Of the value that `read` gives (JSON Schema).
    package let schema: JSON
    package let title: @Sendable (JSON) -> String
    /// Below the title.
    package let detail: @Sendable (JSON) -> String
    /// Its page in the console.
    package let path: @Sendable (JSON) -> String?

    package init(
        schema: JSON,
        read: @escaping @Sendable (_ text: String, Language) throws -> JSON,
        title: @escaping @Sendable (JSON) -> String,
        detail: @escaping @Sendable (JSON) -> String = { _ in "" },
        path: @escaping @Sendable (JSON) -> String? = { _ in nil }
    ) {
        (self.read, self.schema, self.title, self.detail, self.path) = (read, schema, title, detail, path)
    }
}
