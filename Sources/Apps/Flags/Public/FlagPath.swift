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
    private static let projects = "/v1/projects/"

    /// An id or a number.
    let project: String
    let namespace: String
    let resource: Resource

    /// `path` is percent-encoded; nil if it is not a path of these APIs.
    init?(_ path: String) { self.init(path[...]) }

    /// The same, by the bytes: every fetch has such a path.
    init?(_ path: Substring) {
        let (bytes, prefix) = (path.utf8, Self.projects.utf8)
        guard bytes.count <= Self.lengthMax, bytes.starts(with: prefix) else { return nil }
        var parts: [Substring] = []
        parts.reserveCapacity(Self.partsMax)
        var rest = bytes.dropFirst(prefix.count)
        while true {
            let part = rest.prefix { $0 != UInt8(ascii: "/") }
            guard parts.count < Self.partsMax, let text = Self.text(Substring(part)) else { return nil }
            parts.append(text)
            guard part.endIndex < rest.endIndex else { break }
            rest = rest[part.endIndex...].dropFirst()
        }
        self.init(parts)
    }

    /// The decoded text; nil if it is empty, not encoded rightly, or has control characters.
    private static func text(_ part: Substring) -> Substring? {
        let text = part.utf8.contains(UInt8(ascii: "%")) ? part.percentDecoded.map { $0[...] } : part
        guard let decoded = text, !decoded.isEmpty, !decoded.utf8.contains(where: { $0 < 0x20 }) else {
            return nil
        }
        return decoded
    }

    private init(_ project: Substring, _ resource: Resource, in namespace: Substring? = nil) {
        (self.project, self.resource) = (String(project), resource)
        self.namespace = namespace.map { String($0) } ?? FlagPlace.clients
    }

    private init?(_ parts: [Substring]) {
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
        case 3 where parts[1] == "installations": self.init(parts[0], .installation(String(parts[2])))
        case 4 where parts[1] == "installations" && parts[3] == "authTokens:generate":
            self.init(parts[0], .authTokens(String(parts[2])))
        case 4...5 where parts[1] == "namespaces":
            let id = parts.count == 5 ? String(parts[4]) : nil
            guard let resource = Self.resource(parts[3], id, in: parts[2]) else { return nil }
            self.init(parts[0], resource, in: parts[2])
        case _: return nil
        }
    }

    private init?(ofProject part: Substring) {
        let (name, verb) = Self.split(part)
        switch verb {
        case nil: self.init(name, .project)
        case "testIamPermissions": self.init(name, .permissions)
        case _: return nil
        }
    }

    private init?(_ project: Substring, ofNamespace part: Substring) {
        let (name, verb) = Self.split(part)
        switch verb {
        case nil: self.init(project, .namespace, in: name)
        case "fetch": self.init(project, .fetch, in: name)
        case "streamFetchInvalidations": self.init(project, .stream, in: name)
        case _: return nil
        }
    }

    private static func resource(_ name: Substring, _ id: String?, in namespace: Substring) -> Resource? {
        switch name {
        case "experiments": .experiments(id)
        case "rollouts": .rollouts(id)
        case _ where id != nil: nil
        case "serverRemoteConfig" where namespace == FlagPlace.servers: .serverTemplate
        case _: template(name)
        }
    }

    private static func template(_ name: Substring) -> Resource? {
        switch name {
        case "remoteConfig": .template
        case "remoteConfig:listVersions": .versions
        case "remoteConfig:rollback": .rollback
        case "remoteConfig:downloadDefaults": .defaults
        case _: nil
        }
    }

    private static func split(_ part: Substring) -> (name: Substring, verb: Substring?) {
        guard let colon = part.utf8.lastIndex(of: UInt8(ascii: ":")) else { return (part, nil) }
        return (part[..<colon], part[part.utf8.index(after: colon)...])
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
