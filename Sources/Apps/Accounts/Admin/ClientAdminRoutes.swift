import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// Cards of clients, with or without a login, and what they owe and are granted in each zone of the partners:
/// `/admin/api/v1/accounts/clients` (A93).
struct ClientAdminRoutes: RouteList {
    /// Partner zones of one client.
    static let partsMax = 200

    static let tag = "Accounts"

    let services: Services

    static let routes = [
        Route(
            .get,
            "accounts/clients",
            "accounts_clients",
            "Cards of clients, newest first.",
            needs: [.readContent],
            parameters: RouteParameter.paging + [
                RouteParameter(
                    "q",
                    .text(lengthMax: Limits.peopleTextLengthMax),
                    "Digits of the phone, words of the name or address."
                ),
                RouteParameter("login", .bool, "Whether somebody signs in with it."),
                RouteParameter("parts", .bool, "Whether it has data of partner zones."),
            ],
            answer: .page(of: AccountSchema.client)
        ) { call in try await Self(services: call.services).list(call.request, call.context) },
        Route(
            .get,
            "accounts/clients/{id}",
            "accounts_client",
            "A card with its partner zones.",
            needs: [.readContent],
            answer: .json("The card.", AccountSchema.client)
        ) { call in
            let id = try call.context.personID()
            let card = try await Self(services: call.services).card(id, call.context)
            try await call.services.noteLook(at: id, in: "accounts.clients", call.context)
            return .json(card)
        },
        Route(
            .post,
            "accounts/clients/{id}/parts",
            "accounts_part_add",
            "Add a partner zone.",
            needs: [.writePeople],
            body: AccountSchema.newPart,
            answer: .json("The card.", AccountSchema.client, status: 201)
        ) { call in try await Self(services: call.services).add(call.request, call.context) },
        Route(
            .get,
            part,
            "accounts_part",
            "One zone of a client.",
            needs: [.readContent],
            answer: .json("The zone.", AccountSchema.part)
        ) { call in try await Self(services: call.services).part(call.context) },
        Route(
            .put,
            part,
            "accounts_part_put",
            "Replace a partner zone.",
            needs: [.writePeople],
            headers: [OpenAPI.versionParameter],
            body: AccountSchema.newPart,
            answer: .json("The card.", AccountSchema.client)
        ) { call in try await Self(services: call.services).replace(call.request, call.context) },
        Route(
            .delete,
            part,
            "accounts_part_remove",
            "Take a partner zone away.",
            needs: [.writePeople],
            headers: [OpenAPI.versionParameter],
            answer: .json("The card.", AccountSchema.client)
        ) { call in try await Self(services: call.services).remove(call.request, call.context) },
    ]

    private static let part = "accounts/clients/{id}/parts/{part}"

    // MARK: Looking

    private func list(_ request: Request, _ context: StaffContext) async throws -> Response {
        let readsPeople = context.author.may(.readPeople)
        var query = AdminQuery(request, ["q", "login", "parts"])
        var conditions: [SQL] = []
        if let text = query.text("q", lengthMax: Limits.peopleTextLengthMax) {
            conditions.append(ClientLine.condition(text, readsPeople: readsPeople))
            if !readsPeople, let phone = AccountPhone(text) { query.lookUp("7\(phone.digits)") }
        }
        if let hasLogin = query.bool("login") {
            conditions.append(hasLogin ? "u.id IS NOT NULL" : "u.id IS NULL")
        }
        if let hasParts = query.bool("parts") {
            let any: SQL = "EXISTS (SELECT 1 FROM accounts_parts p WHERE p.client_id = c.id)"
            conditions.append(hasParts ? any : "NOT \(any)")
        }
        if let id = query.idCursor() { conditions.append("c.id < \(id)") }
        try await query.finish(services, context, reading: "accounts.clients")
        let limit = query.limit
        let condition = conditions.all
        let lines = try await services.database.read { connection in
            try connection.rows(
                """
                SELECT \(ClientLine.columns) FROM \(ClientLine.tables) WHERE \(condition)
                ORDER BY c.id DESC LIMIT \(limit + 1)
                """
            ).map(ClientLine.init)
        }
        let page = AdminPage(lines, limit: limit) { $0.client.id }
        return .json(page.json { $0.json(for: context.author) })
    }

    private func card(_ id: String, _ context: StaffContext) async throws -> JSON {
        try context.author.require(.readContent)
        let (line, parts) = try await services.database.read { connection in
            let line = try connection.rows(
                "SELECT \(ClientLine.columns) FROM \(ClientLine.tables) WHERE c.id = \(id)"
            ).first.map(ClientLine.init)
            guard let line else { throw Problem.noSuchClient }
            return (line, try connection.accountParts(of: id))
        }
        return line.json(for: context.author).adding(["parts": .array(parts.map(\.revisedJSON))])
    }

