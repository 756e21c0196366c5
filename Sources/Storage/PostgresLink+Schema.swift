extension PostgresLink {
    /// Another connection may create it at the same time; the next statement shows whether it can be used.
    func create(schema: String) throws(StorageError) {
        do {
            _ = try query(("CREATE SCHEMA IF NOT EXISTS \(name: schema)" as SQL).text)
        } catch {
            if let loss { throw loss }
        }
    }
}
