import Core
import Flags
import HTTPTypes
import Hummingbird
import Web

/// Firebase's management API of templates, their versions and namespaces (remote-config.md 3.1).
struct ManagementRoutes: Sendable {
    let services: Services
    let clients: Clients

    var store: FlagStore { services.flags.store }

    func answer(_ path: FlagPath, _ request: Request, _ context: WebContext) async throws -> Response {
        let author = try await author(of: request, context)
        let isPublishing = request.method != .get && request.method != .head
        try author.require(isPublishing ? .publishFlags : .readFlags)
        let project = try await store.project(path.project)
        let ask = Ask(
            project: project,
            place: FlagPlace(project, path.namespace),
            author: author,
            address: context.address,
            query: FlagQuery(request)
        )
        guard ask.place.isNamespace else { throw Problem.noNamespace }
        switch path.resource {
        case .template: return isPublishing ? try await put(ask, request) : try await get(ask)
        case .versions: return try await list(ask)
        case .rollback: return try await rollback(ask, request)
        case .defaults: return try await defaults(ask)
        case .serverTemplate: return try await serverTemplate(ask)
        case .namespaces: return try await namespaces(ask)
        case .namespace: return .json(Self.namespace(path.namespace, of: project))
        case .experiments(let id): return try await list("experiments", id)
        case .rollouts(let id): return try await list("rollouts", id)
        case .project, .permissions, .fetch, .stream, .installations, .installation, .authTokens:
            throw Problem.noNamespace
        }
    }

    /// A parsed request: the template and the author.
    struct Ask: Sendable {
        let project: FlagProject
        let place: FlagPlace
        let author: Author
        let address: String
        let query: FlagQuery

        func etag(_ version: Int64) -> String { "etag-\(project.number)-\(version)" }
    }

    /// The author of a staff token; a session is not accepted, because any page could use it (R30).
    func author(of request: Request, _ context: WebContext) async throws -> Author {
        if let author = context.author { return author }
        guard let header = request.headers[.authorization], header.lowercased().hasPrefix("bearer ") else {
            throw Problem.noStaff
        }
        let token = String(header.dropFirst(7))
        if token == Emulator.token, Emulator.isOpen(to: request, context, services.settings) {
            return Emulator.author
        }
        try await clients.count(context.address, request.headers, in: "staff") {
            try await services.staff.author(forToken: token)?.staffID
        }
        guard let author = try await services.staff.author(forToken: token) else { throw Problem.noStaff }
        return author
    }

    // MARK: Templates

    private func get(_ ask: Ask) async throws -> Response {
        let version =
            if let text = ask.query["versionNumber", "version_number"] {
                try await store.version(try number(text, "versionNumber"), ask.place)
            } else {
                try await store.current(ask.place)
            }
        return .json(version.wireJSON, headers: [.eTag: ask.etag(version.number)])
    }

    private func put(_ ask: Ask, _ request: Request) async throws -> Response {
        // A missing body must not publish an empty template, even if `If-Match` forces.
        let json = try await FlagBody.strict(request, max: Limits.flagTemplateSizeMax, isNeeded: true)
        let expected = ask.expectation(request.headers[.ifMatch])
        let template = try FlagTemplate.parsing(json)
        let act = FlagAct(
            author: ask.author,
            description: json["version"]?["description"]?.string,
            address: ask.address,
            // A forced publication, or `allowEmpty`, may remove all flags (R115).
            allowsEmpty: expected == .any || ask.query["allowEmpty"] == "true"
        )
        if try ask.query.isTrue("validateOnly", "validate_only") {
            let sheet = try await store.validate(template, at: ask.place, expecting: expected, as: act)
            return .json(sheet.template.json, headers: [.eTag: ask.etag(0)])
        }
        let version = try await store.publish(template, at: ask.place, expecting: expected, as: act)
        return .json(version.wireJSON, headers: [.eTag: ask.etag(version.number)])
    }

    func number(_ text: String, _ name: String) throws(Problem) -> Int64 {
        guard let number = Int64(text), number > 0 else {
            throw .invalid([
                Fault("#/\(name)", "должно быть номером версии", "must be the number of a version")
            ])
        }
        return number
    }
}

extension ManagementRoutes.Ask {
    /// The version in `If-Match`; anything but an entity tag of this project is a mismatch (R22).
    fileprivate func expectation(_ header: String?) -> FlagExpectation {
        guard let tag = header?.trimmingQuotes else { return .version(-1) }
        if tag == "*" { return .any }
        let prefix = "etag-\(project.number)-"
        guard tag.hasPrefix(prefix), let number = Int64(tag.dropFirst(prefix.count)), number >= 0 else {
            return .version(-1)
        }
        return .version(number)
    }
}

extension FlagVersion {
    /// The template with its `version` (remote-config.md 4.1).
    var wireJSON: JSON {
        var members = template.json.object ?? [:]
        members["version"] = info.wireJSON
        return .object(members)
    }
}

extension FlagVersion.Info {
    /// Omits an empty author: the Admin SDKs reject an empty text (R9).
    var wireJSON: JSON {
        guard author.isEmpty else { return wire }
        return wire.merged(with: ["updateUser": ["name": nil]])
    }
}

extension Problem {
    static let noStaff = Problem(.unauthenticated, Localized("Нужен токен сотрудника.", "A token is needed."))
    static let noNamespace = Problem.notFound(
        Localized("Такого пространства имён нет.", "There is no such namespace.")
    )
}
