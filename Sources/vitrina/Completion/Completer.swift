import ArgumentParser
import Core
import Glibc

/// Completes the last word of a command line.
struct Completer {
    private typealias Candidate = (value: String, title: String)

    let shell: Completion.Shell
    /// The words after the name of the program.
    private let words: [String]
    private let program: String

    init(shell: Completion.Shell, words: [String]) {
        self.shell = shell
        program = words.first ?? "vitrina"
        self.words = Array(words.dropFirst())
    }

    private var typed: String { words.last ?? "" }

    /// One candidate per line, with its title after a tab if the shell shows it; or one directive for files.
    func lines() async -> [String] {
        let before = ArgumentOrder.placed(Array(words.dropLast()), under: Vitrina.self)
        let path = CommandPath(before, under: Vitrina.self)
        let rest = Array(before.dropFirst(path.words.count))
        let subcommands = path.command.subcommands
        // Before the verb of a group only options are allowed.
        if !subcommands.isEmpty, !typed.hasPrefix("-"), rest.first?.hasPrefix("-") != false {
            return shown(subcommands.map { ($0.name, $0.configuration.abstract) })
        }
        let arguments = CommandArgument.all(of: path.command)
        if let valued = option(in: arguments, rest) {
            let name = valued.option.typedName
            return await values(
                of: valued.option,
                name: name,
                path.words,
                prefix: valued.prefix,
                start: valued.start
            )
        }
        if typed.hasPrefix("-") {
            let used = Set(rest)
            let options = arguments.filter {
                $0.isNamed && ($0.isRepeating || used.isDisjoint(with: $0.names))
            }
            return shown(options.map { ($0.typedName, $0.abstract) })
        }
        let positionals = arguments.filter { !$0.isNamed }
        let index = position(in: arguments, rest)
        guard let argument = index < positionals.count ? positionals[index] : positionals.last,
            index < positionals.count || argument.isRepeating
        else { return [] }
        let name = "positional@\(min(index, positionals.count - 1))"
        return await values(of: argument, name: name, path.words, prefix: "", start: typed)
    }

    /// The option that the last word is the value of, either after the option or after its `=`.
    private func option(
        in arguments: [CommandArgument],
        _ rest: [String]
    ) -> (option: CommandArgument, prefix: String, start: String)? {
        let valued = { (name: String) in arguments.first { $0.takesValue && $0.names.contains(name) } }
        if let last = rest.last, last.hasPrefix("-"), let option = valued(last) {
            return (option, "", typed)
        }
        guard typed.hasPrefix("--"), let sign = typed.firstIndex(of: "="),
            let option = valued(String(typed[..<sign]))
        else { return nil }
        return (option, String(typed[...sign]), String(typed[typed.index(after: sign)...]))
    }

    /// The number of positional arguments before the last word.
    private func position(in arguments: [CommandArgument], _ rest: [String]) -> Int {
        var (count, isValue) = (0, false)
        for word in rest {
            if isValue {
                isValue = false
            } else if word.hasPrefix("-") {
                isValue = arguments.contains { $0.takesValue && $0.names.contains(word) }
            } else {
                count += 1
            }
        }
        return count
    }

    private func values(
        of argument: CommandArgument,
        name: String,
        _ path: [String],
        prefix: String,
        start: String
    ) async -> [String] {
        switch argument.completion {
        case .none: return []
        case .list(let values): return shown(values.map { ($0, "") }, prefix: prefix, start: start)
        case .files(let extensions): return [([":files"] + extensions).joined(separator: " ")]
        case .directories: return [":directories"]
        case .custom:
            // The parser runs the declared completion, here in fish's format, the simplest with titles.
            setenv("SAP_SHELL", shell == .bash ? "bash" : "fish", 1)
            let line = [program] + Array(words.dropLast()) + [start]
            let ask = ["---completion"] + path + ["--", name, String(line.count - 1), String(start.count)]
            let text = await Completion.answer(argument: ask + line) ?? ""
            let candidates = text.split(separator: "\n").map { line -> Candidate in
                let parts = line.split(separator: "\t", maxSplits: 1)
                return (String(parts.first ?? ""), parts.count == 2 ? String(parts[1]) : "")
            }
            return shown(candidates, prefix: prefix, start: start)
        }
    }

    private func shown(_ candidates: [Candidate], prefix: String = "", start: String? = nil) -> [String] {
        let start = start ?? typed
        return candidates.filter { $0.value.hasPrefix(start) }.map { value, title in
            let hasTitle = shell != .bash && !title.isEmpty
            return prefix + value + (hasTitle ? "\t\(printable(title))" : "")
        }
    }
}

/// An argument of a command, from the parser's description of it.
struct CommandArgument {
    enum Completion: Equatable {
        case none, directories, custom
        case list([String])
        case files([String])
    }

    /// `--state`, `-f`; empty for a positional argument.
    let names: [String]
    let abstract: String
    let takesValue: Bool
    let isRepeating: Bool
    let completion: Completion

    var isNamed: Bool { !names.isEmpty }
    /// The name that the completion suggests.
    var typedName: String { names.first { $0.hasPrefix("--") } ?? names.first ?? "" }

    /// The arguments of one command; a group has only its own.
    static func all(of command: any ParsableCommand.Type) -> [CommandArgument] {
        (try? Help(json: JSON(parsing: command._dumpHelp())))?.command.arguments.filter { $0.isShown }
            .map(CommandArgument.init) ?? []
    }

    private init(_ argument: HelpArgument) {
        names = argument.names.map { ($0.kind == "long" ? "--" : "-") + $0.name }
        abstract = argument.abstract
        takesValue = argument.kind == "option"
        isRepeating = argument.isRepeating
        completion = argument.completion
    }
}
