import Core
import Flags
import HTTPTypes
import Web

/// A parsed path of Firebase's APIs: `/v1/projects/{p}/namespaces/{ns}:fetch` and the like.
///
/// A router cannot match verbs after a colon, so this type parses paths.
struct FlagPath: Sendable, Hashable {
    enum Resource: Sendable, Hashable {
        case project
        case permissions
        case template
        case versions
        case rollback
        case defaults
        case serverTemplate
        case namespaces
        case namespace
        /// The list, or one of its members.
        case experiments(String?)
        case rollouts(String?)
        case fetch
        case stream
        case installations
        case installation(String)
        case authTokens(String)
    }

    static let prefix = "/v1/"

    /// An id or a number.
    let project: String
    let namespace: String
    let resource: Resource

    /// `path` is percent-encoded; nil if it is not a path of these APIs.
    init?(_ path: String) {
        let prefix = "/v1/projects/"
        guard path.utf8.count <= Self.lengthMax, path.hasPrefix(prefix) else { return nil }
        var parts: [String] = []
        for part in path.dropFirst(prefix.count).split(separator: "/", omittingEmptySubsequences: false) {
            guard parts.count < Self.partsMax, let text = part.percentDecoded, !text.isEmpty,
                !text.utf8.contains(where: { $0 < 0x20 })
            else { return nil }
            parts.append(text)
        }
        self.init(parts)
    }

    private init(_ project: String, _ resource: Resource, in namespace: String = FlagPlace.clients) {
        (self.project, self.namespace, self.resource) = (project, namespace, resource)
    }

    private init?(_ parts: [String]) {
        switch parts.count {
        case 1: self.init(ofProject: parts[0])
        case 2:
            switch parts[1] {
            case "namespaces": self.init(parts[0], .namespaces)
            case "installations": self.init(parts[0], .installations)
            case let name:
                guard let resource = Self.template(name) else { return nil }
                self.init(parts[0], resource)
            }
        case 3 where parts[1] == "namespaces": self.init(parts[0], ofNamespace: parts[2])
        case 3 where parts[1] == "installations": self.init(parts[0], .installation(parts[2]))
        case 4 where parts[1] == "installations" && parts[3] == "authTokens:generate":
            self.init(parts[0], .authTokens(parts[2]))
        case 4...5 where parts[1] == "namespaces":
            guard let resource = Self.resource(parts[3], parts.count == 5 ? parts[4] : nil, in: parts[2])
            else {
                return nil
            }
            self.init(parts[0], resource, in: parts[2])
        case _: return nil
        }
    }

    private init?(ofProject part: String) {
        let (name, verb) = Self.split(part)
        switch verb {
        case nil: self.init(name, .project)
        case "testIamPermissions": self.init(name, .permissions)
        case _: return nil
        }
    }

    private init?(_ project: String, ofNamespace part: String) {
        let (name, verb) = Self.split(part)
        switch verb {
        case nil: self.init(project, .namespace, in: name)
        case "fetch": self.init(project, .fetch, in: name)
        case "streamFetchInvalidations": self.init(project, .stream, in: name)
        case _: return nil
        }
    }

    private static func resource(_ name: String, _ id: String?, in namespace: String) -> Resource? {
        switch name {
        case "experiments": .experiments(id)
        case "rollouts": .rollouts(id)
        case _ where id != nil: nil
        case "serverRemoteConfig" where namespace == FlagPlace.servers: .serverTemplate
        case _: template(name)
        }
    }

    private static func template(_ name: String) -> Resource? {
        switch name {
        case "remoteConfig": .template
        case "remoteConfig:listVersions": .versions
        case "remoteConfig:rollback": .rollback
        case "remoteConfig:downloadDefaults": .defaults
        case _: nil
        }
    }

    private static func split(_ part: String) -> (name: String, verb: String?) {
        guard let colon = part.lastIndex(of: ":") else { return (part, nil) }
        return (String(part[..<colon]), String(part[part.index(after: colon)...]))
    }

    /// The allowed methods.
    var methods: [HTTPRequest.Method] {
        switch resource {
        case .template: [.get, .put, .post]
        case .project, .versions, .defaults, .serverTemplate, .namespaces, .namespace: [.get]
        case .installation: [.delete]
        case .experiments(let id), .rollouts(let id): id == nil ? [.get] : [.get, .delete]
        case .permissions, .rollback, .fetch, .stream, .installations, .authTokens: [.post]
        }
    }

    var place: FlagPlace { FlagPlace(project: project, namespace: namespace) }

    private static let lengthMax = 2_048
    private static let partsMax = 5
}
