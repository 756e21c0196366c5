import Core
import Hummingbird
import Storage
import Web

/// A user as a row of lists and exports for staff.
protocol PersonLine: Sendable {
    static var header: [String] { get }

    var id: String { get }

    /// Names, addresses and answers are complete only with permission to read them; a phone never is.
    func json(for author: Author) -> JSON

    /// The cells of an export; a phone is complete only if `hasPhones` is true.
    func cells(hasPhones: Bool) -> [String]
}

extension PersonLine {
    func moment(_ moment: Timestamp?) -> JSON { JSON(moment?.description) }
}

/// The filter and the order of a list of users.
protocol PeopleQuery: Sendable {
    associatedtype Line: PersonLine

    /// The parameters of the filters, without the order and the count.
    static var filters: [RouteParameter] { get }
    /// Every order by its name, the descending one with a dash.
    static var sorts: [String] { get }
    /// The name of the list in the audit: `mall.users`.
    static var list: String { get }

    /// The tables that the conditions of the filters name.
    static var source: ResourceSource { get }

    var filter: AdminFilter { get }
    var wantsCount: Bool { get }

    init(_ query: inout AdminQuery, readsPeople: Bool)

    /// The cursor of the page after this user.
    func cursor(after line: Line) -> String

    /// The rows of one page, and one more if there is a next page; `cursor` is the id of the last user.
    func rows(limit: Int, after cursor: String?, on connection: any Connection) throws -> [Line]
}

extension PeopleQuery {
    static var parameters: [RouteParameter] {
        filters + [
            RouteParameter("sort", .choice(sorts), "The order; names and addresses need people.read."),
            RouteParameter("count", .bool, "Whether to count all of them."),
        ]
    }

    static var names: Set<String> { Set(parameters.map(\.name)) }

    /// The parameters of an export as a table (CSV).
    static var tableParameters: [RouteParameter] {
        filters + [RouteParameter("phones", .bool, "With whole phone numbers.")] + AdminExport.Form.parameters
    }

    func cursor(after line: Line) -> String { line.id }

    /// The response with a page of the list.
    static func page(
        _ query: AdminQuery,
        _ services: Services,
        _ context: StaffContext
    ) async throws -> Response {
        let (page, count) = try await read(query, services, context)
        let total: JSON = count.map { ["count": .integer($0)] } ?? [:]
        return .json(page.json { $0.json(for: context.author) }.adding(total))
    }

    /// The number of users in the search palette.
    private static var foundMax: Int { 5 }

    /// The first users that match a text; none if it is not a search.
    static func found(
        _ text: String,
        _ services: Services,
        _ context: StaffContext
    ) async throws -> [Line] {
        let limit = (name: "limit", value: String(foundMax))
        let query = AdminQuery([(name: "q", value: text), limit], names)
        do {
            return try await read(query, services, context).page.elements
        } catch let problem as Problem where problem.kind == .invalid {
            return []
        }
    }

    /// A page of the list, with the total if the query wants it.
    static func read(
        _ query: AdminQuery,
        _ services: Services,
        _ context: StaffContext
    ) async throws -> (page: AdminPage<Line>, count: Int64?) {
        try context.author.require(.readContent)
        var query = query
        let wanted = Self(&query, readsPeople: context.author.may(.readPeople))
        try await query.finish(services, context, reading: Self.list)
        let limit = query.limit
        let (lines, count) = try await services.database.read { connection in
            (
                try wanted.rows(limit: limit, after: nil, on: connection),
                wanted.wantsCount ? try wanted.count(on: connection) : nil
            )
        }
        return (AdminPage(lines, limit: limit) { wanted.cursor(after: $0) }, count)
    }

    /// A page of the list with the number of its users and of those in tabs, up to a bound, in one transaction.
    ///
    /// The parameters of tabs hold no whole number that the reader may look up only once.
    static func read(
        _ query: AdminQuery,
        tabs: [Form.Fields],
        _ services: Services,
        _ context: StaffContext
    ) async throws -> (page: AdminPage<Line>, total: BoundedCount, tabs: [BoundedCount?]) {
        try context.author.require(.readContent)
        let readsPeople = context.author.may(.readPeople)
        var query = query
        let wanted = Self(&query, readsPeople: readsPeople)
        try await query.finish(services, context, reading: Self.list)
        let others = try tabs.map { fields in
            var query = AdminQuery(fields, names)
            let other = Self(&query, readsPeople: readsPeople)
            try query.finish()
            return other
        }
        let limit = query.limit
        let (lines, total, counts) = try await services.database.read { connection in
            let counts = try Self.counts(of: others.isEmpty ? [] : [wanted] + others, on: connection)
            let total = try counts.first.flatMap { $0 } ?? wanted.boundedCount(on: connection)
            return (try wanted.rows(limit: limit, after: nil, on: connection), total, counts.dropFirst())
        }
        let page = AdminPage(lines, limit: limit) { wanted.cursor(after: $0) }
        return (page, total, Array(counts))
    }

    /// Exports the list; phones are complete only on request, which is audited (M132).
    static func table(
        _ name: String,
        of app: String,
        _ request: Request,
        _ services: Services,
        _ context: StaffContext
    ) async throws -> Response {
        try context.author.require(.readPeople)
        let names = names.union(AdminExport.Form.names).union(["phones"]).subtracting(["sort", "count"])
        var query = AdminQuery(request, names, isPaged: false)
        let form = AdminExport.Form(&query)
        let hasPhones = query.bool("phones") ?? false
        let wanted = Self(&query, readsPeople: true)
        try query.finish()
        let export = AdminExport(services: services, name: name, header: Line.header, app: app)
        let detail = wanted.filter.detail.adding(hasPhones ? ["phones": true] : [:])
        return try await export.answer(request, context, form, detail: detail) { cursor in
            let lines = try await services.database.read { connection in
                try wanted.rows(limit: Limits.exportBatch, after: cursor, on: connection)
            }
            let page = AdminPage(lines, limit: Limits.exportBatch, cursor: \.id)
            return (page.elements.map { $0.cells(hasPhones: hasPhones) }, page.next)
        }
    }
}
