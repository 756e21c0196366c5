import ArgumentParser

extension AsyncParsableCommand {
    /// The name of the command: the type's name unless the configuration has one, such as `sign-out` for `SignOut`.
    ///
    /// The parser computes several hundred names at every start. Its own `String(describing:)` searches all
    /// conformances of the program, and takes two fifths of the time of a command.
    static var _commandName: String {
        configuration.commandName
            ?? _typeName(Self.self, qualified: false).reduce(into: "") { name, letter in
                if letter.isUppercase, !name.isEmpty { name += "-" }
                name += letter.lowercased()
            }
    }
}
