import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// The people who use the app, in the admin API: `/admin/api/v1/accounts/users` (A86–A89).
struct AccountAdminRoutes: Sendable {
    let services: Services

    func add(to group: RouterGroup<StaffContext>) {
        group.get("registered") { request, context in try await registered(request, context) }
        group.group("users")
            .get { request, context in try await list(request, context) }
            .get("export") { request, context in try await export(request, context) }
            .get("{id}") { _, context in try await show(context) }
            .patch("{id}") { request, context in try await edit(request, context) }
            .post("{id}/reveal") { _, context in try await reveal(context) }
        AccountActRoutes(services: services).add(to: group)
    }

    // MARK: Looking

    private func list(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        var query = AdminQuery(request, AccountQuery.names)
        let wanted = AccountQuery(&query, readsPeople: context.author.may(.readPeople))
        try query.finish()
        return try await page(wanted, limit: query.limit, context)
    }

    /// Those who have registered between two moments: in the last seven days where none are named (A89).
    private func registered(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        var query = AdminQuery(request, AccountQuery.names)
        let readsPeople = context.author.may(.readPeople)
        let week: Duration = .seconds(7 * 86_400)
        let until = query.moment("registered_until") ?? services.now()
        let since = query.moment("registered_from") == nil ? until.advanced(by: .zero - week) : nil
        let wanted = AccountQuery(&query, readsPeople: readsPeople, since: since)
        try query.finish()
        return try await page(wanted, limit: query.limit, context)
    }

    private func page(_ wanted: AccountQuery, limit: Int, _ context: StaffContext) async throws -> Response {
        let (lines, count) = try await services.database.read { connection in
            (
                try wanted.rows(limit: limit, on: connection),
                wanted.wantsCount ? try wanted.count(on: connection) : nil
            )
        }
        let page = AdminPage(lines, limit: limit) { $0.account.id }
        var members = page.json { $0.json(for: context.author) }.object ?? [:]
        if let count { members["count"] = .integer(count) }
        return .json(.object(members))
    }

    /// Phones are whole only where somebody asks for them; whoever takes the table is written down.
    private func export(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.readPeople)
        let names = AccountQuery.names.union(AdminExport.Form.names).union(["phones"])
            .subtracting(["sort", "count"])
        var query = AdminQuery(request, names, isPaged: false)
        let form = AdminExport.Form(&query)
        let hasPhones = query.bool("phones") ?? false
        let wanted = AccountQuery(&query, readsPeople: true)
        try query.finish()
        let services = services
        let export = AdminExport(
            services: services,
            name: "accounts",
            header: AccountLine.header,
            app: "accounts"
        )
        let detail = (wanted.detail.object ?? [:]).merging(hasPhones ? ["phones": true] : [:]) { $1 }
        return try await export.answer(request, context, form, detail: .object(detail)) { cursor in
            let lines = try await services.database.read { connection in
                try wanted.rows(limit: Limits.exportBatch, after: cursor, on: connection)
            }
            let page = AdminPage(lines, limit: Limits.exportBatch) { $0.account.id }
            return (page.elements.map { $0.cells(hasPhones: hasPhones) }, page.next)
        }
    }

    private func show(_ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        return try await services.accountAnswer(try context.accountID(), context)
    }

    // MARK: Changing

    /// The whole form or a part of it, from the revision that somebody has seen (A87).
    private func edit(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.writePeople)
        // Whoever sees initials would save them over the name.
        try context.author.require(.readPeople)
        let id = try context.accountID()
        let revision = try request.version()
        let edit = try AccountEdit(await request.object())
        let language = context.language
        try await services.actOnAccount(id, context) { act, connection in
            guard act.line.revision == revision else {
                throw Problem(
                    .stale,
                    Localized(
                        "Аккаунт тем временем изменился. Посмотрите, что там теперь.",
                        "The account has changed meanwhile. Look at what it is now."
                    ),
                    current: try connection.accountRecord(id, at: act.now)?.json(for: act.author, language)
                )
            }
            try act.edit(edit, on: connection)
        }
        return try await services.accountAnswer(id, context)
    }

    /// The whole phone; whoever looks at it is written down.
    private func reveal(_ context: StaffContext) async throws -> Response {
        try context.author.require(.readPeople)
        let id = try context.accountID()
        let (now, author, address) = (services.now(), context.author, context.address)
        let phone = try await services.database.write { connection -> PhoneNumber in
            guard let line = try connection.accountLine(id) else { throw Problem.noSuchPerson }
            guard let digits = line.account.phone else {
                throw line.erasedAt == nil ? Problem.noPhoneOfAccount : Problem.erasedPerson
            }
            try AuditLog.record(
                .personRevealed,
                subject: id,
                detail: ["app": "accounts"],
                by: author,
                at: now,
                address: address,
                on: connection
            )
            return PhoneNumber(kept: "+7\(digits.prefix(10))")
        }
        // A look that leaves no trace shows nothing.
        let isShown = !WriteMode.isDryRun
        return .json([
            "id": .string(id), "phone": .string(isShown ? phone.description : phone.masked),
            "spaced": .string(isShown ? phone.spaced : phone.masked),
        ])
    }
}

extension StaffContext {
    /// The id in the path; throws where it can be nobody's.
    func accountID(_ name: String = "id") throws -> String {
        guard let id = Identifier.normalized(try parameters.require(name)) else { throw Problem.noSuchPerson }
        return id
    }
}

extension Services {
    /// Everything about an account as whoever asks may see it; the tag is the revision that a change must name.
    func accountAnswer(
        _ id: String,
        _ context: StaffContext,
        adding more: JSON = [:]
    ) async throws -> Response {
        let now = now()
        guard let record = try await database.read({ try $0.accountRecord(id, at: now) }) else {
            throw Problem.noSuchPerson
        }
        var response = Response.json(record.json(for: context.author, context.language).adding(more))
        response.headers[.eTag] = "\"\(record.line.revision)\""
        return response
    }

    /// One act of one member of staff; nothing is done to those who were erased.
    func actOnAccount(
        _ id: String,
        _ context: StaffContext,
        _ act: @escaping @Sendable (AccountAct, any Connection) throws -> Void
    ) async throws {
        try context.author.require(.writePeople)
        let (now, author, address) = (now(), context.author, context.address)
        try await database.write { connection in
            guard let line = try connection.lockedAccountLine(id) else { throw Problem.noSuchPerson }
            guard line.erasedAt == nil else { throw Problem.erasedPerson }
            try act(AccountAct(line: line, author: author, address: address, now: now), connection)
        }
    }
}

extension Problem {
    static var noPhoneOfAccount: Problem {
        Problem(.conflict, Localized("Номера нет.", "There is no phone."))
    }
}
