import Core
import Storage

/// A list for staff, declared once.
///
/// The admin API with its description, the pages of the console and the commands are generated from it.
package struct Resource: Sendable {
    /// The first part of its path in the admin API: `mall`; nil for a list of the program itself.
    package let app: String?
    /// The next part of its path, the command, and the prefix of its operation ids: `devices`.
    package let name: String
    /// The parent of the list, in its path and on the command line: `gifts` for `uses`.
    package let parent: String?
    /// The parts of its path in the admin API, with its owner in braces.
    let places: [String]
    /// The prefix of its operation ids: `gifts_uses`.
    let operations: String
    /// The name of a row in that path: `id`.
    let part: String
    /// The row of another list that its rows belong to; nil if there is none.
    package let owner: ResourceOwner?
    /// The id of that row; nil for the list as it is declared.
    package internal(set) var ownerID: String?
    /// The title of the whole list: `Devices`.
    package let title: Localized
    /// The title of one row: `Device`.
    package let one: Localized
    /// One sentence below the heading of the page and in the help of the command.
    package let about: Localized
    /// The path of its page in the console: `/people/devices`.
    package let path: String
    /// The section of its command in the help.
    package let section: ResourceSection
    /// The page under which it is in the navigation: its own, or that of a list that has it as a tab.
    package let navigation: String
    /// The permission to read it.
    package let right: Permission
    package let source: ResourceSource
    /// The rows that the author may see; nil for all of them.
    package let scope: (@Sendable (Author) -> SQL)?
    package let columns: [ResourceColumn]
    package let filters: [ResourceFilter]
    /// The filter that finds one row by its name, so that commands accept it in place of an id: `email`.
    package let alias: String?
    /// The orders of the list, the default first; empty for the order of the ids.
    package let orders: [ResourceOrder]
    /// Views of the list that the page shows as tabs: none, or at least two.
    package let tabs: [ResourceTab]
    package let sums: [ResourceSum]
    /// Rows that stand for many, for counts and figures of a long list; nil if each row is read.
    package let totals: ResourceTotals?
    /// Plots above the list.
    package let plots: [ResourcePlot]
    /// The last part of the path of its figures, and their command.
    package let figures: String
    /// Lists that belong to one row, on its page.
    package let parts: [ResourcePart]
    /// The part of the page of a row that the app draws, above the lists; nil if there is none.
    package let panel: ResourcePanel?
    package let actions: [ResourceAction]
    /// Pages of the app that the list leads to.
    package let links: [ResourceLink]
    /// True if the app shows the page of the list itself, from what `ResourcePages` reads.
    package let hasOwnPage: Bool
    /// True if its rows are only within pages of the app.
    package let isEmbedded: Bool
    /// The seconds after which the first page is read again; nil if it is not.
    package let refreshSeconds: Int64?
    /// True if it can be exported as a table for a spreadsheet.
    package let isExported: Bool
    /// True if it shows names or addresses of people in columns of any kind, so that views are audited.
    package let isPersonal: Bool
    /// The text for a table without rows: a title, and when rows appear.
    package let empty: (title: Localized, text: Localized)

    package init(
        app: String? = nil,
        parent: String? = nil,
        name: String,
        address: [String]? = nil,
        part: String = "id",
        owner: ResourceOwner? = nil,
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
        totals: ResourceTotals? = nil,
        plots: [ResourcePlot] = [],
        figures: String = "stats",
        parts: [ResourcePart] = [],
        panel: ResourcePanel? = nil,
        actions: [ResourceAction] = [],
        links: [ResourceLink] = [],
        hasOwnPage: Bool = false,
        isEmbedded: Bool = false,
        refreshSeconds: Int64? = nil,
        isExported: Bool = false,
        isPersonal: Bool = false,
        empty: (title: Localized, text: Localized)
    ) {
        (self.app, self.parent, self.name) = (app, parent, name)
        places = address ?? [app, parent, name].compactMap { $0 }
        (self.part, self.owner, self.isEmbedded, self.isPersonal) = (part, owner, isEmbedded, isPersonal)
        (self.title, self.one, self.about) = (title, one, about)
        (self.path, self.navigation, self.section, self.right) = (path, navigation ?? path, section, right)
        (self.source, self.scope, self.columns, self.filters) = (source, scope, columns, filters)
        (self.alias, self.figures, self.hasOwnPage, self.panel) = (alias, figures, hasOwnPage, panel)
        (self.orders, self.tabs, self.sums, self.parts) = (orders, tabs, sums, parts)
        (self.actions, self.isExported, self.empty) = (actions, isExported, empty)
        (self.links, self.refreshSeconds, self.plots, self.totals) = (links, refreshSeconds, plots, totals)
        let own = section == .app ? app : nil
        let names = address?.filter { !$0.hasPrefix("{") } ?? [own, parent, name].compactMap { $0 }
        operations = names.joined(separator: "_").replacing("-", with: "_")
    }

    /// The name of the list in the audit: `mall.devices`.
    package var subject: String { [app, parent ?? name].compactMap { $0 }.joined(separator: ".") }

    /// The member of answers that identifies a row: `id`, or the column of the source's key.
    package var keyName: String { columns.first { $0.sql == source.key }?.name ?? "id" }

    /// The permissions for an action: its own, and that of the list, whose row the response contains.
    func needs(of action: ResourceAction) -> [Permission] {
        action.right == right ? [right] : [right, action.right]
    }

    /// True if its rows are figures over time, which may be some seconds old.
    var isReport: Bool { !plots.isEmpty }

    /// True if there is a page about one row.
    package var hasPage: Bool { !parts.isEmpty || panel != nil || columns.contains { $0.place == .page } }
}

