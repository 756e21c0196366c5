/// The answer to one statement.
struct PostgresAnswer {
    let result: PostgresResult
    let columns: Row.Columns

    var rows: [Row] { result.rows(columns) }
}
