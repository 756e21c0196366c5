import Storage

/// A table that a list joins for some of its columns and filters.
///
/// It has one row for each row of the list, or none with `LEFT JOIN`, so that counts and figures can do without it.
package struct ResourceJoin: Sendable {
    private let alias: String
    let sql: SQL

    /// - Parameters:
    ///   - alias: The alias of the table in the join, of ASCII letters.
    ///   - sql: The join: `LEFT JOIN mall_users u ON u.id = d.user_id`.
    package init(_ alias: String, _ sql: SQL) {
        (self.alias, self.sql) = (alias, sql)
    }

    /// True if an expression names a column of the table: `u.phone` or `"u"."phone"`.
    ///
    /// An expression that only seems to name one brings the join for nothing, which does no harm.
    func isNamed(in expression: SQL) -> Bool {
        let text = expression.text
        if text.contains("\"\(alias)\".") { return true }
        return text.ranges(of: "\(alias).").contains { range in
            guard range.lowerBound > text.startIndex else { return true }
            let before = text[text.index(before: range.lowerBound)]
            return !(before.isLetter || before.isNumber || before == "_")
        }
    }
}
