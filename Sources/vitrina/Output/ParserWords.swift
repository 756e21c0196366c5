import Core

/// Translates the argument parser's English texts into Russian: headings, notes and errors.
///
/// The parser has no message catalogue, so the texts in its output are replaced.
enum ParserWords {
    private typealias Rule = (pattern: Regex<AnyRegexOutput>, words: String)

    static func text(_ text: String, in language: Language) -> String {
        switch language {
        case .en: text
        case .ru:
            russian(text)
        }
    }

    private static func russian(_ text: String) -> String {
        let rules = pairs.compactMap { pattern, words -> Rule? in
            (try? Regex(pattern)).map { ($0, words) }
        }
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { russian(String($0), by: rules) }.joined(separator: "\n")
    }

    /// Translates a line by the rules; `%1` is the match of the first group of the pattern.
    private static func russian(_ line: String, by rules: [Rule]) -> String {
        var line = line
        for (pattern, words) in rules {
            line = line.replacing(pattern) { match in
                (1..<max(1, match.output.count)).reduce(words) { text, index in
                    text.replacing("%\(index)", with: match.output[index].substring.map(String.init) ?? "")
                }
            }
        }
        return line
    }

    /// The replacements; longer texts precede shorter ones that they contain.
    private static let pairs: [(String, String)] = [
        ("^OVERVIEW: ", "ОБЗОР: "), ("^USAGE: ", "ВЫЗОВ: "), ("^Usage: ", "Вызов: "),
        ("^Help:  ", "Справка:  "), ("^error: ", "ошибка: "),
        ("^ARGUMENTS:$", "АРГУМЕНТЫ:"), ("^OPTIONS:$", "ПАРАМЕТРЫ:"), ("^SUBCOMMANDS:$", "КОМАНДЫ:"),
        ("^(.+) SUBCOMMANDS:$", "%1:"),
        ("See '(.+) <subcommand>' for detailed help\\.", "Подробнее: %1 <команда>"),
        ("See '(.+)' for more information\\.", "Подробнее: %1"),
        ("\\[<options>\\]", "[<параметры>]"), ("<options>", "<параметры>"),
        ("<subcommand>", "<команда>"), ("Show help information\\.", "Показать эту справку."),
        // A note may continue on the next line, so its parts are separate.
        ("; default: ", "; по умолчанию: "),
        ("\\(values: ", "(значения: "), ("\\(default: ", "(по умолчанию: "),
        (" \\(default\\)", " (по умолчанию)"),
        ("Missing expected argument '(.+)'", "Не хватает аргумента %1"),
        ("Missing one of: (.+)$", "Нужно одно из: %1"),
        ("Missing value for '(.+?)'( in '(.+)')?", "Не хватает значения: %1"),
        ("Missing required subcommand\\.", "Не указана команда."),
        ("Unknown option '(.+?)'\\. Did you mean '(.+?)'\\?", "Нет параметра %1. Может быть, %2?"),
        ("Unknown option '(.+?)'", "Нет параметра %1"), ("Invalid option: (.+)$", "Неверный параметр: %1"),
        ("Unexpected argument '(.*)'", "Лишний аргумент: %1"),
        ("[0-9]+ unexpected arguments: (.+)$", "Лишние аргументы: %1"),
        ("The value '(.*?)' is invalid for '(.+?)'", "Значение «%1» не годится для %2"),
        ("The value '(.*?)' is invalid\\.", "Значение «%1» не годится."),
        ("Please provide one of the following:", "Возможны:"),
        ("Please provide one of (.+) (?:or|and) (.+)\\.", "Возможны: %1, %2."),
        ("Please provide one of (.+)\\.", "Возможно: %1."),
        (
            "The option '(.+?)' does not take any value, but '(.*)' was specified\\.",
            "Параметр %1 не принимает значения, а указано «%2»."
        ),
        (
            "Value to be set with (?:flag|position) (.+) had already been set with (?:flag|position) (.+)$",
            "%1 не сочетается с %2"
        ),
        ("^   or: ", "   или: "),
    ]
}
