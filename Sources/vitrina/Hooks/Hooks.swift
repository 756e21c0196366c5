import ArgumentParser
import Core

/// Addresses that are told of changes.
struct Hooks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: Localized(
            "Адреса, которым сообщают об изменениях (веб-хуки).",
            "Addresses that are told of changes (web hooks)."
        ).here,
        discussion: Localized(
            """
            Примеры:
              vitrina hooks add https://example.org/hook --event content.published --type offers
              vitrina hooks test ID --wait
              vitrina hooks deliveries ID

            Отправляет работающий сервер; то, что вызвала команда над базой, ждёт его.
            """,
            """
            Examples:
              vitrina hooks add https://example.org/hook --event content.published --type offers
              vitrina hooks test ID --wait
              vitrina hooks deliveries ID

            A running server sends; what a command on the database causes waits for one.
            """
        ).here,
        subcommands: [
            List.self, Add.self, Edit.self, Remove.self, Test.self, Deliveries.self, Retry.self, Rotate.self,
        ]
    )

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized("Список веб-хуков.", "List the web hooks.").here
        )

        @OptionGroup var watch: WatchOptions
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run(watching: watch) { session in
                try await session.answerWhole(["hooks"], table: session.hookTable)
            }
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized(
                "Добавить веб-хук; секрет показывается один раз.",
                "Add a web hook; its secret is shown this once."
            ).here
        )

        @Argument(help: ArgumentHelp("Куда отправлять события.", "Where events are sent.")) var url: String
        @OptionGroup var wishes: Wishes
        @Flag(help: ArgumentHelp("Оставить выключенным.", "Leave it switched off.")) var inactive = false
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                var body = wishes.body
                body["url"] = .string(url)
                if inactive { body["is_active"] = false }
                let hook = try await session.api.send(APICall(.post, ["hooks"], json: .object(body)).unseen)
                session.answer(hook) { session.hookTable([hook]) }
                session.noteSecret()
            }
        }
    }

    struct Edit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized("Изменить веб-хук.", "Change a web hook.").here
        )

        @OptionGroup var hook: HookArgument
        @Option(help: ArgumentHelp("Куда отправлять события.", "Where events are sent.")) var url: String?
        @OptionGroup var wishes: Wishes
        @Flag(
            name: .customLong("all-types"),
            help: ArgumentHelp("Записи всех видов.", "Contents of every type.")
        ) var allTypes = false
        @Flag(
            inversion: .prefixedNo,
            help: ArgumentHelp("Сообщать ли ему что-нибудь.", "Whether it is told anything.")
        ) var active: Bool?
        @OptionGroup var options: Options

        func validate() throws {
            guard url != nil || allTypes || active != nil || !wishes.body.isEmpty else {
                throw ValidationError(
                    Localized(
                        "Укажите хотя бы одно из --url, --event, --type, --all-types, --description, --active, --no-active.",
                        "Give at least one of --url, --event, --type, --all-types, --description, --active, --no-active."
                    ).here
                )
            }
            guard !allTypes || wishes.types.isEmpty else {
                throw ValidationError(
                    Localized(
                        "Укажите --type или --all-types, но не оба.",
                        "Give --type or --all-types, not both."
                    ).here
                )
            }
        }

        func run() async throws {
            try await options.run { session in
                var body = wishes.body
                body["url"] = url.map { .string($0) }
                body["is_active"] = active.map { .bool($0) }
                if allTypes { body["types"] = .some(.null) }
                let call = APICall(.patch, ["hooks", hook.id], json: .object(body)).unseen
                let changed = try await session.api.send(call)
                session.answer(changed) { session.hookTable([changed]) }
                session.note(Localized("Сохранено.", "Saved."))
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized("Удалить веб-хук вместе с журналом.", "Take a web hook away, with its log.")
                .here
        )

        @OptionGroup var hook: HookArgument
        @Flag(name: [.short, .long], help: ArgumentHelp("Не спрашивать.", "Do not ask.")) var yes = false
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let found = try await session.api.get(["hooks", hook.id])
                let url = found["url"]?.string ?? ""
                try session.terminal.confirm(
                    Localized(
                        "Веб-хук \(url) исчезнет вместе с журналом доставок.",
                        "The web hook \(url) goes with its log."
                    ),
                    isAgreed: yes
                )
                _ = try await session.api.send(APICall(.delete, ["hooks", hook.id]).unseen)
                session.answer(["id": .string(hook.id)]) { .empty }
                session.note(Localized("Веб-хук \(url) удалён.", "The web hook \(url) is removed."))
            }
        }
    }

    struct Rotate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized(
                "Сделать новый секрет, показывается один раз; прежний ещё подписывает 24 часа.",
                "Make a new secret, shown this once; the old one signs too for 24 hours."
            ).here
        )

        @OptionGroup var hook: HookArgument
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let call = APICall(.post, ["hooks", hook.id, "secret"]).unseen
                let changed = try await session.api.send(call)
                session.answer(changed) { session.hookTable([changed]) }
                session.noteSecret()
            }
        }
    }

    /// What a web hook wants to be told.
    struct Wishes: ParsableArguments {
        @Option(
            name: .customLong("event"),
            help: ArgumentHelp(
                "Сообщать об этом событии (обо всех): \(HookEvent.patterns.joined(separator: ", ")).",
                "Tell it this event (all): \(HookEvent.patterns.joined(separator: ", ")).",
                valueName: "event"
            )
        )
        var events: [String] = []

        @Option(
            name: .customLong("type"),
            help: ArgumentHelp(
                "Только о записях этого вида (всех).",
                "Only of contents of this type (all).",
                valueName: "type"
            )
        )
        var types: [String] = []

        @Option(help: ArgumentHelp("Для чего он.", "What it is for.")) var description: String?

        var body: [String: JSON] {
            var body: [String: JSON] = [:]
            if !events.isEmpty { body["events"] = .array(events.map { .string($0) }) }
            if !types.isEmpty { body["types"] = .array(types.map { .string($0) }) }
            body["description"] = description.map { .string($0) }
            return body
        }
    }
}

