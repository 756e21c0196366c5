import Core
import HTTPTypes
import Hummingbird
import Storage

/// Apps with their environments, and who may ask for their flags: `/admin/api/v1/flags`.
struct FlagProjectRoutes: Sendable {
    let flags: FlagServices

    func add(to group: RouterGroup<StaffContext>) {
        group.get { _, context in try await list(context) }
        group.post { request, context in try await create(request, context) }
        group.get("{project}") { _, context in
            try context.author.require(.readFlags)
            return Response.json(try await flags.store.project(try context.project).json)
        }
        group.patch("{project}") { request, context in try await edit(request, context) }
        group.delete("{project}") { _, context in
            try await flags.store.delete(
                project: try context.project,
                by: context.author,
                address: context.address
            )
            return Response(status: .noContent)
        }
        group.get("{project}/keys") { _, context in
            try context.author.require(.readFlags)
            return Response.items(try await flags.store.keys(of: try context.project).map(\.json))
        }
        group.post("{project}/keys") { request, context in try await createKey(request, context) }
        group.delete("{project}/keys/{id}") { _, context in
            _ = try await flags.store.disableKey(
                try context.id,
                of: try context.project,
                by: context.author,
                address: context.address
            )
            return Response(status: .noContent)
        }
        group.get("{project}/devices") { _, context in
            try context.author.require(.readFlags)
            return Response.items(try await flags.store.devices(of: try context.project).map(\.json))
        }
        group.put("{project}/devices/{id}") { request, context in try await addDevice(request, context) }
        group.delete("{project}/devices/{id}") { _, context in
            try await flags.store.removeDevice(
                try context.id,
                of: try context.project,
                by: context.author,
                address: context.address
            )
            return Response(status: .noContent)
        }
    }

    /// Each with the version that its apps see, and how much is being worked on.
    private func list(_ context: StaffContext) async throws -> Response {
        try context.author.require(.readFlags)
        var items: [JSON] = []
        for project in try await flags.store.projects() {
            let draft = try await flags.drafts.draft(FlagPlace(project))
            items.append(
                project.json.merged(with: [
                    "version": draft.published.json,
                    "changes": .integer(Int64(draft.changes.count)),
                ])
            )
        }
        return Response.items(items)
    }

    private func create(_ request: Request, _ context: StaffContext) async throws -> Response {
        let members = FlagMembers(try await request.object())
        try members.require(among: ["id", "number", "app", "environment", "title", "settings"])
        let project = try await flags.store.create(
            NewFlagProject(
                id: try members.text("id"),
                number: members["number"]?.integer,
                app: try members.text("app"),
                environment: try members.text("environment"),
                title: try members.text("title"),
                settings: try members["settings"].map { json throws(Problem) in try FlagSettings(json: json) }
                    ?? FlagSettings()
            ),
            by: context.author,
            address: context.address
        )
        return .json(
            project.json,
            status: .created,
            headers: [.location: "\(request.uri.path.trimmingSlash)/\(project.id)"]
        )
    }

    private func edit(_ request: Request, _ context: StaffContext) async throws -> Response {
        let members = FlagMembers(try await request.object())
        try members.require(among: ["title", "settings"])
        let project = try await flags.store.project(try context.project)
        let settings = try members["settings"].map { change throws(Problem) in
            try FlagSettings(json: project.settings.json.merged(with: change))
        }
        return .json(
            try await flags.store.edit(
                project: project.id,
                title: try members.optionalText("title"),
                settings: settings,
                by: context.author,
                address: context.address
            ).json
        )
    }

    /// The key itself is told here and never again.
    private func createKey(_ request: Request, _ context: StaffContext) async throws -> Response {
        let members = FlagMembers(try await request.object())
        try members.require(among: ["name"])
        let (key, secret) = try await flags.store.createKey(
            name: try members.text("name"),
            of: try context.project,
            by: context.author,
            address: context.address
        )
        return .json(key.json.merged(with: ["key": .string(secret)]), status: .created)
    }

    private func addDevice(_ request: Request, _ context: StaffContext) async throws -> Response {
        let members = FlagMembers(try await request.object())
        try members.require(among: ["name"])
        let (project, id) = (try context.project, try context.id)
        try await flags.store.addDevice(
            id,
            name: try members.text("name"),
            of: project,
            by: context.author,
            address: context.address
        )
        let device = try await flags.store.devices(of: project).first { $0.instanceID == id }
        return .json(device?.json ?? .null)
    }
}

extension StaffContext {
    /// The id or number that the path names.
    var project: String {
        get throws { try parameters.require("project") }
    }

    /// The template that a request is about: the project of its path, and a namespace.
    func place(_ request: Request) throws -> FlagPlace {
        FlagPlace(
            project: try project,
            namespace: request.value("namespace") ?? FlagPlace.clients
        )
    }

    func flagAct(_ request: Request, allowsEmpty: Bool = false) throws -> FlagAct {
        FlagAct(
            author: author,
            description: try request.note(),
            address: address,
            allowsEmpty: allowsEmpty
        )
    }
}

extension Response {
    /// A list that has one page only.
    static func items(_ items: [JSON]) -> Response {
        .json(["items": .array(items), "next": .null])
    }
}

/// Reads the members of a body; each fault names its member.
struct FlagMembers {
    private let members: [String: JSON]

    init(_ members: [String: JSON]) {
        self.members = members
    }

    subscript(name: String) -> JSON? { members[name] }

    func require(among names: Set<String>) throws(Problem) {
        let unknown = members.keys.filter { !names.contains($0) }.sorted()
        guard unknown.isEmpty else {
            throw .invalid(
                unknown.map { Fault("#/\($0.prefix(80))", "нет такого поля", "is not a member here") }
            )
        }
    }

    func text(_ name: String) throws(Problem) -> String {
        guard let text = try optionalText(name) else {
            throw .invalid([Fault("#/\(name)", "нужно указать", "must be given")])
        }
        return text
    }

    func optionalText(_ name: String) throws(Problem) -> String? {
        guard let json = members[name], json != .null else { return nil }
        guard let text = json.string else {
            throw .invalid([Fault("#/\(name)", "должно быть строкой", "must be a string")])
        }
        return text
    }

    func moment(_ name: String) throws(Problem) -> Timestamp? {
        guard let text = try optionalText(name) else { return nil }
        guard let moment = Timestamp(text) else {
            throw .invalid([
                Fault("#/\(name)", "должно быть временем RFC 3339", "must be a time as RFC 3339 has it")
            ])
        }
        return moment
    }
}
