import ArgumentParser

/// Moves options from before the noun to after the verb: `vitrina --server URL offers list`.
///
/// The parser accepts options only after the verb.
enum ArgumentOrder {
    private static let flags: Set<String> = ["--json", "--quiet", "-q", "--wide", "--dry-run"]
    private static let options: Set<String> = [
        "--config", "--data", "--postgres", "--context", "--server", "--token-file", "--token", "--color",
        "--columns", "--confirm",
    ]

    static func placed(_ arguments: [String], under root: any ParsableCommand.Type) -> [String] {
        var early: [String] = []
        var rest = arguments[...]
        while let word = rest.first, word.hasPrefix("-") {
            let name = word.split(separator: "=", maxSplits: 1).first.map(String.init) ?? word
            if flags.contains(word) || options.contains(name) && name != word {
                early.append(rest.removeFirst())
            } else if options.contains(word), rest.count > 1 {
                early += rest.prefix(2)
                rest = rest.dropFirst(2)
            } else {
                return arguments
            }
        }
        guard !early.isEmpty, !rest.isEmpty else { return arguments }
        let path = CommandPath(rest, under: root)
        return path.words + early + rest.dropFirst(path.words.count)
    }
}

/// The words at the beginning of a command line that name a command.
struct CommandPath {
    let words: [String]
    let command: any ParsableCommand.Type

    init(_ arguments: some Sequence<String>, under root: any ParsableCommand.Type) {
        var (words, command) = ([String](), root)
        for word in arguments {
            guard let next = command.subcommands.first(where: { $0.name == word }) else { break }
            words.append(word)
            command = next
        }
        (self.words, self.command) = (words, command)
    }
}

extension ParsableCommand {
    static var name: String { configuration.commandName ?? _commandName }

    /// The subcommands of the group.
    static var subcommands: [any ParsableCommand.Type] { configuration.subcommands }
}
