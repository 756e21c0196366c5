import Core
import Storage

/// A list for staff, declared once: the admin API with its description, the console's pages and the commands are made
/// from it.
package struct Resource: Sendable {
    /// The first part of its address in the admin API: `mall`.
    package let app: String
    /// The second part of its address, the command, and the start of its operation ids: `devices`.
    package let name: String
    /// Of the whole list: `Devices`.
    package let title: Localized
    /// Of one row: `Device`.
    package let one: Localized
    /// One sentence below the heading of the page and in the help of the command.
    package let about: Localized
    /// Where its page is in the console: `/people/devices`.
    package let path: String
    /// Under which heading its command stands in the help.
    package let section: ResourceSection
    /// What reading it needs.
    package let right: Permission
    package let source: ResourceSource
    package let columns: [ResourceColumn]
    package let filters: [ResourceFilter]
    /// Ways to look at the list that the page offers as tabs; none, or two and more.
    package let tabs: [ResourceTab]
    package let sums: [ResourceSum]
    /// Lists that belong to one row, on its page.
    package let parts: [ResourcePart]
    /// Shown instead of a table without rows: a title, and when rows appear.
    package let empty: (title: Localized, text: Localized)

    package init(
        app: String,
        name: String,
        title: Localized,
        one: Localized,
        about: Localized,
        path: String,
        section: ResourceSection,
        right: Permission = .readContent,
        source: ResourceSource,
        columns: [ResourceColumn],
        filters: [ResourceFilter] = [],
        tabs: [ResourceTab] = [],
        sums: [ResourceSum] = [],
        parts: [ResourcePart] = [],
        empty: (title: Localized, text: Localized)
    ) {
        (self.app, self.name, self.title, self.one, self.about) = (app, name, title, one, about)
        (self.path, self.section, self.right) = (path, section, right)
        (self.source, self.columns, self.filters) = (source, columns, filters)
        (self.tabs, self.sums, self.parts, self.empty) = (tabs, sums, parts, empty)
    }

    /// What the audit calls the list: `mall.devices`.
    package var subject: String { "\(app).\(name)" }

    /// True if a page about one row is shown.
    package var hasPage: Bool { !parts.isEmpty || columns.contains { $0.place == .page } }
}

/// The subjects that commands are grouped by.
package enum ResourceSection: Sendable {
    case people, loyalty, system
}

/// What declares a list, as a type: commands are types too.
package protocol ResourceDeclaration: Sendable {
    static var resource: Resource { get }
}

/// Where rows come from.
package struct ResourceSource: Sendable {
    /// After `FROM`: a table under a name, and what is joined to it.
    package let tables: SQL
    /// The column of the row's id, a UUID of version 7: the newest row has the greatest.
    package let key: SQL

    package init(_ tables: SQL, key: SQL) {
        (self.tables, self.key) = (tables, key)
    }
}

/// A view of the list with some filters given.
package struct ResourceTab: Sendable {
    package let title: Localized
    package let query: [(name: String, value: String)]

    package init(_ title: Localized, _ query: [(name: String, value: String)] = []) {
        (self.title, self.query) = (title, query)
    }
}

/// A figure over every row that the filters leave.
package struct ResourceSum: Sendable {
    package enum Kind: Sendable {
        case count
        /// A hundredth of it is shown, with two digits after the point.
        case hundredths(unit: Localized)
    }

    /// Parts between dots are nested: `last_30_days.average_percent`.
    package let name: String
    package let kind: Kind
    package let title: Localized
    /// Not on the page.
    package let isHidden: Bool
    /// An aggregate of whole numbers; null if there are no rows.
    package let sql: @Sendable (_ now: Timestamp) -> SQL

    package init(
        _ name: String,
        _ kind: Kind,
        _ title: Localized,
        isHidden: Bool = false,
        _ sql: @escaping @Sendable (_ now: Timestamp) -> SQL
    ) {
        (self.name, self.kind, self.title, self.isHidden, self.sql) = (name, kind, title, isHidden, sql)
    }

    /// A count.
    package init(
        _ name: String,
        _ title: Localized,
        isHidden: Bool = false,
        _ sql: @escaping @Sendable (_ now: Timestamp) -> SQL
    ) {
        self.init(name, .count, title, isHidden: isHidden, sql)
    }
}

/// A list that belongs to one row: everybody who was signed in on a device.
package struct ResourcePart: Sendable {
    package let name: String
    package let title: Localized
    package let tables: SQL
    /// Which rows belong to the row with this id.
    package let condition: @Sendable (_ id: String) -> SQL
    package let order: SQL
    package let columns: [ResourceColumn]
    package let empty: Localized

    package init(
        _ name: String,
        _ title: Localized,
        tables: SQL,
        order: SQL,
        columns: [ResourceColumn],
        empty: Localized,
        where condition: @escaping @Sendable (_ id: String) -> SQL
    ) {
        (self.name, self.title, self.tables, self.order) = (name, title, tables, order)
        (self.columns, self.empty, self.condition) = (columns, empty, condition)
    }
}
