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
            .get { request, context in
                try await UserQuery.page(AdminQuery(request, UserQuery.names), services, context)
            }
            .get("export") { request, context in
                try await UserQuery.table("users", of: "mall", request, services, context)
            }
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

    private func survey(_ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        let now = services.now()
        let summary = try await services.database.read { try $0.surveySummary(at: now) }
        return .json(summary.json)
    }

    private func show(_ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        let id = try context.personID()
        let answer = try await answer(id, context)
        try await services.noteLook(at: id, in: UserQuery.list, context)
        return answer
    }

    private func entries(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        let (limit, cursor) = try request.page()
        let id = try context.personID()
        let entries = try await services.database.read { connection in
            guard try connection.mallUser(id) != nil else { throw Problem.noSuchPerson }
            return try connection.pointsEntries(of: id, before: cursor ?? .max, limit: limit + 1)
        }
        let page = AdminPage(entries, limit: limit) { String($0.number) }
        return .json(page.json { $0.json(for: context.author, context.language) })
    }

    /// Everything about a person as whoever asks may see it; the tag is the revision that a change must name.
    private func answer(_ id: String, _ context: StaffContext) async throws -> Response {
        guard let record = try await services.database.read({ try $0.userRecord(id) }) else {
            throw Problem.noSuchPerson
        }
        var response = Response.json(record.json(for: context.author, context.language))
        if context.author.may(.readPeople) { response.headers[.eTag] = "\"\(record.line.user.revision)\"" }
        return response
    }

    // MARK: Changing

    /// Every change answers the person as they are now.
    private func change(
        _ context: StaffContext,
        _ act: @escaping @Sendable (UserAct, any Connection) throws -> Void
    ) async throws -> Response {
        try context.author.require(.writePeople)
        let id = try context.personID()
        let signature = context.signature(at: services.now())
        try await services.database.write { connection in
            guard try connection.lockMallUser(id), let user = try connection.mallUser(id) else {
                throw Problem.noSuchPerson
            }
            guard user.erasedAt == nil else { throw Problem.erasedPerson }
            try act(UserAct(user: user, signature: signature), connection)
        }
        return try await answer(id, context)
    }

    /// From the revision that somebody has seen.
    private func edit(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.writePeople)
        // Whoever sees initials would save them over the name.
        try context.author.require(.readPeople)
        let revision = try request.version()
        var members = MemberReader(try await request.object())
        let (name, email) = (members.optionalString("name"), members.optionalString("email"))
        try members.finish()
        let edit = try UserEdit(name: name, email: email)
        let language = context.language
        return try await change(context) { act, connection in
            guard revision == nil || act.user.revision == revision else {
                throw Problem(
                    .stale,
                    Localized(
                        "Профиль тем временем изменился. Посмотрите, что там теперь.",
                        "The profile has changed meanwhile. Look at what it is now."
                    ),
                    current: try connection.userRecord(act.user.id)?.json(
                        for: act.signature.author,
                        language
                    )
                )
            }
            try act.edit(edit, on: connection)
        }
    }

    private func block(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.writePeople)
        let reason = try await request.blockReason()
        return try await change(context) { try $0.block(reason, on: $1) }
    }

    /// The last digits of the phone show that it is this person who is meant.
    private func erase(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.writePeople)
        var members = MemberReader(try await request.object())
        let digits = members.string("digits").filter { $0.isASCII && $0.isNumber }
        try members.finish()
        // Nor does a trial of it tell more of a number than its mask.
        let mayBeAsked =
            context.author.may(.readPeople) || digits.count <= PhoneNumber.shownDigitsCount
        return try await change(context) { act, connection in
            guard digits.count >= 2, mayBeAsked, act.user.phone?.description.hasSuffix(digits) == true else {
                throw Problem.invalid([
                    Fault("#/digits", "не совпадает с концом номера", "is not how the phone ends")
                ])
            }
            try act.erase(on: connection)
        }
    }

    private func reveal(_ context: StaffContext) async throws -> Response {
        let id = try context.personID()
        return try await services.reveal(id, context) { connection in
            guard let user = try connection.mallUser(id) else { throw Problem.noSuchPerson }
            guard let phone = user.phone else { throw Problem.erasedPerson }
            return phone
        }
    }
}
