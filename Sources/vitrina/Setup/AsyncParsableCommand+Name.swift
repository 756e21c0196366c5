import ArgumentParser

extension AsyncParsableCommand {
    /// The name of the command: that of its type unless the configuration has one, `SignOut` as `sign-out`.
    ///
    /// The parser computes several hundred names at every start. Its own `String(describing:)` searches all
    /// conformances of the program, and took two fifths of the time of a command.
    static var _commandName: String {
        configuration.commandName
            ?? _typeName(Self.self, qualified: false).reduce(into: "") { name, letter in
                if letter.isUppercase, !name.isEmpty { name += "-" }
                name += letter.lowercased()
            }
    }
}
