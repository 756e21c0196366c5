import Core
import Flags
import Foundation
import HTTPTypes
import Hummingbird
import Storage
import Web

/// Apps with their environments, and the keys of their clients: `/admin/api/v1/flags`.
struct FlagProjectRoutes: Sendable {
    let flags: FlagServices

    func add(to group: RouterGroup<StaffContext>) {
        group.get { _, context in try await list(context) }
        group.post { request, context in try await create(request, context) }
        group.get("{project}") { _, context in
            try context.author.require(.readFlags)
            return Response.json(try await whole(try await flags.store.project(try context.project)))
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
                try context.part("id"),
                of: try context.project,
                by: context.author,
                address: context.address
            )
            return Response(status: .noContent)
        }
    }

    private func list(_ context: StaffContext) async throws -> Response {
        try context.author.require(.readFlags)
        var items: [JSON] = []
        for project in try await flags.store.projects() { items.append(try await whole(project)) }
        return Response.items(items)
    }

    /// With the published version, and the size of the draft.
    private func whole(_ project: FlagProject) async throws -> JSON {
        let draft = try await flags.drafts.draft(FlagPlace(project))
        return project.json.merged(with: [
            "version": draft.published.json, "changes": .integer(Int64(draft.changes.count)),
        ])
    }

    private func create(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.writeSettings)
        var members = MemberReader(try await request.object())
        var new = NewFlagProject(
            id: members.string("id"),
            number: members.integer("number"),
            app: members.string("app"),
            environment: members.string("environment"),
            title: members.string("title")
        )
        let settings = members.take("settings")
        try members.finish()
        if let settings { new.settings = try FlagSettings(json: settings) }
        let project = try await flags.store.create(new, by: context.author, address: context.address)
        return .json(
            project.json,
            status: .created,
            headers: [.location: "\(request.uri.path.trimmingSlash)/\(project.id)"]
        )
    }

    private func edit(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.writeSettings)
        var members = MemberReader(try await request.object())
        let (title, change) = (members.optionalString("title"), members.take("settings"))
        try members.finish()
        let project = try await flags.store.project(try context.project)
        let settings = try change.map { change throws(Problem) in
            try FlagSettings(json: project.settings.json.merged(with: change))
        }
        let changed = try await flags.store.edit(
            project: project.id,
            title: title,
            settings: settings,
            by: context.author,
            address: context.address
        )
        return .json(try await whole(changed))
    }

    /// Only this answer has the key itself.
    private func createKey(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.writeSettings)
        var members = MemberReader(try await request.object())
        let name = members.string("name")
        try members.finish()
        let (key, secret) = try await flags.store.createKey(
            name: name,
            of: try context.project,
            by: context.author,
            address: context.address
        )
        return .secret(key.json.merged(with: ["key": .string(secret)]), status: .created)
    }

    private func addDevice(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.writeFlags)
        var members = MemberReader(try await request.object())
        let name = members.string("name")
        try members.finish()
        let (project, id) = (try context.project, try context.part("id"))
        try await flags.store.addDevice(
            id,
            name: name,
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
        get throws { try part("project") }
    }

    /// A part of the path, decoded.
    func part(_ name: String) throws -> String {
        let text = try parameters.require(name)
        return text.removingPercentEncoding ?? text
    }

    /// The template of a request: the project of its path, and a namespace.
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
    /// A list with a single page.
    static func items(_ items: [JSON]) -> Response {
        .json(["items": .array(items), "next": .null])
    }
}
