import ArgumentParser
import Core
import Foundation

/// Runs `vitrina completion bash`.
struct Completion: ParsableCommand {
    /// A shell that can ask this program what a word may become.
    enum Shell: String, CaseIterable, ExpressibleByArgument {
        case bash, zsh, fish
    }

    static let configuration = CommandConfiguration(
        abstract: "Print the script that completes words in a shell.",
        discussion: """
            Keep it where your shell looks, and once more after an update of the program:
              vitrina completion bash > ~/.local/share/bash-completion/completions/vitrina
              vitrina completion zsh > "${fpath[1]}/_vitrina"
              vitrina completion fish > ~/.config/fish/completions/vitrina.fish
            """
    )

    @Argument(help: "bash, zsh or fish.") var shell: Shell

    func run() throws {
        print(Vitrina.completionScript(for: CompletionShell(rawValue: shell.rawValue) ?? .bash))
    }

    /// True where a shell asks, and not a person: then nothing is said but the answer.
    static func isAsked(_ arguments: [String]) -> Bool {
        arguments.first == "---completion"
    }

    /// Answers a shell; what goes wrong is that there is nothing to offer.
    static func answer(_ arguments: [String]) async {
        let silence = open("/dev/null", O_WRONLY)
        if silence >= 0 { dup2(silence, STDERR_FILENO) }
        do {
            _ = try await Vitrina.asyncParseAsRoot(arguments)
        } catch {
            if Vitrina.exitCode(for: error) == .success { print(Vitrina.fullMessage(for: error)) }
        }
        fflush(nil)
    }
}
