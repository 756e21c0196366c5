import ArgumentParser
import Core
import Glibc

/// Runs `vitrina completion bash`.
struct Completion: ParsableCommand {
    /// A shell with completion by this program.
    enum Shell: String, CaseIterable, ExpressibleByArgument {
        case bash, zsh, fish
    }

    static let configuration = CommandConfiguration(
        "Вывести скрипт, который дополняет слова в терминале.",
        "Print the script that completes words in a shell.",
        discussion: Localized(
            """
            Положите его туда, где ищет оболочка; он спрашивает программу, поэтому обновлять его не нужно:
              vitrina completion bash > ~/.local/share/bash-completion/completions/vitrina
              vitrina completion zsh > "${fpath[1]}/_vitrina"
              vitrina completion fish > ~/.config/fish/completions/vitrina.fish
            """,
            """
            Keep it where your shell looks; it asks the program, so it stays as it is after an update:
              vitrina completion bash > ~/.local/share/bash-completion/completions/vitrina
              vitrina completion zsh > "${fpath[1]}/_vitrina"
              vitrina completion fish > ~/.config/fish/completions/vitrina.fish
            """
        ).here
    )

    @Argument(help: ArgumentHelp("bash, zsh или fish.", "bash, zsh or fish.")) var shell: Shell

    func run() {
        print(CompletionScript.text(for: shell))
    }

    /// The first argument of a call from a completion script, or from the parser's own completion.
    private enum Ask: String {
        case words = "---complete"
        case argument = "---completion"
    }

    /// True if a shell and not a user runs the program; then nothing is written to stderr.
    static func isAsked(_ arguments: [String]) -> Bool {
        arguments.first.flatMap(Ask.init(rawValue:)) != nil
    }

    /// Prints the candidates for a shell; after a failure there are none.
    static func answer(_ arguments: [String]) async {
        let silence = open("/dev/null", O_WRONLY)
        if silence >= 0 { dup2(silence, STDERR_FILENO) }
        switch arguments.first.flatMap(Ask.init(rawValue:)) {
        case .words?:
            let shell = arguments.dropFirst().first.flatMap(Shell.init(rawValue:)) ?? .bash
            let rest = Array(arguments.dropFirst(2))
            let words = shell == .bash ? CommandLineWords.split(rest.first ?? "") : rest
            for line in await Completer(shell: shell, words: words).lines() { print(line) }
        case .argument?:
            if let text = await answer(argument: arguments) { print(text) }
        case nil: break
        }
        fflush(nil)
    }

    /// The parser's completion of one argument; nil if there is none.
    static func answer(argument arguments: [String]) async -> String? {
        do {
            _ = try await Vitrina.asyncParseAsRoot(arguments)
            return nil
        } catch {
            return Vitrina.exitCode(for: error) == .success ? Vitrina.fullMessage(for: error) : nil
        }
    }
}
