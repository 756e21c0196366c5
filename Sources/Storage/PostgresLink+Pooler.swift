import CLibPQ

extension PostgresLink {
    /// True if the process that answers is another than the one that took the connection.
    ///
    /// A pooler, such as PgBouncer, gives the client a number of its own for cancelling; so it is found without a setting.
    func isAnsweredByPooler() throws(StorageError) -> Bool {
        let result = try query("SELECT pg_backend_pid()")
        guard case .integer(let process)? = result.rows(Row.Columns(result.columnNames)).first?[0] else {
            throw .other("PostgreSQL has not told its process.")
        }
        return process != Int64(PQbackendPID(handle))
    }
}