/// The sections of commands.
package enum ResourceSection: Sendable {
    case content, people, loyalty, system
    /// The app has its own group of commands, which includes those of the list.
    case app
}

/// A declaration of a list as a type, because commands are types too.
package protocol ResourceDeclaration: Sendable {
    static var resource: Resource { get }
}

/// A view of the list with some filters set, or another list next to it.
package struct ResourceTab: Sendable {
    package let title: Localized
    package let query: [(name: String, value: String)]
    /// The list that the tab shows; nil for its own.
    package let list: (@Sendable () -> Resource)?

    package init(
        _ title: Localized,
        _ query: [(name: String, value: String)] = [],
        of list: (@Sendable () -> Resource)? = nil
    ) {
        (self.title, self.query, self.list) = (title, query, list)
    }
}

/// A figure over all rows that match the filters.
package struct ResourceSum: Sendable {
    package enum Kind: Sendable {
        case count
        /// A number of hundredths, shown with two digits after the point.
        case hundredths(unit: Localized)
    }

    /// Parts of the name separated by dots are nested: `last_30_days.average_percent`.
    package let name: String
    package let kind: Kind
    package let title: Localized
    /// True if it is not on the page.
    package let isHidden: Bool
    /// An aggregate with an integer result; null if there are no rows.
    package let sql: @Sendable (_ now: Timestamp) -> SQL
    /// The same over the rows of `ResourceTotals`; nil if that is the same expression.
    let ofTotals: SQL?

    package init(
        _ name: String,
        _ kind: Kind,
        _ title: Localized,
        isHidden: Bool = false,
        ofTotals: SQL? = nil,
        _ sql: @escaping @Sendable (_ now: Timestamp) -> SQL
    ) {
        (self.name, self.kind, self.title, self.isHidden, self.sql) = (name, kind, title, isHidden, sql)
        self.ofTotals = ofTotals
    }

    /// A figure of kind count.
    package init(
        _ name: String,
        _ title: Localized,
        isHidden: Bool = false,
        ofTotals: SQL? = nil,
        _ sql: @escaping @Sendable (_ now: Timestamp) -> SQL
    ) {
        self.init(name, .count, title, isHidden: isHidden, ofTotals: ofTotals, sql)
    }
}

/// A list that belongs to one row: everybody who was signed in on a device.
package struct ResourcePart: Sendable {
    package let name: String
    package let title: Localized
    package let tables: SQL
    /// The condition of the rows that belong to the row with this id.
    package let condition: @Sendable (_ id: String) -> SQL
    package let order: SQL
    /// Columns for the table are shown, the others are only in responses.
    package let columns: [ResourceColumn]
    package let empty: Localized

    /// True if the page of the row has it as a table; else it is only answered.
    package var isShown: Bool { columns.contains { $0.place == .table } }

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
