import ArgumentParser
import Core

/// The options for the fields of an entry.
struct FieldOptions: ParsableArguments {
    @Option(
        name: [.customLong("set"), .customShort("s")],
        help: ArgumentHelp(
            "Заполнить поле; можно несколько раз.",
            "Fill a field in; may be given many times.",
            valueName: "name=value"
        ),
        completion: .custom(Candidates.fields)
    )
    var assignments: [Assignment] = []

    @Option(
        help: ArgumentHelp(
            "Объект JSON с полями; - — стандартный ввод.",
            "A JSON object of fields; - is standard input.",
            valueName: "file"
        ),
        completion: .file(extensions: ["json"])
    )
    var file: String?

    @Flag(help: ArgumentHelp("Сразу опубликовать.", "Publish it at once."))
    var publish = false
}
