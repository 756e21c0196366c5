import Core

extension Configuration {
    /// The target of a command.
    enum Place: Sendable {
        /// The database or server of the settings.
        case settings
        /// The database, even if the settings name a server.
        case database
        case context(Context)
    }

    /// Returns the target, in order of precedence: flags, environment, file, the current context.
    ///
    /// The URL and the token of a context belong together: its token is never sent to another URL.
    static func place(
        flags: [Setting: String],
        environment: [String: String],
        hasServerInFile: Bool,
        context: String?
    ) throws(Failure) -> Place {
        if flags[.server] != nil { return .settings }
        if let context { return try named(context, environment) }
        if environment[Setting.server.environmentName]?.isEmpty == false { return .settings }
        if let context = environment["VITRINA_CONTEXT"], !context.isEmpty {
            return try named(context, environment)
        }
        // A database on the command line takes precedence over a context.
        if hasServerInFile || flags[.data] != nil || flags[.postgres] != nil { return .settings }
        guard ContextFile.path(environment) != nil else { return .settings }
        let file = try ContextFile(environment)
        guard let current = file.current else { return .settings }
        return .context(try file.named(current))
    }

    private static func named(_ name: String, _ environment: [String: String]) throws(Failure) -> Place {
        if name == Context.noneName { return .database }
        return .context(try ContextFile(environment).named(name))
    }

    /// Returns the entries with the server and the token of the target; a token on the command line is not replaced.
    static func entries(_ entries: [Entry], at place: Place, flags: [Setting: String]) -> [Entry] {
        switch place {
        case .settings: return entries
        case .database: return entries.filter { $0.setting != .server && $0.setting != .token }
        case .context(let context):
            return Setting.allCases.compactMap { setting in
                let entry = entries.first { $0.setting == setting }
                let origin = Origin.context(context.name)
                switch setting {
                case .server: return Entry(setting: setting, text: context.url, origin: origin)
                case .token where flags[.token] == nil:
                    return Entry(setting: setting, text: context.token, origin: origin)
                case _: return entry
                }
            }
        }
    }
}
