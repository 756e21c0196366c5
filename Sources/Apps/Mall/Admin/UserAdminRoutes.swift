import Core
import Hummingbird
import Storage
import Web

/// The people who use the app, in the admin API: `/admin/api/v1/mall/users`.
struct UserAdminRoutes: Sendable {
    let services: Services

    func add(to group: RouterGroup<StaffContext>) {
        group.get("survey") { _, context in try await survey(context) }
        group.group("users")
            .get { request, context in try await list(request, context) }
            .get("export") { request, context in try await export(request, context) }
            .get("{id}") { _, context in try await show(context) }
            .get("{id}/entries") { request, context in try await entries(request, context) }
            .patch("{id}") { request, context in try await edit(request, context) }
            .post("{id}/block") { request, context in try await block(request, context) }
            .post("{id}/unblock") { _, context in
                try await change(context) { try $0.unblock(on: $1) }
            }
            .post("{id}/sign-out") { _, context in
                try await change(context) { try $0.signOut(on: $1) }
            }
            .post("{id}/erase") { request, context in try await erase(request, context) }
            .post("{id}/reveal") { _, context in try await reveal(context) }
    }

    // MARK: Looking

    private func list(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        var query = AdminQuery(request, UserQuery.names)
        let wanted = UserQuery(&query, readsPeople: context.author.may(.readPeople))
        try query.finish()
        let limit = query.limit
        let (lines, count) = try await services.database.read { connection in
            (
                try wanted.rows(limit: limit, on: connection),
                wanted.wantsCount ? try wanted.count(on: connection) : nil
            )
        }
        let page = AdminPage(lines, limit: limit) { wanted.cursor(after: $0) }
        var members = page.json { $0.json(for: context.author) }.object ?? [:]
        if let count { members["count"] = .integer(count) }
        return .json(.object(members))
    }

    /// Phones are whole only where somebody asks for them, which is written down (M132).
    private func export(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.readPeople)
        let names = UserQuery.names.union(AdminExport.Form.names).union(["phones"]).subtracting([
            "sort", "count",
        ])
        var query = AdminQuery(request, names, isPaged: false)
        let form = AdminExport.Form(&query)
        let hasPhones = query.bool("phones") ?? false
        let wanted = UserQuery(&query, readsPeople: true)
        try query.finish()
        let services = services
        let export = AdminExport(services: services, name: "users", header: UserLine.header)
        let detail = (wanted.detail.object ?? [:]).merging(hasPhones ? ["phones": true] : [:]) { $1 }
        return try await export.answer(request, context, form, detail: .object(detail)) { cursor in
            let lines = try await services.database.read { connection in
                try wanted.rows(limit: Limits.exportBatch, after: cursor, on: connection)
            }
            let page = AdminPage(lines, limit: Limits.exportBatch) { $0.user.id }
            return (page.elements.map { $0.cells(hasPhones: hasPhones) }, page.next)
        }
    }

    private func survey(_ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        let now = services.now()
        let summary = try await services.database.read { try $0.surveySummary(at: now) }
        return .json(summary.json)
    }

    private func show(_ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        return .json(try await record(try id(context), context))
    }

    private func entries(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        let (limit, cursor) = try request.page()
        let id = try id(context)
        let entries = try await services.database.read { connection in
            guard try connection.mallUser(id) != nil else { throw Problem.noSuchPerson }
            return try connection.pointsEntries(of: id, before: cursor ?? .max, limit: limit + 1)
        }
        let page = AdminPage(entries, limit: limit) { String($0.number) }
        return .json(page.json { $0.json(for: context.author, context.language) })
    }

    private func record(_ id: String, _ context: StaffContext) async throws -> JSON {
        guard let record = try await services.database.read({ try $0.userRecord(id) }) else {
            throw Problem.noSuchPerson
        }
        return record.json(for: context.author, context.language)
    }

    private func id(_ context: StaffContext) throws -> String {
        guard let id = Identifier.normalized(try context.id) else { throw Problem.noSuchPerson }
        return id
    }

    // MARK: Changing

    /// Every change answers the person as they are now.
    private func change(
        _ context: StaffContext,
        _ act: @escaping @Sendable (UserAct, any Connection) throws -> Void
    ) async throws -> Response {
        try context.author.require(.writePeople)
        let id = try id(context)
        let (now, author, address) = (services.now(), context.author, context.address)
        try await services.database.write { connection in
            guard try connection.lockMallUser(id), let user = try connection.mallUser(id) else {
                throw Problem.noSuchPerson
            }
            guard user.erasedAt == nil else { throw Problem.erasedPerson }
            try act(UserAct(user: user, author: author, address: address, now: now), connection)
        }
        return .json(try await record(id, context))
    }

    private func edit(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.writePeople)
        var members = try Members(await request.object())
        let (name, email) = (members.optionalString("name"), members.optionalString("email"))
        try members.finish()
        let edit = try UserEdit(name: name, email: email)
        return try await change(context) { try $0.edit(edit, on: $1) }
    }

    private func block(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.writePeople)
        var members = try Members(await request.object())
        let reason = members.string("reason").trimmingSpaces
        try members.finish()
        guard reason.isLine(lengthMax: Limits.blockReasonLengthMax) else {
            throw Problem.invalid([.line("reason", lengthMax: Limits.blockReasonLengthMax)])
        }
        return try await change(context) { try $0.block(reason, on: $1) }
    }

    /// The last digits of the phone show that it is this person who is meant.
    private func erase(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.writePeople)
        var members = try Members(await request.object())
        let digits = members.string("digits").filter { $0.isASCII && $0.isNumber }
        try members.finish()
        // Nor does a trial of it tell more of a number than its mask.
        let mayBeAsked = PhoneSearch.mayBeAsked(digits, readsPeople: context.author.may(.readPeople))
        return try await change(context) { act, connection in
            guard digits.count >= 2, mayBeAsked, act.user.phone?.description.hasSuffix(digits) == true else {
                throw Problem.invalid([
                    Fault("#/digits", "не совпадает с концом номера", "is not how the phone ends")
                ])
            }
            try act.erase(on: connection)
        }
    }

    /// The whole phone; whoever looks at it is written down.
    private func reveal(_ context: StaffContext) async throws -> Response {
        try context.author.require(.readPeople)
        let id = try id(context)
        let (now, author, address) = (services.now(), context.author, context.address)
        let phone = try await services.database.write { connection -> PhoneNumber in
            guard let user = try connection.mallUser(id) else { throw Problem.noSuchPerson }
            guard let phone = user.phone else { throw Problem.erasedPerson }
            try AuditLog.record(
                .personRevealed,
                subject: id,
                by: author,
                at: now,
                address: address,
                on: connection
            )
            return phone
        }
        // A look that leaves no trace shows nothing.
        let isShown = !WriteMode.isDryRun
        return .json([
            "id": .string(id), "phone": .string(isShown ? phone.description : phone.masked),
            "spaced": .string(isShown ? phone.spaced : phone.masked),
        ])
    }
}

extension Problem {
    static var noSuchPerson: Problem {
        .notFound(Localized("Такого пользователя нет.", "There is no such person."))
    }

    static var erasedPerson: Problem {
        Problem(
            .conflict,
            Localized("Данные этого пользователя стёрты.", "This person has been erased.")
        )
    }
}
