import Core
import Hummingbird
import Storage

/// The people who may come in, and the keys of programs.
struct StaffPages: Sendable {
    let console: Console

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get("system/staff") { _, context in try await staff(context) }
        group.post("system/staff") { request, context in try await create(request, context) }
        group.post("system/staff/{id}") { request, context in try await change(request, context) }
        group.get("system/keys") { _, context in try await keys(context) }
        group.post("system/keys") { request, context in try await createKey(request, context) }
        group.post("system/keys/{id}/revoke") { _, context in try await revoke(context) }
    }

    // MARK: Staff

    /// `secret` is a password that was just made; it is shown this once.
    private func staff(
        _ context: ConsoleContext,
        secret: (name: String, text: String)? = nil,
        openTokens: Int? = nil,
        problem: Problem? = nil,
        form: Form = Form([])
    ) async throws -> Response {
        let time = console.time(context)
        let members = (try await console.api(context).get("/staff")["items"]?.array ?? []).map {
            member -> JSON in
            let id = member["id"]?.string ?? ""
            let name = member["name"]?.string ?? ""
            let isActive = member["is_active"]?.bool ?? false
            return [
                "id": .string(id), "name": .string(name), "email": member["email"] ?? "",
                "initials": .string(Shell.initials(of: name)),
                "colour": .integer(Int64(Shell.colour(of: id))),
                "is_active": .bool(isActive),
                "role": .string(Role(rawValue: member["role"]?.string ?? "")?.title[context.language] ?? ""),
                "roles": roles(chosen: member["role"]?.string, context),
                "grants": grants(chosen: member["grants"]?.strings ?? [], context),
                "granted": .string(
                    Permission.titles(of: member["grants"]?.strings ?? [], in: context.language)
                ),
                "is_limited": .bool(member["role"]?.string != Role.owner.rawValue),
                "is_me": .bool(id == context.session.staff.id),
                "last": .string(
                    member["last_sign_in_at"]?.string.flatMap { Timestamp($0) }.map(time.moment)
                        ?? Localized("входов не было", "not yet")[context.language]
                ),
            ]
        }
        var page = ConsolePage(
            "staff",
            title: Localized("Сотрудники", "Staff")[context.language],
            path: "/system/staff"
        )
        page.context = [
            "members": .array(members), "new_roles": roles(chosen: form["role"] ?? "editor", context),
            "new_grants": grants(chosen: form.all("grants"), context),
            "secret": secret.map { ["name": .string($0.name), "text": .string($0.text)] } ?? .null,
            "remaining": .string(openTokens.map { Self.remaining($0)[context.language] } ?? ""),
            "email": .string(form["email"] ?? ""), "name": .string(form["name"] ?? ""),
            "faults": problem.map { .array($0.lines(in: context.language)) } ?? .null,
        ]
        if let problem { page.status = problem.kind.status }
        return try await console.show(page, context)
    }

    private func roles(chosen: String?, _ context: ConsoleContext) -> JSON {
        .array(
            Role.allCases.map { role in
                [
                    "name": .string(role.rawValue), "title": .string(role.title[context.language]),
                    "help": .string(role.help[context.language]), "is_chosen": .bool(role.rawValue == chosen),
                ]
            }
        )
    }

    /// The rights beside those of a role; `may` are those that can be given.
    private func grants(
        chosen: [String],
        _ context: ConsoleContext,
        may: [Permission] = Permission.grantable
    ) -> JSON {
        .array(
            may.map { permission in
                [
                    "name": .string(permission.rawValue),
                    "title": .string(permission.title[context.language]),
                    "is_chosen": .bool(chosen.contains(permission.rawValue)),
                ]
            }
        )
    }

    private func create(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        do {
            let made = try await console.api(context).send(
                .post,
                "/staff",
                body: [
                    "email": .string(form["email"] ?? ""), "name": .string(form["name"] ?? ""),
                    "role": .string(form["role"] ?? ""),
                    "grants": .array(form.all("grants").map { .string($0) }),
                ]
            )
            let secret = made["password"]?.string.map { (name: form["name"] ?? "", text: $0) }
            return try await staff(context, secret: secret)
        } catch let problem as Problem {
            guard problem.kind == .invalid || problem.kind == .conflict else { throw problem }
            return try await staff(context, problem: problem, form: form)
        }
    }

    private func change(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        let path = "/staff/\(try context.parameters.require("id").percentEncoded)"
        let api = console.api(context)
        let before = try await api.get(path)
        let name = before["name"]?.string ?? ""
        var body: [String: JSON] = [:]
        if let role = form["role"] { body["role"] = .string(role) }
        if form["has_grants"] != nil { body["grants"] = .array(form.all("grants").map { .string($0) }) }
        if let active = form["active"] { body["is_active"] = .bool(active == "true") }
        if let choice = form["password"] {
            let password = try Self.newPassword(console)
            let after = try await api.send(
                .patch,
                path,
                body: ["password": .string(password), "revoke_tokens": .bool(choice == "new-revoke")]
            )
            let count = after["open_tokens"]?.integer.map { Int($0) }
            return try await staff(context, secret: (name, password), openTokens: count)
        }
        try await api.send(.patch, path, body: .object(body))
        var back: [String: JSON] = [:]
        for key in body.keys { back[key] = before[key] }
        return try await console.done(
            Localized("\(name): сохранено", "\(name): saved"),
            undo: [try await api.guarded(Notice.Call("PATCH", path, .object(back)))],
            to: "/system/staff",
            context
        )
    }

    /// What is to be known behind a new password; nothing where no token is left.
    static func remaining(_ count: Int) -> Localized {
        guard count > 0 else { return Localized("", "") }
        return Localized(
            " Продолжают действовать ключи API: \(count).",
            " API keys still in force: \(count)."
        )
    }

    /// Sixteen letters and digits that cannot be taken for one another.
    private static func newPassword(_ console: Console) throws -> String {
        let signs = Array("abcdefghijkmnpqrstuvwxyz23456789")
        return String(console.services.random(16).map { signs[Int($0) % signs.count] })
    }

    // MARK: Keys

    private func keys(
        _ context: ConsoleContext,
        secret: (name: String, text: String)? = nil,
        problem: Problem? = nil
    ) async throws -> Response {
        let time = console.time(context)
        let keys = (try await console.api(context).get("/tokens")["items"]?.array ?? []).map { key -> JSON in
            func moment(_ name: String) -> String? {
                key[name]?.string.flatMap { Timestamp($0) }.map(time.moment)
            }
            return [
                "id": key["id"] ?? "", "name": key["name"] ?? "", "prefix": key["prefix"] ?? "",
                "role": .string(Role(rawValue: key["role"]?.string ?? "")?.title[context.language] ?? ""),
                "granted": .string(
                    Permission.titles(of: key["grants"]?.strings ?? [], in: context.language)
                ),
                "used": .string(moment("last_used_at") ?? Localized("ещё нет", "not yet")[context.language]),
                "expires": JSON(moment("expires_at")),
                "is_ended": .bool(key["revoked_at"]?.string != nil),
            ]
        }
        var page = ConsolePage(
            "keys-page",
            title: Localized("Ключи", "API keys")[context.language],
            path: "/system/keys"
        )
        let mine = Role.allCases.filter { context.author.permissions.isSuperset(of: $0.permissions) }
        page.context = [
            "keys": .array(keys),
            "secret": secret.map { ["name": .string($0.name), "text": .string($0.text)] } ?? .null,
            "roles": .array(
                mine.map { ["name": .string($0.rawValue), "title": .string($0.title[context.language])] }
            ),
            "grants": grants(
                chosen: [],
                context,
                may: Permission.grantable.filter { context.author.may($0) }
            ),
            "may_grant": .bool(Permission.grantable.contains { context.author.may($0) }),
            "faults": problem.map { .array($0.lines(in: context.language)) } ?? .null,
        ]
        if let problem { page.status = problem.kind.status }
        return try await console.show(page, context)
    }

    private func createKey(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        var body: [String: JSON] = ["name": .string(form["name"] ?? ""), "role": .string(form["role"] ?? "")]
        body["grants"] = .array(form.all("grants").map { .string($0) })
        if let days = form["days"].flatMap({ Int64($0) }) { body["expires_in_days"] = .integer(days) }
        do {
            let made = try await console.api(context).send(.post, "/tokens", body: .object(body))
            return try await keys(
                context,
                secret: made["token"]?.string.map { (name: form["name"] ?? "", text: $0) }
            )
        } catch let problem as Problem {
            guard problem.kind == .invalid else { throw problem }
            return try await keys(context, problem: problem)
        }
    }

    private func revoke(_ context: ConsoleContext) async throws -> Response {
        let id = try context.parameters.require("id").percentEncoded
        try await console.api(context).send(.delete, "/tokens/\(id)")
        return try await console.done(
            Localized("Ключ отозван", "The key is revoked"),
            to: "/system/keys",
            context
        )
    }
}

extension Role {
    var title: Localized {
        switch self {
        case .owner: Localized("Владелец", "Owner")
        case .editor: Localized("Редактор", "Editor")
        case .viewer: Localized("Наблюдатель", "Viewer")
        }
    }

    var help: Localized {
        switch self {
        case .owner: Localized("всё, и доступ других", "everything, and the access of others")
        case .editor: Localized("правит и публикует", "edits and publishes")
        case .viewer: Localized("только смотрит", "only looks")
        }
    }
}

extension Problem {
    /// Everything that is wrong, a line each.
    func lines(in language: Language) -> [JSON] {
        faults.isEmpty
            ? [.string(detail[language])]
            : faults.map { fault in
                let name = fault.pointer.split(separator: "/").last.map { String($0) } ?? ""
                return .string(name == "#" ? fault.detail[language] : "\(name): \(fault.detail[language])")
            }
    }
}
