import Core
import Storage

/// A list for staff, declared once: the admin API with its description, the console's pages and the commands are made
/// from it.
package struct Resource: Sendable {
    /// The first part of its address in the admin API: `mall`; nil for a list of the program itself.
    package let app: String?
    /// The next part of its address, the command, and the start of its operation ids: `devices`.
    package let name: String
    /// The list that has this one below it, in its address and in the command line: `gifts` of `uses`.
    package let parent: String?
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
    /// The page under which it is in the navigation: its own, or that of a list that has it as a tab.
    package let navigation: String
    /// What reading it needs.
    package let right: Permission
    package let source: ResourceSource
    /// Which rows somebody may see; nil for all of them.
    package let scope: (@Sendable (Author) -> SQL)?
    package let columns: [ResourceColumn]
    package let filters: [ResourceFilter]
    /// The filter that finds one row by a name of its own, so that commands take it beside an id: `email`.
    package let alias: String?
    /// Ways to order it, the first if none is asked for; empty for the order of the ids.
    package let orders: [ResourceOrder]
    /// Views of the list that the page offers as tabs: none, or two and more.
    package let tabs: [ResourceTab]
    package let sums: [ResourceSum]
    /// The last part of the address of its figures, and their command.
    package let figures: String
    /// Lists that belong to one row, on its page.
    package let parts: [ResourcePart]
    /// What the app draws of a row, above the lists; nil for nothing.
    package let panel: ResourcePanel?
    package let actions: [ResourceAction]
    /// Pages of the app that the list leads to.
    package let links: [ResourceLink]
    /// The app shows the page of the list itself, made of what `ResourcePages` reads.
    package let hasOwnPage: Bool
    /// Can be had as a table for a spreadsheet.
    package let isExported: Bool
    /// True if it shows names or addresses of people in columns of any kind: a look at it is noted in the audit.
    package let isPersonal: Bool
    /// Shown instead of a table without rows: a title, and when rows appear.
    package let empty: (title: Localized, text: Localized)

    package init(
        app: String? = nil,
        parent: String? = nil,
        name: String,
        title: Localized,
        one: Localized,
        about: Localized,
        path: String,
        navigation: String? = nil,
        section: ResourceSection,
        right: Permission = .readContent,
        source: ResourceSource,
        scope: (@Sendable (Author) -> SQL)? = nil,
        columns: [ResourceColumn],
        filters: [ResourceFilter] = [],
        alias: String? = nil,
        orders: [ResourceOrder] = [],
        tabs: [ResourceTab] = [],
        sums: [ResourceSum] = [],
        figures: String = "stats",
        parts: [ResourcePart] = [],
        panel: ResourcePanel? = nil,
        actions: [ResourceAction] = [],
        links: [ResourceLink] = [],
        hasOwnPage: Bool = false,
        isExported: Bool = false,
        isPersonal: Bool = false,
        empty: (title: Localized, text: Localized)
    ) {
        (self.app, self.parent, self.name) = (app, parent, name)
        (self.title, self.one, self.about) = (title, one, about)
        (self.path, self.section, self.right) = (path, section, right)
        self.navigation = navigation ?? path
        (self.source, self.scope, self.columns, self.filters) = (source, scope, columns, filters)
        (self.alias, self.isPersonal) = (alias, isPersonal)
        (self.figures, self.hasOwnPage, self.panel) = (figures, hasOwnPage, panel)
        (self.orders, self.tabs, self.sums, self.parts) = (orders, tabs, sums, parts)
        (self.actions, self.isExported, self.empty) = (actions, isExported, empty)
        self.links = links
    }

    /// What the audit calls the list: `mall.devices`.
    package var subject: String { [app, parent ?? name].compactMap { $0 }.joined(separator: ".") }

    /// Its address in the admin API, each part by itself: `mall`, `gifts`, `uses`.
    package var address: [String] { [app, parent, name].compactMap { $0 } }

    /// What its operations begin with: `gifts_uses`.
    var operations: String {
        address.dropFirst(app == nil ? 0 : 1).joined(separator: "_").replacing("-", with: "_")
    }

    /// The rights that an action needs: its own, and that of the list, whose row it answers.
    func needs(of action: ResourceAction) -> [Permission] {
        action.right == right ? [right] : [right, action.right]
    }

    /// True if a page about one row is shown.
    package var hasPage: Bool { !parts.isEmpty || panel != nil || columns.contains { $0.place == .page } }
}

/// The subjects that commands are grouped by.
package enum ResourceSection: Sendable {
    case content, people, loyalty, system
    /// The app has a group of commands of its own, which has those of the list.
    case app
}

/// What declares a list, as a type: commands are types too.
package protocol ResourceDeclaration: Sendable {
    static var resource: Resource { get }
}

/// Where rows come from.
package struct ResourceSource: Sendable {
    /// After `FROM`: a table under a name, and what is joined to it.
    package let tables: SQL
    /// The column that names a row; the greatest comes first.
    package let key: SQL
    package let kind: Kind

    package enum Kind: Sendable {
        /// A UUID of version 7: the newest row has the greatest.
        case id
        case number
        case text
    }

    package init(_ tables: SQL, key: SQL, _ kind: Kind = .id) {
        (self.tables, self.key, self.kind) = (tables, key, kind)
    }

    /// The id of a row in its own form; nil if it can be none.
    func known(_ id: String) -> String? {
        switch kind {
        case .id: Identifier.normalized(id)
        case .number: Int64(id).map { String($0) }
        case .text: id.utf8.contains(0) ? nil : id
        }
    }

    /// The id of a row as the column has it; nil if it can be none.
    func value(of id: String) -> Value? {
        guard let known = known(id) else { return nil }
        return switch kind {
        case .id, .text: .text(known)
        case .number: Int64(known).map { .integer($0) }
        }
    }
}

/// A view of the list with some filters given, or another list beside it.
package struct ResourceTab: Sendable {
    package let title: Localized
    package let query: [(name: String, value: String)]
    /// Of the list that the tab shows; nil for its own.
    package let list: (@Sendable () -> Resource)?

    package init(
        _ title: Localized,
        _ query: [(name: String, value: String)] = [],
        of list: (@Sendable () -> Resource)? = nil
    ) {
        (self.title, self.query, self.list) = (title, query, list)
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
    /// Those in the table are shown, the others only answered.
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