    private func part(_ context: StaffContext) async throws -> Response {
        let (id, partID) = (try context.personID(), try context.partID())
        let part = try await services.database.read { try $0.accountParts(of: id).first { $0.id == partID } }
        guard let part else { throw Problem.noSuchPart }
        return .json(part.revisedJSON)
    }

    // MARK: Changing

    private func add(_ request: Request, _ context: StaffContext) async throws -> Response {
        let id = try context.personID()
        let part = try NewPartnerAccount(await request.object())
        let random = services.random
        try await change(id, context) { act, connection in
            guard try connection.accountParts(of: id).count < Self.partsMax else {
                throw Self.tooManyParts
            }
            guard try connection.account(client: id, domain: part.domainID) == nil else {
                throw Problem.invalid([
                    Fault("#/domain_id", "такая зона у клиента уже есть", "the client has this zone already")
                ])
            }
            guard
                let made = try connection.putAccountPart(part, of: id, at: act.signature.at, random: random)
            else { throw Problem.noSuchClient }
            try act.record(.partChanged, made.id, part, on: connection)
        }
        return .json(try await card(id, context), status: .created)
    }

    private static let tooManyParts = Problem(
        .conflict,
        Localized(
            "У клиента не может быть больше \(partsMax) зон.",
            "A client can have no more than \(partsMax) zones."
        )
    )

    private func replace(_ request: Request, _ context: StaffContext) async throws -> Response {
        let (id, partID, revision) = (try context.personID(), try context.partID(), try request.version())
        let part = try NewPartnerAccount(await request.object())
        try await change(id, context) { act, connection in
            let before = try connection.lockedPart(partID, of: id, at: revision)
            let other = try connection.account(client: id, domain: part.domainID)
            guard other == nil || other == before.id else {
                throw Problem.invalid([
                    Fault("#/domain_id", "такая зона у клиента уже есть", "the client has this zone already")
                ])
            }
            guard !before.isSame(as: part) else { return }
            try connection.replacePart(partID, with: part, at: act.signature.at)
            try act.record(.partChanged, partID, part, on: connection)
        }
        return .json(try await card(id, context))
    }

    private func remove(_ request: Request, _ context: StaffContext) async throws -> Response {
        let (id, partID, revision) = (try context.personID(), try context.partID(), try request.version())
        try await change(id, context) { act, connection in
            let part = try connection.lockedPart(partID, of: id, at: revision)
            try connection.execute("DELETE FROM accounts_parts WHERE id = \(partID)")
            try act.record(.partRemoved, partID, NewPartnerAccount(part), on: connection)
        }
        return .json(try await card(id, context))
    }

    private func change(
        _ id: String,
        _ context: StaffContext,
        _ body: @escaping @Sendable (PartAct, any Connection) throws -> Void
    ) async throws {
        let act = PartAct(clientID: id, signature: context.signature(at: services.now()))
        try await services.database.write { connection in
            // Those who change the zones of one client come one after the other.
            guard try connection.execute("UPDATE accounts_clients SET search = search WHERE id = \(id)") == 1
            else { throw Problem.noSuchClient }
            try body(act, connection)
        }
    }
}

/// Who changes what a client owes, and when.
private struct PartAct: Sendable {
    let clientID: String
    let signature: AuditSignature

    func record(
        _ action: AuditAction,
        _ partID: String,
        _ part: NewPartnerAccount,
        on connection: any Connection
    ) throws {
        let name = PartnerAccount.name(part.name, of: part.domainID)
        let verb = action == .partRemoved ? Localized("убрал", "removed") : Localized("изменил", "changed")
        try connection.logAccountEvent(
            .edit,
            Localized(
                "Партнёрскую зону «\(name)» \(verb.ru) сотрудник: \(signature.author.name)",
                "Staff \(verb.en) the partner zone “\(name)”: \(signature.author.name)"
            ),
            of: try connection.account(where: "u.client_id = \(clientID)"),
            clientID: clientID,
            at: signature.at
        )
        try signature.record(
            action,
            subject: clientID,
            detail: [
                "app": "accounts", "part": .string(partID), "title": .string(name),
                "forfeit": .integer(part.forfeit), "is_banned": .bool(part.isBanned),
                "discount": .integer(part.discount),
            ],
            on: connection
        )
    }
}

extension AuditAction {
    static let partChanged = AuditAction(
        "client.part-changed",
        Localized("партнёрская зона изменена", "changed a partner zone")
    )
    static let partRemoved = AuditAction(
        "client.part-removed",
        Localized("партнёрская зона убрана", "removed a partner zone")
    )
}

extension StaffContext {
    fileprivate func partID() throws -> String {
        guard let id = Identifier.normalized(try parameters.require("part")) else { throw Problem.noSuchPart }
        return id
    }
}
