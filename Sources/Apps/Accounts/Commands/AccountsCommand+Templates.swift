import Apps
import ArgumentParser
import Core

extension AccountsCommand {
    /// The texts of the app's messages.
    struct TemplatesCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "templates",
            "Тексты сообщений: code, registration, restore, email-confirm, feedback.",
            "The texts of messages: code, registration, restore, email-confirm, feedback.",
            discussion: Localized(
                """
                Примеры:
                  vitrina accounts templates list
                  vitrina accounts templates show restore
                  vitrina accounts templates set email-confirm --mail @mail.txt --preview
                  vitrina accounts templates reset restore

                Переменные стоят в скобках, {name}; какие есть, скажет `show`. Ошибки не принимаются.
                """,
                """
                Examples:
                  vitrina accounts templates list
                  vitrina accounts templates show restore
                  vitrina accounts templates set email-confirm --mail @mail.txt --preview
                  vitrina accounts templates reset restore

                Variables stand in braces, {name}; `show` tells which there are. What is wrong is refused.
                """
            ).here,
            subcommands: [List.self, Show.self, Set.self, Reset.self]
        )

        static let path = ["accounts", "templates"]
        static let keys = ["code", "registration", "restore", "email-confirm", "feedback"]

        struct List: AsyncParsableCommand {
            static let configuration = CommandConfiguration("Список шаблонов.", "List the templates.")

            @OptionGroup var watch: WatchOptions
            @OptionGroup var options: Options

            func run() async throws {
                try await options.run(watching: watch) { session in
                    let page = try await session.api.get(TemplatesCommand.path, as: Page<JSON>.self)
                    let templates = try [SavedTemplate.Answer](json: .array(page.elements))
                    let json: JSON = ["items": .array(page.elements), "next": .null]
                    session.answer(json, ids: templates.map(\.key)) { session.templateTable(templates) }
                }
            }
        }

        struct Show: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                "Показать шаблон с переменными и таким, каким его увидит человек.",
                "Show a template with its variables, and as a person would see it."
            )

            @OptionGroup var template: TemplateArgument
            @OptionGroup var options: Options

            func run() async throws {
                try await options.run { session in
                    try session.answerTemplate(
                        try await session.api.get(TemplatesCommand.path + [template.key])
                    )
                }
            }
        }

        struct Set: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                "Изменить тексты шаблона; что не названо, останется.",
                "Change texts of a template; what is not named stays."
            )

            @OptionGroup var template: TemplateArgument
            @Option(help: ArgumentHelp("Тема письма.", "The subject of the mail.")) var subject: String?
            @Option(
                help: ArgumentHelp(
                    "Текст письма; @файл — из файла.",
                    "The text of the mail; @file for a file."
                )
            ) var mail: String?
            @Option(
                help: ArgumentHelp("Текст СМС; @файл — из файла.", "The text of the SMS; @file for a file.")
            ) var sms: String?
            @Option(
                help: ArgumentHelp(
                    "Куда идёт письмо (только feedback); пусто — никуда.",
                    "Where the mail goes (feedback only); empty for nowhere."
                )
            ) var address: String?
            @Flag(
                help: ArgumentHelp(
                    "Только показать, каким его увидит человек.",
                    "Only show it as a person would see it."
                )
            ) var preview = false
            @Option(
                name: .customLong("if-version"),
                help: ArgumentHelp(
                    "Только если версия всё ещё эта.",
                    "Only what is still at this version.",
                    valueName: "number"
                )
            )
            var version: Int64?
            @OptionGroup var options: Options

            func validate() throws {
                guard [subject, mail, sms, address].contains(where: { $0 != nil }) else {
                    throw ValidationError(
                        Localized(
                            "Укажите --subject, --mail, --sms или --address.",
                            "Give --subject, --mail, --sms or --address."
                        ).here
                    )
                }
            }

            func run() async throws {
                try await options.run { session in
                    let path = TemplatesCommand.path + [template.key]
                    let before = try await session.api.get(path, as: SavedTemplate.Answer.self)
                    let body: [String: JSON] = [
                        "subject": .string(subject ?? before.subject),
                        "mail": .string(try read(mail) ?? before.mail),
                        "sms": .string(try read(sms) ?? before.sms),
                        "address": JSON(address ?? before.address),
                    ]
                    if preview {
                        let call = APICall(.post, path + ["preview"], json: .object(body)).unseen
                        try session.answerPreview(try await session.api.send(call))
                        return
                    }
                    let call = APICall(.put, path, json: .object(body))
                        .ifMatch(version ?? before.version)
                    try session.answerTemplate(try await session.api.send(call))
                    session.note(Localized("Шаблон сохранён.", "The template is saved."))
                }
            }

            private func read(_ text: String?) throws(Failure) -> String? {
                guard let text else { return nil }
                guard let content = Input.text(text) else {
                    throw .usage(Localized("Файл \(text) не прочитать.", "The file \(text) cannot be read."))
                }
                return content
            }
        }

        struct Reset: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                "Вернуть стандартные тексты.",
                "Go back to the standard texts."
            )

            @OptionGroup var template: TemplateArgument
            @OptionGroup var options: Options

            func run() async throws {
                try await options.run { session in
                    let path = TemplatesCommand.path + [template.key]
                    let version = try await session.api.get(path, as: SavedTemplate.Answer.self).version
                    let call = APICall(.delete, path).ifMatch(version)
                    try session.answerTemplate(try await session.api.send(call))
                    session.note(Localized("Снова стандартный текст.", "The standard text is back."))
                }
            }
        }
    }

    struct TemplateArgument: ParsableArguments {
        @Argument(
            help: ArgumentHelp(
                "code, registration, restore, email-confirm или feedback.",
                "code, registration, restore, email-confirm or feedback."
            ),
            completion: .list(TemplatesCommand.keys)
        )
        var key: String
    }
}