/// Which web hook a command is about.
struct HookArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp("Id веб-хука.", "The id of the web hook."),
        completion: .custom(Candidates.hooks)
    ) var id: String
}

extension Session {
    fileprivate func noteSecret() {
        note(
            Localized(
                "Секрет показан один раз, сохраните его: им проверяют подпись Vitrina-Signature.",
                "The secret is shown this once; keep it: it verifies Vitrina-Signature."
            )
        )
    }

    fileprivate func hookTable(_ items: [JSON]) -> Table {
        if let hook = items.first, let secret = hook["secret"]?.string {
            let names = ["id", "url"]
            return Table(
                secret: names.map { ($0, hook[$0]?.string ?? "") } + [(name: "secret", value: secret)]
            )
        }
        let columns = [
            Table.Column("ID"),
            Table.Column("URL", isFlexible: true),
            Table.Column(Localized("СОБЫТИЯ", "EVENTS"), isFlexible: true),
            Table.Column(Localized("ВИДЫ", "TYPES"), isFlexible: true),
            Table.Column(Localized("СОСТОЯНИЕ", "STATE"), isKept: true),
            Table.Column(Localized("ЗАЧЕМ", "FOR"), isFlexible: true),
        ]
        let rows = items.map { hook in
            [
                hook["id"]?.string ?? "", hook["url"]?.string ?? "",
                (hook["events"]?.strings ?? []).joined(separator: ", "),
                hook["types"]?.array == nil
                    ? text(Localized("все", "all"))
                    : (hook["types"]?.strings ?? []).joined(separator: ", "), state(of: hook),
                hook["description"]?.string ?? "",
            ]
        }
        return Table(columns, rows: rows)
    }

    private func state(of hook: JSON) -> String {
        switch (hook["is_active"]?.bool, hook["switched_off"]?["reason"]?.string) {
        case (_, Hook.OffReason.gone.rawValue?):
            text(Localized("выключен: ответил 410", "off: it answered 410"))
        case (_, Hook.OffReason.failing.rawValue?):
            text(Localized("выключен: только ошибки", "off: it only failed"))
        case (false?, _): text(Localized("выключен", "off"))
        case (_, _):
            hook["failing_since"]?.string == nil
                ? text(Localized("включён", "on"))
                : text(Localized("ошибки с", "failing since")) + " " + clock.text(hook["failing_since"])
        }
    }
}
