import ArgumentParser
import Core

/// Addresses that are told of changes.
struct Hooks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Addresses that are told of changes (web hooks).",
        discussion: """
            Examples:
              vitrina hooks add https://example.org/hook --event content.published --type offers
              vitrina hooks test ID --wait
              vitrina hooks deliveries ID

            A running server sends; what a command on the database causes waits for one.
            """,
        subcommands: [
            List.self, Add.self, Edit.self, Remove.self, Test.self, Deliveries.self, Retry.self, Rotate.self,
        ]
    )

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the web hooks.")

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
            abstract: "Add a web hook; its secret is shown this once."
        )

        @Argument(help: "Where events are sent.") var url: String
        @OptionGroup var wishes: Wishes
        @Flag(help: "Leave it switched off.") var inactive = false
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                var body = wishes.body
                body["url"] = .string(url)
                if inactive { body["is_active"] = false }
                let hook = try await session.api.send(APICall(.post, ["hooks"], json: .object(body)))
                session.answer(hook) { session.hookTable([hook]) }
                session.noteSecret()
            }
        }
    }

    struct Edit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Change a web hook.")

        @OptionGroup var hook: HookArgument
        @Option(help: "Where events are sent.") var url: String?
        @OptionGroup var wishes: Wishes
        @Flag(name: .customLong("all-types"), help: "Contents of every type.") var allTypes = false
        @Flag(inversion: .prefixedNo, help: "Whether it is told anything.") var active: Bool?
        @OptionGroup var options: Options

        func validate() throws {
            guard url != nil || allTypes || active != nil || !wishes.body.isEmpty else {
                throw ValidationError(
                    "Give at least one of --url, --event, --type, --all-types, --description, --active, --no-active."
                )
            }
            guard !allTypes || wishes.types.isEmpty else {
                throw ValidationError("Give --type or --all-types, not both.")
            }
        }

        func run() async throws {
            try await options.run { session in
                var body = wishes.body
                body["url"] = url.map { .string($0) }
                body["is_active"] = active.map { .bool($0) }
                if allTypes { body["types"] = .some(.null) }
                let call = APICall(.patch, ["hooks", hook.id], json: .object(body))
                let changed = try await session.api.send(call)
                session.answer(changed) { session.hookTable([changed]) }
                session.note(Localized("Сохранено.", "Saved."))
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Take a web hook away, with its log.")

        @OptionGroup var hook: HookArgument
        @Flag(name: [.short, .long], help: "Do not ask.") var yes = false
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
                _ = try await session.api.send(APICall(.delete, ["hooks", hook.id]))
                session.answer(["id": .string(hook.id)]) { .empty }
                session.note(Localized("Веб-хук \(url) удалён.", "The web hook \(url) is removed."))
            }
        }
    }

    struct Rotate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a new secret, shown this once; the old one signs too for 24 hours."
        )

        @OptionGroup var hook: HookArgument
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let changed = try await session.api.send(APICall(.post, ["hooks", hook.id, "secret"]))
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
                "Tell it this event (all): \(HookEvent.patterns.joined(separator: ", ")).",
                valueName: "event"
            )
        )
        var events: [String] = []

        @Option(
            name: .customLong("type"),
            help: ArgumentHelp("Only of contents of this type (all).", valueName: "type")
        )
        var types: [String] = []

        @Option(help: "What it is for.") var description: String?

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
    @Argument(help: "The id of the web hook.", completion: .custom(Candidates.hooks)) var id: String
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
            Table.Column(text(Localized("СОБЫТИЯ", "EVENTS")), isFlexible: true),
            Table.Column(text(Localized("ВИДЫ", "TYPES")), isFlexible: true),
            Table.Column(text(Localized("СОСТОЯНИЕ", "STATE"))),
            Table.Column(text(Localized("ЗАЧЕМ", "FOR")), isFlexible: true),
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
