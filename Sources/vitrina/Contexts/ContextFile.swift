// In a release build with the static runtime, `stat` comes from this module.
import CDispatch
import Core
import FoundationEssentials
import Glibc

/// The contexts of one user, in a file that only this user can read.
struct ContextFile: Sendable {
    private static let sizeMax = 1 << 20

    let path: String
    private(set) var contexts: [Context] = []
    /// The name of the current context.
    private(set) var current: String?

    /// The file: `$XDG_CONFIG_HOME/vitrina/contexts.json`, else below `~/.config`; nil without a home directory.
    static func path(_ environment: [String: String]) -> String? {
        if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
            return "\(folder)/vitrina/contexts.json"
        }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return "\(home)/.config/vitrina/contexts.json"
    }

    /// Reads the file; a missing file means that there are no contexts.
    init(_ environment: [String: String]) throws(Failure) {
        guard let path = Self.path(environment) else {
            throw Self.failure(
                Localized(
                    "Где хранить контексты? HOME не задан.",
                    "Where are contexts kept? HOME is not set."
                )
            )
        }
        self.path = path
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return }
            throw Self.unreadable(path)
        }
        let handle = OpenFile(owning: file)
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw Self.unreadable(path)
        }
        guard status.st_mode & 0o077 == 0 else {
            throw Failure(
                .configuration,
                "configuration",
                Localized(
                    "Токены в \(path) могут прочитать другие.",
                    "Others can read the tokens in \(path)."
                ),
                advice: [Localized(same: "chmod 600 \(path)")]
            )
        }
        guard let bytes = try? handle.read(upTo: Self.sizeMax), let json = try? JSON(parsing: bytes),
            let members = try? json.get("contexts", as: [String: JSON].self)
        else {
            if status.st_size == 0 { return }
            throw Self.unreadable(path)
        }
        contexts = members.sorted { $0.key < $1.key }.compactMap { Context(name: $0.key, $0.value) }
        guard contexts.count == members.count else { throw Self.unreadable(path) }
        current = try? json.get("current")
    }

    subscript(name: String) -> Context? { contexts.first { $0.name == name } }

    /// Returns the context with this name; if there is none, throws and suggests the nearest name.
    func named(_ name: String) throws(Failure) -> Context {
        if let context = self[name] { return context }
        let near = contexts.map(\.name).nearest(to: name)
        throw Failure(
            .configuration,
            "no-context",
            Localized(
                "Нет контекста «\(name)»." + (near.map { " Может быть, \($0)?" } ?? ""),
                "There is no context “\(name)”." + (near.map { " Did you mean \($0)?" } ?? "")
            ),
            advice: [Localized(same: "vitrina context list")]
        )
    }

    mutating func keep(_ context: Context) {
        contexts = (contexts.filter { $0.name != context.name } + [context]).sorted { $0.name < $1.name }
    }

    mutating func remove(_ name: String) {
        contexts.removeAll { $0.name == name }
        if current == name { current = nil }
    }

    /// Sets the current context; nil means the database of the settings.
    mutating func use(_ name: String?) {
        current = name
    }

    /// Replaces the file atomically.
    func write() throws(Failure) {
        let folder = URL(filePath: path).deletingLastPathComponent()
        let parent = folder.deletingLastPathComponent()
        let temporary = "\(path).\(getpid())"
        do {
            try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
            if mkdir(folder.path, 0o700) != 0, errno != EEXIST { throw CocoaError(.fileWriteUnknown) }
            unlink(temporary)
            let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard file >= 0 else { throw CocoaError(.fileWriteNoPermission) }
            let handle = OpenFile(owning: file)
            try handle.write(json.bytes + [UInt8(ascii: "\n")])
            let isStored = withExtendedLifetime(handle) { fsync(file) == 0 }
            guard isStored, rename(temporary, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
        } catch {
            unlink(temporary)
            throw Self.failure(
                Localized("Файл \(path) не записать.", "The file \(path) cannot be written.")
            )
        }
    }

    private var json: JSON {
        let members = contexts.map { context -> (String, JSON) in
            var members: [String: JSON] = [
                "url": .string(context.url), "token": .string(context.token),
                "protected": .bool(context.isProtected),
            ]
            members["who"] = context.who.map { .string($0) }
            return (context.name, .object(members))
        }
        return [
            "current": JSON(current),
            "contexts": .object(Dictionary(members) { _, last in last }),
        ]
    }

    private static func unreadable(_ path: String) -> Failure {
        failure(Localized("Файл контекстов \(path) не прочитать.", "The file \(path) cannot be read."))
    }

    private static func failure(_ message: Localized) -> Failure {
        Failure(.configuration, "configuration", message)
    }
}

extension Context {
    fileprivate init?(name: String, _ json: JSON) {
        guard Self.isName(name), let saved = try? Saved(json: json), Self.address(saved.url) == saved.url
        else { return nil }
        self.init(
            name: name,
            url: saved.url,
            token: saved.token,
            isProtected: saved.isProtected,
            who: saved.who
        )
    }

    /// The members of a context in the file.
    private struct Saved: JSONReadable {
        let url: String
        let token: String
        let isProtected: Bool
        let who: String?

        init(json: JSON) throws(Fault) {
            url = try json.get("url")
            token = try json.get("token")
            isProtected = try json.get("protected", as: Bool?.self) ?? false
            who = try json.get("who")
        }
    }
}
