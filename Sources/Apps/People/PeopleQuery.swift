import Core
import Hummingbird
import Storage
import Web

/// A person as staff see them in a list and in a table.
protocol PersonLine: Sendable {
    static var header: [String] { get }

    var id: String { get }

    /// Names, e-mail addresses and answers are whole for those who may read them; a phone never is.
    func json(for author: Author) -> JSON

    /// The same as cells of a table; a phone is whole where it was asked for.
    func cells(hasPhones: Bool) -> [String]
}

extension PersonLine {
    func moment(_ moment: Timestamp?) -> JSON { JSON(moment?.description) }
}

/// Which people of an app staff want to see, and in which order.
protocol PeopleQuery: Sendable {
    associatedtype Line: PersonLine

    static var names: Set<String> { get }
    /// What the audit calls the list: `mall.users`.
    static var list: String { get }

    var filter: AdminFilter { get }
    var wantsCount: Bool { get }

    init(_ query: inout AdminQuery, readsPeople: Bool)

    /// The name of the page that begins after this person.
    func cursor(after line: Line) -> String

    /// Those of one page, and one more where there is another; `cursor` is the id of whoever was last.
    func rows(limit: Int, after cursor: String?, on connection: any Connection) throws -> [Line]
    func count(on connection: any Connection) throws -> Int64
}

extension PeopleQuery {
    func cursor(after line: Line) -> String { line.id }

    /// A page of the list, and how many there are in all where that is asked for.
    static func page(
        _ query: AdminQuery,
        _ services: Services,
        _ context: StaffContext
    ) async throws -> Response {
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
        let page = AdminPage(lines, limit: limit) { wanted.cursor(after: $0) }
        let total: JSON = count.map { ["count": .integer($0)] } ?? [:]
        return .json(page.json { $0.json(for: context.author) }.adding(total))
    }

    /// The same as a table; phones are whole only where somebody asks for them, which is written down (M132).
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
