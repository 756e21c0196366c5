/// One row of a result.
package struct Row: Sendable {
    private let columns: Columns
    private let values: [Value]

    package init(columns: Columns, values: [Value]) {
        self.columns = columns
        self.values = values
    }

    /// The names of a result's columns, shared by its rows.
    package final class Columns: Sendable {
        package let names: [String]
        fileprivate let indexes: [String: Int]

        package init(_ names: [String]) {
            self.names = names
            indexes = Dictionary(zip(names, names.indices)) { first, _ in first }
        }
    }

    /// The value of the named column as `T`, which is usually inferred.
    package func get<T: Storable>(_ column: String, as type: T.Type = T.self) throws(StorageError) -> T {
        guard let index = columns.indexes[column] else { throw .column(column, "is not in the answer") }
        guard let result = T(values[index]) else { throw .column(column, "holds no \(T.self)") }
        return result
    }

    package subscript(index: Int) -> Value { values[index] }
}
