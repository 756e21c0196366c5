import Core
import Hummingbird
import Storage

/// The page of a member of staff about themselves: password, sessions, tokens.
struct MePage: Sendable {
    let console: Console

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get("me") { _, context in try await show(context) }
        group.post("me/password") { request, context in try await changePassword(request, context) }
        group.post("me/sessions/{id}") { _, context in
            let id = try context.parameters.require("id")
            try await console.services.staff.endSession(id, by: context.author, address: context.address)
            return try await console.done(
                Localized("Там выполнен выход", "Signed out there"),
                to: "/me",
                context
            )
        }
    }

    private func show(_ context: ConsoleContext, problem: Problem? = nil) async throws -> Response {
        let time = console.time(context)
        let sessions = try await console.services.staff.sessions(of: context.author).map { session -> JSON in
            [
                "id": .string(session.id), "address": JSON(session.address),
                "since": .string(time.moment(session.createdAt)),
                "seen": .string(time.moment(session.lastSeenAt)),
                "is_this": .bool(session.id == context.session.id),
            ]
        }
        let staff = context.session.staff
        var page = ConsolePage("me", title: staff.name, path: "/me")
        page.context = [
            "name": .string(staff.name), "email": .string(staff.email),
            "role": .string(staff.role.title[context.language]),
            "sessions": .array(sessions),
            "open_tokens": .integer(Int64(try await console.services.staff.openTokenCount(of: staff.id))),
            "faults": problem.map { .array($0.faults.map { .string($0.detail[context.language]) }) } ?? .null,
        ]
        if let problem { page.status = problem.kind.status }
        return try await console.show(page, context)
    }

    private func changePassword(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        do {
            try await console.services.staff.changePassword(
                from: form["current"] ?? "",
                to: form["password"] ?? "",
                keeping: context.session.id,
                revokingTokens: form["revoke_tokens"] != nil,
                by: context.author,
                address: context.address
            )
        } catch let problem as Problem {
            guard problem.kind == .invalid else { throw problem }
            return try await show(context, problem: problem)
        }
        let count = try await console.services.staff.openTokenCount(of: context.session.staff.id)
        return try await console.done(
            Localized(
                "Пароль изменён." + StaffMembers.remaining(count).ru,
                "The password is changed." + StaffMembers.remaining(count).en
            ),
            to: "/me",
            context
        )
    }
}
