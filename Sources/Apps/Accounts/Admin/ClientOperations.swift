import Core
import Storage
import Web

/// Operations of staff on clients and their partner zones (A93), for the admin API and the console.
struct ClientOperations: Sendable {
    /// The number of partner zones of one client.
    static let partsMax = 200
    /// The name of the list in the audit.
    private static let list = "accounts.clients"
    /// The parameters of the filters.
    static let filters: Set = ["q", "login", "parts"]

    private let services: Services
    private let context: StaffContext

    init(_ services: Services, _ context: StaffContext) {
        (self.services, self.context) = (services, context)
    }

    // MARK: Reading

    /// A page of the list, newest first.
    func page(_ query: AdminQuery) async throws -> AdminPage<ClientLine> {
        try context.author.require(.readContent)
        let readsPeople = context.author.may(.readPeople)
        var query = query
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
        try await query.finish(services, context, reading: Self.list)
        let (limit, condition) = (query.limit, conditions.all)
        let lines = try await services.database.read { connection in
            try connection.rows(
                """
                SELECT \(ClientLine.columns) FROM \(ClientLine.tables) WHERE \(condition)
                ORDER BY c.id DESC LIMIT \(limit + 1)
                """
            ).map(ClientLine.init)
        }
        return AdminPage(lines, limit: limit) { $0.client.id }
    }

    /// A client with the partner zones; the view is audited.
    func look(_ id: String) async throws -> ClientRecord {
        let record = try await record(id)
        try await services.noteLook(at: record.line.client.id, in: Self.list, context)
        return record
    }

    /// A client with the partner zones.
    func record(_ id: String) async throws -> ClientRecord {
        try context.author.require(.readContent)
        let id = try Identifier.ofPerson(id)
        return try await services.database.read { connection in
            let line = try connection.rows(
                "SELECT \(ClientLine.columns) FROM \(ClientLine.tables) WHERE c.id = \(id)"
            ).first.map(ClientLine.init)
            guard let line else { throw Problem.noSuchClient }
            return ClientRecord(line: line, parts: try connection.accountParts(of: id))
        }
    }

    func part(_ partID: String, of id: String) async throws -> PartnerAccount {
        try context.author.require(.readContent)
        let (id, partID) = (try Identifier.ofPerson(id), try Self.partID(partID))
        let part = try await services.database.read { try $0.accountParts(of: id).first { $0.id == partID } }
        guard let part else { throw Problem.noSuchPart }
        return part
    }

    /// The id of a zone; throws if the text cannot be one.
    static func partID(_ text: String) throws(Problem) -> String {
        guard let id = Identifier.normalized(text) else { throw .noSuchPart }
        return id
    }

    // MARK: Changing

    func add(_ part: NewPartnerAccount, to id: String) async throws -> PartnerAccount {
        let (id, random) = (try Identifier.ofPerson(id), services.random)
        return try await change(id) { act, connection in
            guard try connection.accountParts(of: id).count < Self.partsMax else {
                throw Problem.tooManyParts
            }
            guard try connection.account(client: id, domain: part.domainID) == nil else {
                throw Problem.zoneTaken
            }
            guard
                let made = try connection.putAccountPart(part, of: id, at: act.signature.at, random: random)
            else { throw Problem.noSuchClient }
            try act.record(.partChanged, made.id, part, on: connection)
            return made
        }
    }

    /// Replaces the zone at `revision`, or at any if it is nil.
    func replace(
        _ partID: String,
        of id: String,
        with part: NewPartnerAccount,
        revision: Int64?
    ) async throws {
        let (id, partID) = (try Identifier.ofPerson(id), try Self.partID(partID))
        try await change(id) { act, connection in
            let before = try connection.lockedPart(partID, of: id, at: revision)
            let other = try connection.account(client: id, domain: part.domainID)
            guard other == nil || other == before.id else { throw Problem.zoneTaken }
            guard !before.isSame(as: part) else { return }
            try connection.replacePart(partID, with: part, at: act.signature.at)
            try act.record(.partChanged, partID, part, on: connection)
        }
    }

    /// Removes the zone at `revision`, or at any if it is nil.
    func remove(_ partID: String, of id: String, revision: Int64?) async throws {
        let (id, partID) = (try Identifier.ofPerson(id), try Self.partID(partID))
        try await change(id) { act, connection in
            let part = try connection.lockedPart(partID, of: id, at: revision)
            try connection.send("DELETE FROM accounts_parts WHERE id = \(partID)")
            try act.record(.partRemoved, partID, NewPartnerAccount(part), on: connection)
        }
    }

    private func change<R: Sendable>(
        _ id: String,
        _ body: @escaping @Sendable (PartAct, any Connection) throws -> R
    ) async throws -> R {
        try context.author.require(.writePeople)
        let act = PartAct(clientID: id, signature: context.signature(at: services.now()))
        return try await services.database.write { connection in
            // Serializes changes of the zones of one client.
            guard try connection.execute("UPDATE accounts_clients SET search = search WHERE id = \(id)") == 1
            else { throw Problem.noSuchClient }
            return try body(act, connection)
        }
    }
}

/// The full record of one client for staff.
struct ClientRecord: Sendable {
    let line: ClientLine
    let parts: [PartnerAccount]

    func json(for author: Author) -> JSON {
        line.json(for: author).adding(["parts": .array(parts.map(\.revisedJSON))])
    }
}

extension Problem {
    fileprivate static var noSuchClient: Problem {
        .notFound(Localized("Такого клиента нет.", "There is no such client."))
    }
    static var noSuchPart: Problem {
        .notFound(Localized("Такой зоны у клиента нет.", "The client has no such zone."))
    }
    fileprivate static let tooManyParts = Problem(
        .conflict,
        Localized(
            "У клиента не может быть больше \(ClientOperations.partsMax) зон.",
            "A client can have no more than \(ClientOperations.partsMax) zones."
        )
    )
    fileprivate static var zoneTaken: Problem {
        .invalid([
            Fault("#/domain_id", "такая зона у клиента уже есть", "the client has this zone already")
        ])
    }
}
