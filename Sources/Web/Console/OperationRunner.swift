import Core
import HTTPTypes
import Hummingbird
import NIOCore
import Storage

/// Calls the handlers of the admin API on behalf of the member of staff who is signed in to the console.
struct OperationRunner: Sendable {
    let services: Services
    let context: StaffContext

    private var routes: [Route] {
        (OpenAPI.lists + services.modules.flatMap(\.routes)).flatMap { $0.routes }
    }

    /// Runs a call of an undo, unless somebody has changed the object since.
    func run(_ call: FlashMessage.Call) async throws {
        if let expected = call.expected {
            let now = try await members(expected.members.keys, of: expected.subject)
            guard now == expected.members else {
                throw Problem(
                    .stale,
                    Localized("С тех пор это уже изменили.", "Somebody has changed this since.")
                )
            }
        }
        switch call.target {
        // Entries are changed by the caller.
        case .contents: return
        case .operation(let operation): try await run(operation, call.body, version: call.version)
        case .action(let name, let row): try await perform(name, on: row, call.body)
        }
    }

    /// The current values of members; null for those that are absent.
    func members(
        _ names: some Sequence<String>,
        of subject: FlashMessage.Expected.Subject
    ) async throws -> [String: JSON] {
        let now: JSON
        switch subject {
        case .answer(let operation): now = try await answer(route(operation.name), operation.parts)
        case .row(let row): now = try await json(row)
        }
        return Dictionary(names.map { ($0, now.member($0)) }) { first, _ in first }
    }

    // MARK: Operations

    private func route(_ name: String) throws -> Route {
        guard let route = routes.first(where: { $0.name == name }) else { throw Self.missing }
        return route
    }

    private func run(_ operation: FlashMessage.Operation, _ body: JSON?, version: Int64?) async throws {
        let route = try route(operation.name)
        do {
            _ = try await answer(route, operation.parts, body, version: version)
        } catch let problem as Problem where problem.kind == .unconditional {
            // The operation needs a revision, and the undo applies whatever the current one is.
            guard let reading = routes.first(where: { $0.path == route.path && $0.method == .get }) else {
                throw problem
            }
            let now = try ChangedObject(json: await answer(reading, operation.parts))
            let version = now.revision ?? now.version ?? 0
            _ = try await answer(route, operation.parts, body, version: version)
        }
    }

    /// The response of the handler; null if it has no body.
    private func answer(
        _ route: Route,
        _ parts: [String: String],
        _ body: JSON? = nil,
        version: Int64? = nil
    ) async throws -> JSON {
        var headers: HTTPFields = [:]
        if let version { headers[.ifMatch] = "\"\(version)\"" }
        let head = HTTPRequest(
            method: route.method,
            scheme: nil,
            authority: nil,
            path: "/",
            headerFields: headers
        )
        let bytes = ByteBuffer(bytes: body.map { $0.bytes } ?? [])
        var context = context
        // Handlers expect parameters percent-encoded, as in a path.
        context.coreContext.parameters = Parameters(
            parts.map { (key: $0.key[...], value: $0.value.percentEncoded[...]) }
        )
        let call = try RouteCall(
            route,
            Request(head: head, body: RequestBody(buffer: bytes)),
            context,
            services
        )
        let answer: [UInt8]
        do {
            answer = try await route.handle(call).body.collected()
        } catch let error as any ProblemConvertible {
            throw error.problem
        }
        return answer.isEmpty ? .null : try JSON(parsing: answer)
    }

    // MARK: Lists

    private func resource(_ list: String) throws -> Resource {
        for resource in services.resources {
            if let named = resource.named(list) { return named }
        }
        throw Self.missing
    }

    private func json(_ row: FlashMessage.Row) async throws -> JSON {
        let resource = try resource(row.list)
        let reader = ResourceReader(resource, for: context.author, in: context.language)
        return resource.json(try await reader.row(row.id, services, context))
    }

    private func perform(_ name: String, on row: FlashMessage.Row, _ body: JSON?) async throws {
        let resource = try resource(row.list)
        guard let action = resource.actions.first(where: { $0.name == name }) else { throw Self.missing }
        _ = try await resource.perform(action, on: row.id, body?.object ?? [:], note: nil, services, context)
    }

    private static let missing = Problem.notFound(
        Localized("Такого действия больше нет.", "There is no such operation any more.")
    )
}

extension Console {
    func operations(_ context: ConsoleContext) -> OperationRunner {
        OperationRunner(services: services, context: context.staff)
    }
}

/// The revision of an object, under either of its names.
private struct ChangedObject: JSONReadable {
    let revision: Int64?
    let version: Int64?

    init(json: JSON) throws(Fault) {
        revision = try json.get("revision")
        version = try json.get("version")
    }
}

extension JSON {
    /// A member of this object; in the settings, which are a list of names and values, the value of that name.
    fileprivate func member(_ name: String) -> JSON {
        if let value = self[name] { return value }
        let settings = try? Page<DecidedSetting.Answer>(json: self)
        return settings?.elements.first { $0.name == name }?.value ?? .null
    }
}

extension ResponseBody {
    /// The whole body; only for responses of this program, whose size is known.
    func collected() async throws -> [UInt8] {
        let collector = Collector()
        try await write(collector)
        return collector.bytes.value
    }
}
