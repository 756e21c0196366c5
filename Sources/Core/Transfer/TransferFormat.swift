/// The format of a file of entries.
package enum TransferFormat: String, Sendable, CaseIterable {
    /// RFC 4180, UTF-8: a table of working copies, for people and their spreadsheets.
    case csv
    /// An array of objects: everything that another installation needs to reproduce the entries.
    case json

    package var mediaType: String {
        switch self {
        case .csv: "text/csv; charset=utf-8; header=present"
        case .json: "application/json; charset=utf-8"
        }
    }
}
