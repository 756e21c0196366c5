import Core
import Storage

/// A value with members that one type writes into the answer of a list, and reads from it for the console.
package protocol ResourceValue: JSONReadable {
    /// The schema of the value (JSON Schema).
    static var schema: JSON { get }
    var json: JSON { get }
    /// The line below the title.
    var detail: String { get }
    /// The path of its page in the console.
    var path: String? { get }

    func title(in language: Language) -> String
}

extension ResourceValue {
    package var detail: String { "" }
}

extension ResourceObject {
    /// A value that is read from the text of the column; nil if there is none for this author.
    package init<Value: ResourceValue>(
        _ kind: Value.Type,
        read: @escaping @Sendable (_ text: String, Author, Language) throws -> Value?
    ) {
        self.init(
            schema: Value.schema,
            read: { text, author, language in try read(text, author, language)?.json ?? .null },
            title: { Self.value($0, Value.self)?.title(in: $1) ?? "" },
            detail: { Self.value($0, Value.self)?.detail ?? "" },
            path: { Self.value($0, Value.self)?.path }
        )
    }

    /// A value that is made from several expressions; nil if there is none for this author.
    package init<Value: ResourceValue>(
        _ kind: Value.Type,
        parts: [(name: String, sql: SQL)],
        make: @escaping @Sendable (_ texts: [String: String], Author, Language) throws -> Value?
    ) {
        self.init(
            schema: Value.schema,
            form: .entity,
            parts: parts,
            make: { texts, author, language in try make(texts, author, language)?.json ?? .null },
            title: { Self.value($0, Value.self)?.title(in: $1) ?? "" },
            path: { Self.value($0, Value.self)?.path }
        )
    }

    private static func value<Value: ResourceValue>(_ json: JSON, _ kind: Value.Type) -> Value? {
        try? Value(json: json)
    }
}
