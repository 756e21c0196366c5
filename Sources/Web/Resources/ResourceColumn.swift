import Core
import Storage

/// One column of a list for staff.
package struct ResourceColumn: Sendable {
    /// The kind of a column, which decides how each surface writes it.
    package enum Kind: Sendable {
        case id
        /// One line.
        case text
        /// One line that links to a page of the console.
        case link(@Sendable (String) -> String)
        /// A text written by a person, of any length.
        case quote
        case number
        /// Hundredths of a currency, shown with two digits after the point.
        case money(unit: Localized)
        /// Bytes, shown in the unit that fits.
        case bytes
        /// Points, with their sign.
        case change
        /// One to five stars.
        case rating
        case moment
        case bool(yes: Localized, no: Localized)
        case choice([ResourceChoice])
        /// The name of a member of staff, or one of these words for an author that is no person.
        case author([ResourceChoice])
        /// Texts in a JSON array; those that are not among the choices are shown as they are.
        case choices([ResourceChoice], none: Localized)
        /// A value with its own format.
        case object(ResourceObject)
        /// Several switches: an object of booleans; as text, those that are on.
        case flags([ResourceFlag], none: Localized)
        /// A person of a joined table of users, with the path of the page about people of that app.
        case person(table: String, path: String, nobody: Localized)
    }

    /// The place where people see the column; responses of the admin API contain every column.
    package enum Place: Sendable {
        /// In the table, and on the page about a row.
        case table
        /// The title of a row: the first line of the main cell, and the heading of its page.
        case main
        /// In the main cell below the title.
        case below
        /// On the page about a row.
        case page
        /// Nowhere.
        case answer
    }

    /// The name in responses; parts separated by dots are nested.
    package let name: String
    package let kind: Kind
    package let title: Localized
    package let place: Place
    /// The permission that it needs besides that of the list; without it the value is null.
    package let right: Permission?
    /// An expression over the source's tables; unused for people and flags, which name their own columns.
    package let sql: SQL

    package init(
        _ name: String,
        _ kind: Kind,
        _ title: Localized,
        _ sql: SQL = "NULL",
        place: Place = .table,
        right: Permission? = nil
    ) {
        (self.name, self.kind, self.title) = (name, kind, title)
        (self.sql, self.place, self.right) = (sql, place, right)
    }

    var isPerson: Bool { if case .person = kind { true } else { false } }
}

/// A value out of a few, with its title and its colour.
package struct ResourceChoice: Sendable {
    package let value: String
    package let title: Localized
    /// The class of the badge: `pub`, `plan`, `warn`, `bad`, `arch`, `plain`.
    package let tone: String
    package let icon: String

    package init(_ value: String, _ title: Localized, _ tone: String = "plain", icon: String = "") {
        (self.value, self.title, self.tone, self.icon) = (value, title, tone, icon)
    }
}

/// One of the switches of a column.
package struct ResourceFlag: Sendable {
    package let name: String
    package let title: Localized
    /// A condition over the source's tables.
    package let sql: SQL

    package init(_ name: String, _ title: Localized, _ sql: SQL) {
        (self.name, self.title, self.sql) = (name, title, sql)
    }
}
