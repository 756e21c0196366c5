import ArgumentParser

extension AsyncParsableCommand {
    /// The name as it is typed: that of the type where the configuration gives none, `SignOut` as `sign-out`.
    ///
    /// The parser asks each of several hundred commands at every start. Its own way, `String(describing:)`, searches all
    /// that the program conforms to, and took two fifths of the time of a command.
    static var _commandName: String {
        configuration.commandName
            ?? _typeName(Self.self, qualified: false).reduce(into: "") { name, letter in
                if letter.isUppercase, !name.isEmpty { name += "-" }
                name += letter.lowercased()
            }
    }
}
