import Core
import Storage

/// The flags of one environment of one app: a Firebase project for clients.
package struct FlagProject: Sendable, Hashable {
    /// `[a-z][a-z0-9-]{3,29}`; some clients use the number only.
    package let id: String
    /// Twelve digits.
    package let number: Int64
    /// The app, which groups environments.
    package let app: String
    /// The kind of servers that use it: `production`, `test`.
    package let environment: String
    package let title: String
    package let settings: FlagSettings
    package let createdAt: Timestamp

    package var json: JSON {
        [
            "id": .string(id), "number": .string(String(number)), "app": .string(app),
            "environment": .string(environment), "title": .string(title), "settings": settings.json,
            "created_at": .string(createdAt.description),
        ]
    }
}

/// The settings of a whole project.
package struct FlagSettings: Sendable, Hashable {
    /// False if realtime updates are off: clients get this information and poll (R80).
    package var isRealtime = true
    /// True if a fetch must prove that its installation was registered here (remote-config.md 6.7).
    package var requiresInstallationToken = false
    /// True if another person must approve before anything is published (R98).
    package var requiresApproval = false
    /// The linked Firebase project; nil if there is none.
    package var google: GoogleLink?
    /// Members that only other tools support, which are preserved.
    package var rest: [String: JSON] = [:]

    package init() {}

    package var json: JSON {
        var members = rest
        members["realtime"] = .bool(isRealtime)
        members["require_installation_token"] = .bool(requiresInstallationToken)
        members["require_approval"] = .bool(requiresApproval)
        if let google { members["google"] = google.json }
        return .object(members)
    }

    /// Throws a fault for each invalid member; a missing one has its default.
    package init(json: JSON) throws(Problem) {
        guard let members = json.object else {
            throw .invalid([Fault("#/settings", "должны быть объектом", "must be an object")])
        }
        guard json.bytes.count <= Limits.flagSettingsSizeMax else {
            throw .invalid([Fault("#/settings", "слишком большие", "are too large")])
        }
        var faults: [Fault] = []
        func flag(_ name: String, _ standard: Bool) -> Bool {
            guard let member = members[name], member != .null else { return standard }
            if member.bool == nil {
                faults.append(
                    Fault("#/settings/\(name)", "должно быть true или false", "must be true or false")
                )
            }
            return member.bool ?? standard
        }
        isRealtime = flag("realtime", true)
        requiresInstallationToken = flag("require_installation_token", false)
        requiresApproval = flag("require_approval", false)
        if let link = members["google"], link != .null { google = GoogleLink(json: link, &faults) }
        rest = members.filter { !Self.known.contains($0.key) }
        guard faults.isEmpty else { throw .invalid(faults) }
    }

    private static let known: Set = ["realtime", "require_installation_token", "require_approval", "google"]
}

/// One template of a project: that of its apps or that of its servers.
package struct FlagPlace: Sendable, Hashable {
    /// Firebase's names of the namespaces of clients and of servers.
    package static let clients = "firebase"
    package static let servers = "firebase-server"

    /// The id of the project.
    package let project: String
    package let namespace: String

    package init(project: String, namespace: String = FlagPlace.clients) {
        (self.project, self.namespace) = (project, namespace)
    }

    package init(_ project: FlagProject, _ namespace: String = FlagPlace.clients) {
        self.init(project: project.id, namespace: namespace)
    }

    package var isForServers: Bool { namespace == Self.servers }

    func requireNamespace() throws(Problem) {
        guard isNamespace else {
            throw .notFound(Localized("Такого пространства имён нет.", "There is no such namespace."))
        }
    }

    /// True for 1 to 64 Latin letters, digits, `-` and `_`.
    package var isNamespace: Bool {
        1...Limits.flagNamespaceLengthMax ~= namespace.utf8.count
            && namespace.utf8.allSatisfy {
                48...57 ~= $0 || 65...90 ~= $0 || 97...122 ~= $0 || $0 == 45 || $0 == 95
            }
    }
}

extension FlagProject {
    static let columns: SQL = "id, number, app, environment, title, settings, created_at"

    init(_ row: Row) throws {
        id = try row.get("id")
        number = try row.get("number")
        app = try row.get("app")
        environment = try row.get("environment")
        title = try row.get("title")
        settings = try FlagSettings(json: JSON(parsing: row.get("settings", as: String.self)))
        createdAt = try row.get("created_at")
    }
}

extension FlagProject {
    /// A project as the admin API answers it.
    package struct Answer: Sendable, JSONReadable {
        package let id: String

        package init(json: JSON) throws(Fault) { id = try json.get("id") }
    }
}
