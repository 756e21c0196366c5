import ArgumentParser
import Core
import Foundation

enum ColorChoice: String, CaseIterable, Sendable, ExpressibleByArgument {
    case auto, always, never

    /// What a command line asks for that may be too wrong to be parsed.
    init(in arguments: [String]) {
        let words = arguments.flatMap { $0.split(separator: "=", maxSplits: 1) }
        let value = words.firstIndex(of: "--color").map { words[($0 + 1)...] }?.first
        self = value.flatMap { ColorChoice(rawValue: String($0)) } ?? .auto
    }
}

/// Where a command speaks: the language of its messages, and what its two outputs can show.
struct Terminal: Sendable {
    let language: Language
    /// Columns of the screen; nil where the output goes into a file or a pipe.
    let width: Int?
    let output: Style
    let messages: Style
    /// Somebody can be asked.
    let isInteractive: Bool

    init(environment: [String: String], color: ColorChoice = .auto) {
        language = Self.language(environment)
        let isOutputTerminal = isatty(STDOUT_FILENO) == 1
        width = isOutputTerminal ? Self.screenWidth(environment) : nil
        let isPlain = environment["NO_COLOR"]?.isEmpty == false || environment["TERM"] == "dumb"
        func style(_ isTerminal: Bool) -> Style {
            switch color {
            case .always: Style(usesColor: true)
            case .never: .plain
            case .auto: Style(usesColor: isTerminal && !isPlain)
            }
        }
        output = style(isOutputTerminal)
        messages = style(isatty(STDERR_FILENO) == 1)
        isInteractive = isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1
    }

    static func language(_ environment: [String: String]) -> Language {
        if let language = environment["VITRINA_LANGUAGE"].flatMap({ Language(rawValue: $0.lowercased()) }) {
            return language
        }
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first {
            !$0.isEmpty
        }
        return locale?.lowercased().hasPrefix("ru") == true ? .ru : .en
    }

    private static func screenWidth(_ environment: [String: String]) -> Int {
        var size = winsize()
        if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
        return environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? 80
    }

    /// One line of what the command is about; it may be read by a program.
    func say(_ text: String) {
        print(text)
    }

    /// One line about the work itself.
    func note(_ text: Localized) {
        note(text[language])
    }

    func note(_ text: String) {
        // What was answered before stands above it.
        fflush(nil)
        FileHandle.standardError.write(Data((printable(text, keeping: messages) + "\n").utf8))
    }

    /// Throws unless the person agrees, or has agreed by `--yes`.
    func confirm(_ question: Localized, isAgreed: Bool) throws(Failure) {
        if isAgreed { return }
        guard isInteractive else {
            throw .usage(
                Localized(
                    "\(question.ru) Без терминала нужен флаг --yes.",
                    "\(question.en) Without a terminal this needs --yes."
                )
            )
        }
        let hint = Localized("[д/Н]", "[y/N]")
        FileHandle.standardError.write(Data("\(printable(question[language])) \(hint[language]) ".utf8))
        let answer = readLine()?.trimmingCharacters(in: .whitespaces).lowercased() ?? ""
        guard ["y", "yes", "д", "да"].contains(answer) else {
            throw Failure(.interrupted, "interrupted", Localized("Ничего не сделано.", "Nothing was done."))
        }
    }
}
