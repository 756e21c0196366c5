import ArgumentParser
import Core
import Glibc
import Storage

enum ColorChoice: String, CaseIterable, Sendable, ExpressibleByArgument {
    case auto, always, never

    /// Reads the colour option, even if the command line cannot be parsed.
    init(in arguments: [String]) {
        let words = arguments.flatMap { $0.split(separator: "=", maxSplits: 1) }
        let value = words.firstIndex(of: "--color").map { words[($0 + 1)...] }?.first
        self = value.flatMap { ColorChoice(rawValue: String($0)) } ?? .auto
    }
}

/// The language of messages, and the capabilities of the two outputs.
struct Terminal: Sendable {
    /// The assumed width of a screen that does not report it.
    private static let usualWidth = 80

    let language: Language
    /// The width of the screen in columns; nil if the output is a file or a pipe.
    let width: Int?
    let output: Style
    let messages: Style
    /// True if the user can be asked a question.
    let isInteractive: Bool
    /// True if messages are written to a screen.
    let hasReader: Bool
    /// True if tables show all columns in full.
    var isWide = false
    /// The requested columns of a table; empty for all.
    var columns: [String] = []
    /// The checks before a destructive action.
    var caution = Caution()

    struct Caution: Sendable {
        /// The name of the context.
        var context: String?
        /// True if consent requires the name.
        var isProtected = false
        /// The name given on the command line.
        var confirmed: String?
        /// True if this is a dry run, which destroys nothing.
        var isDryRun = false
        /// True if the name was already given for this command.
        let isAgreed = Locked(false)
    }

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
        hasReader = isatty(STDERR_FILENO) == 1
        messages = style(hasReader)
        isInteractive = isatty(STDIN_FILENO) == 1 && hasReader
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
        return environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? usualWidth
    }

    /// The table fitted to the screen, and the titles of the columns that do not fit.
    func text(of table: Table) throws(Failure) -> (text: String, hidden: [String]) {
        let layout = TableLayout(
            try table.choosing(columns, in: language),
            width: isWide ? nil : width,
            language: language
        )
        return (layout.text(output), layout.hidden)
    }

    /// Notes the columns that did not fit, and the option that shows them.
    func noteHidden(_ titles: [String]) {
        guard !titles.isEmpty else { return }
        let list = titles.joined(separator: ", ")
        let text = Localized("Не поместилось: \(list). Всё: --wide", "No room for \(list): --wide")
        for line in text[language].wrapped(to: width ?? Self.usualWidth) { note(messages.faint(line)) }
    }

    /// Shows a table, and notes the columns that did not fit.
    func say(_ table: Table) throws(Failure) {
        let (text, hidden) = try text(of: table)
        if !text.isEmpty { say(text) }
        noteHidden(hidden)
    }

    /// Prints a line of the answer, which a program may read.
    func say(_ text: String) {
        print(text)
    }

    /// Prints a line about the work itself.
    func note(_ text: Localized) {
        note(text[language])
    }

    func note(_ text: String) {
        // The answer so far must precede the message.
        fflush(nil)
        write(printable(text, keeping: messages) + "\n")
    }

    /// Throws unless the user agrees, in the dialog or by `--yes`; a protected context requires its name.
    func confirm(_ question: Localized, isAgreed: Bool) throws(Failure) {
        if caution.isDryRun || caution.isProtected && caution.isAgreed.value { return }
        if let confirmed = caution.confirmed { return try require(confirmed) }
        if isAgreed && !caution.isProtected { return }
        let question =
            caution.context.map {
                Localized("Контекст \($0): \(question.ru)", "Context \($0): \(question.en)")
            } ?? question
        let flag = caution.isProtected ? "--confirm \(caution.context ?? "")" : "--yes"
        guard isInteractive else {
            throw .usage(
                Localized(
                    "\(question.ru) Без терминала нужен флаг \(flag).",
                    "\(question.en) Without a terminal this needs \(flag)."
                )
            )
        }
        let isMeant =
            if caution.isProtected {
                ask(question, Localized("Введите имя контекста:", "Type the context's name:"))
                    == caution.context
            } else {
                ["y", "yes", "д", "да"].contains(ask(question, Localized("[д/Н]", "[y/N]")).lowercased())
            }
        guard isMeant else {
            throw Failure(.interrupted, "interrupted", Localized("Ничего не сделано.", "Nothing was done."))
        }
        caution.isAgreed.update { $0 = true }
    }

    /// Throws unless the user agrees to a change that affects apps; only a protected context requires consent.
    func confirmChange() throws(Failure) {
        let question = Localized("Это меняет то, что видят приложения.", "This changes what apps see.")
        if caution.isProtected { try confirm(question, isAgreed: false) }
    }

    private func require(_ confirmed: String) throws(Failure) {
        guard confirmed != caution.context else { return }
        let here = caution.context.map { Localized(same: $0) } ?? Localized("не выбран", "none")
        throw .usage(
            Localized(
                "--confirm \(confirmed), а контекст — \(here.ru). Ничего не сделано.",
                "This confirms \(confirmed), but the context is \(here.en). Nothing was done."
            )
        )
    }

    private func ask(_ question: Localized, _ hint: Localized) -> String {
        fflush(nil)
        write("\(printable(question[language])) \(hint[language]) ")
        return readLine()?.trimmed ?? ""
    }

    /// Reads a line without echo; nil if it is empty.
    func secret(_ prompt: Localized) -> String? {
        fflush(nil)
        write("\(prompt[language]) ")
        var before = termios()
        let isTerminal = tcgetattr(STDIN_FILENO, &before) == 0
        if isTerminal {
            var silent = before
            silent.c_lflag &= ~tcflag_t(ECHO)
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
        }
        defer {
            if isTerminal { tcsetattr(STDIN_FILENO, TCSAFLUSH, &before) }
            write("\n")
        }
        let line = readLine()?.trimmed ?? ""
        return line.isEmpty ? nil : line
    }

    /// Writes to standard error; a closed output is not an error.
    private func write(_ text: String) {
        OpenFile.standardError.write(text)
    }
}
