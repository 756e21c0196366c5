import Core
import HTTPTypes
import Hummingbird

/// Who may come in: staff, API tokens, and the record of what they did.
struct StaffRoutes: Sendable {
    let staff: StaffStore
    let audit: AuditLog

    func add(to group: RouterGroup<StaffContext>) {
        group.group("staff")
            .get { _, context in try await list(context) }
            .post { request, context in try await create(request, context) }
            .get("{id}") { _, context in
                Response.json(try await staff.get(try context.id, by: context.author).json)
            }
            .patch("{id}") { request, context in try await change(request, context) }
        group.group("tokens")
            .get { _, context in try await tokens(context) }
            .post { request, context in try await createToken(request, context) }
            .delete("{id}") { _, context in
                try await staff.revokeToken(try context.id, by: context.author, address: context.address)
                return Response(status: .noContent)
            }
        group.get("audit") { request, context in try await entries(request, context) }
    }

    private func list(_ context: StaffContext) async throws -> Response {
        let members = try await staff.list(by: context.author)
        return .json(["items": .array(members.map(\.json)), "next": .null])
    }

    private func create(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.manageStaff)
        var members = try Members(await request.object())
        let email = members.string("email")
        let name = members.string("name")
        let role = members.role("role")
        let grants = members.optionalGrants("grants") ?? []
        let password = members.optionalString("password")
        try members.finish()
        let (member, made) = try await staff.create(
            email: email,
            name: name,
            role: role,
            grants: grants,
            password: password,
            by: context.author,
            address: context.address
        )
        guard let made else { return .json(member.json, status: .created) }
        return .secret(member.json.merged(with: ["password": .string(made)]), status: .created)
    }

    private func change(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.manageStaff)
        var members = try Members(await request.object())
        let changes = StaffChanges(
            name: members.optionalString("name"),
            role: members.optionalRole("role"),
            grants: members.optionalGrants("grants"),
            isActive: members.optionalBool("is_active"),
            password: members.optionalString("password"),
            revokesTokens: members.optionalBool("revoke_tokens") ?? false
        )
        try members.finish()
        let member = try await staff.update(
            try context.id,
            changes,
            by: context.author,
            address: context.address
        )
        guard changes.password != nil || changes.revokesTokens else { return .json(member.json) }
        // A new password shuts out who knew the old one, and nobody who has a token.
        let count = try await staff.openTokenCount(of: member.id)
        return .json(member.json.merged(with: ["open_tokens": .integer(Int64(count))]))
    }

    private func tokens(_ context: StaffContext) async throws -> Response {
        let tokens = try await staff.tokens(by: context.author)
        return .json(["items": .array(tokens.map(\.json)), "next": .null])
    }

    private func createToken(_ request: Request, _ context: StaffContext) async throws -> Response {
        var members = try Members(await request.object())
        let name = members.string("name")
        let role = members.role("role")
        let grants = members.optionalGrants("grants") ?? []
        let staffID = members.optionalString("staff_id")
        let days = members.optionalInteger(
            "expires_in_days",
            in: 1...Limits.tokenAgeMax.components.seconds / 86_400
        )
        try members.finish()
        let (token, secret) = try await staff.createToken(
            name: name,
            role: role,
            grants: grants,
            expiresInDays: days.map { Int($0) },
            for: try await owner(staffID, context),
            by: context.author,
            address: context.address
        )
        return .secret(token.json.merged(with: ["token": .string(secret)]), status: .created)
    }

    /// Who a token acts for: the one who is named, else who asks, else the first owner.
    ///
    /// The last is for the person who runs the program, who is no member of staff.
    private func owner(_ named: String?, _ context: StaffContext) async throws -> String? {
        guard named == nil, context.author.staffID == nil else { return named }
        return try await staff.list(by: context.author).filter { $0.role == .owner && $0.isActive }
            .min { $0.createdAt < $1.createdAt }?.id
    }

    private func entries(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.manageStaff)
        let (limit, cursor) = try request.page()
        let page = try await audit.list(limit: limit, cursor: cursor.map(String.init))
        return .json(["items": .array(page.entries.map(\.json)), "next": JSON(page.next)])
    }
}

/// Reads the members of a body one by one and reports every fault at once.
package struct Members {
    private let members: [String: JSON]
    private var known: Set<String> = []
    private var faults: [Fault] = []

    package init(_ members: [String: JSON]) {
        self.members = members
    }

    package mutating func string(_ name: String) -> String {
        if let string = optionalString(name) { return string }
        if members[name] == nil { faults.append(Fault("#/\(name)", "не заполнено", "is missing")) }
        return ""
    }

    package mutating func role(_ name: String) -> Role {
        if let role = optionalRole(name) { return role }
        if members[name] == nil { faults.append(Fault("#/\(name)", "не заполнено", "is missing")) }
        return .viewer
    }

    package mutating func optionalString(_ name: String) -> String? {
        optional(name, "должно быть строкой", "must be a string", \.string)
    }

    package mutating func optionalStrings(_ name: String) -> [String]? {
        optional(name, "должно быть списком строк", "must be a list of strings") { json in
            json.array.flatMap { $0.count == json.strings.count ? json.strings : nil }
        }
    }

    /// True where the member is there, and null.
    package func isNull(_ name: String) -> Bool { members[name] == .null }

    package mutating func optionalBool(_ name: String) -> Bool? {
        optional(name, "должно быть true или false", "must be true or false", \.bool)
    }

    package mutating func optionalRole(_ name: String) -> Role? {
        let names = Role.allCases.map(\.rawValue).joined(separator: ", ")
        return optional(name, "должно быть одним из: \(names)", "must be one of \(names)") { json in
            json.string.flatMap { Role(rawValue: $0) }
        }
    }

    /// Permissions that may be given beside those of a role.
    package mutating func optionalGrants(_ name: String) -> Set<Permission>? {
        let names = Permission.grantable.map(\.rawValue).joined(separator: ", ")
        return optional(name, "должно быть списком из: \(names)", "must be a list of \(names)") { json in
            guard let array = json.array else { return nil }
            let grants = array.compactMap { $0.string.flatMap { Permission(rawValue: $0) } }
            return grants.count == array.count && grants.allSatisfy(Permission.grantable.contains)
                ? Set(grants) : nil
        }
    }

    package mutating func optionalInteger(_ name: String, in range: ClosedRange<Int64>) -> Int64? {
        let (low, high) = (range.lowerBound, range.upperBound)
        return optional(name, "должно быть от \(low) до \(high)", "must be from \(low) to \(high)") { json in
            json.integer.flatMap { range.contains($0) ? $0 : nil }
        }
    }

    private mutating func optional<T>(_ name: String, _ ru: String, _ en: String, _ read: (JSON) -> T?) -> T?
    {
        known.insert(name)
        guard let json = members[name], json != .null else { return nil }
        let value = read(json)
        if value == nil { faults.append(Fault("#/\(name)", ru, en)) }
        return value
    }

    /// Throws every fault, unknown members included.
    package func finish() throws(Problem) {
        let unknown = members.keys.filter { !known.contains($0) }.sorted()
            .map { Fault("#/\($0.prefix(80))", "нет такого поля", "is not a field here") }
        guard faults.isEmpty, unknown.isEmpty else { throw .invalid(faults + unknown) }
    }
}