extension Session {
    fileprivate func templateTable(_ items: [SavedTemplate.Answer]) -> Table {
        let columns = [
            Table.Column(Localized("КЛЮЧ", "KEY")), Table.Column(Localized("ЧТО", "WHAT")),
            Table.Column(Localized("ТЕМА", "SUBJECT"), isFlexible: true),
            Table.Column(Localized("СМС", "SMS"), isFlexible: true),
            Table.Column(Localized("ВЕРСИЯ", "VERSION"), isNumber: true),
            Table.Column(Localized("КТО", "BY")),
        ]
        let rows = items.map { item in
            [
                item.key, item.title, item.subject, item.sms, String(item.version),
                item.isStandard ? text(Localized("стандартный", "standard")) : item.changedBy ?? "",
            ]
        }
        return Table(columns, rows: rows)
    }

    fileprivate func answerTemplate(_ json: JSON) throws {
        let template = try SavedTemplate.Answer(json: json)
        answer(json, ids: [template.key]) {
            let variables = template.variables.map { "{\($0.name)} \($0.title)" }
            let lines: [(Localized, String)] = [
                (Localized("Ключ", "Key"), template.key),
                (Localized("Тема", "Subject"), template.subject),
                (Localized("Письмо", "Mail"), template.mail),
                (Localized("СМС", "SMS"), template.sms),
                (Localized("Куда", "To"), template.address ?? ""),
                (Localized("Переменные", "Variables"), variables.joined(separator: "; ")),
                (Localized("Версия", "Version"), String(template.version)),
                (Localized("Изменил", "Changed by"), template.changedBy ?? ""),
            ]
            return card(lines)
        }
    }

    fileprivate func answerPreview(_ json: JSON) throws {
        try answer(json, ids: []) {
            let preview = try SavedTemplate.PreviewAnswer(json: json)
            return card([
                (Localized("Тема", "Subject"), preview.subject),
                (Localized("Письмо", "Mail"), preview.mail),
                (Localized("СМС", "SMS"), preview.sms),
                (Localized("Частей СМС", "SMS parts"), String(preview.smsParts)),
            ])
        }
    }
}
