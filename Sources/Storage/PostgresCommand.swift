/// A command whose answer has not been read.
enum PostgresCommand {
    case preparation(PostgresStatements.Key)
    /// One that is not prepared, such as `COMMIT`.
    case text(String)
    case statement(PostgresStatements.Key, isNew: Bool)
    /// The end of a part of the pipeline: the server counts the connection as idle, and goes on after a failure.
    case sync

    var text: String {
        switch self {
        case .text(let text): text
        case .preparation(let key), .statement(let key, _): key.text
        case .sync: ""
        }
    }
}
