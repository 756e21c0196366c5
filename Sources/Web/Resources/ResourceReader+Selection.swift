import Core
import Storage

extension ResourceReader {
    /// The parsed parameters of a request.
    package struct Selection: Sendable {
        /// The condition of a filter that is given, with its name.
        struct Narrowing: Sendable {
            let name: String
            let condition: SQL
        }

        let narrowings: [Narrowing]
        /// The conditions of rows that the author may see, and of those that belong to the owner of the list.
        let scope: [SQL]
        /// Nil if none is given.
        let period: ResourcePeriod?
        /// The order of rows in a period; nil if none is given, or the list has no order for it.
        let byTime: ResourceOrder?
        package internal(set) var limit: Int
        /// Nil for the order of the ids, newest first.
        var order: ResourceOrder?
        /// The condition of rows after the previous page.
        var after: SQL?
        /// True if the number of rows on all pages is requested.
        package let isCounted: Bool

        /// The condition of the rows on all pages.
        package var condition: SQL { (narrowings.map(\.condition) + scope).all }
    }
}
