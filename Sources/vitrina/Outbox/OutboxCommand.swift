import ArgumentParser
import Core

/// What leaves the building, and what has become of it.
struct OutboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox",
        abstract: "SMS, mails, notifications and web hooks: what has gone, what waits, and why.",
        subcommands: [List.self, Show.self, Retry.self]
    )

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the messages, newest first.")

        @Option(
            help: "sms, mail, push, hook or flags.",
            completion: .list(["sms", "mail", "push", "hook", "flags"])
        ) var kind: String?
        @Option(
            help: "waiting, sent, failed or kept.",
            completion: .list(OutboxMessage.State.allCases.map(\.rawValue))
        )
        var state: String?
        @OptionGroup var page: PageOptions
        @OptionGroup var watch: WatchOptions
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run(watching: watch) { session in
                let query = [("kind", kind), ("state", state)].given
                try await session.answerPage(["outbox"], page, query, table: session.messageTable)
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show one message.")

        @OptionGroup var message: MessageArgument
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let message = try await session.api.get(["outbox", String(message.id)])
                session.answer(message) { session.messageTable([message]) }
            }
        }
    }

    struct Retry: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Send a message again at once; a running server does."
        )

        @OptionGroup var message: MessageArgument
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let call = APICall(.post, ["outbox", String(message.id), "retry"])
                let message = try await session.api.send(call)
                session.answer(message) { session.messageTable([message]) }
            }
        }
    }

    struct MessageArgument: ParsableArguments {
        @Argument(help: "The number of the message.", completion: .custom(Candidates.messages))
        var id: Int64
    }
}

extension Session {
    func messageTable(_ items: [JSON]) -> Table {
        let columns = [
            Table.Column(text(Localized("№", "NO")), isNumber: true),
            Table.Column(text(Localized("КОГДА", "AT"))),
            Table.Column(text(Localized("ЧТО", "KIND"))),
            Table.Column(text(Localized("КОМУ", "TO"))),
            Table.Column(text(Localized("ТЕМА", "TITLE")), isFlexible: true),
            Table.Column(text(Localized("ТЕКСТ", "TEXT")), isFlexible: true),
            Table.Column(text(Localized("СОСТОЯНИЕ", "STATE"))),
            Table.Column(text(Localized("ПОПЫТКИ", "ATTEMPTS")), isNumber: true),
            Table.Column(text(Localized("ДАЛЬШЕ", "NEXT"))),
            Table.Column(text(Localized("ОШИБКА", "ERROR")), isFlexible: true),
        ]
        let rows = items.map { item in
            [
                String(item["id"]?.integer ?? 0), clock.text(item["created_at"]),
                item["kind"]?.string ?? "", item["to"]?.string ?? "", item["title"]?.string ?? "",
                item["text"]?.string ?? "", item["state"]?.string ?? "",
                String(item["attempts"]?.integer ?? 0), clock.text(item["next_attempt_at"]),
                item["error"]?.string ?? "",
            ]
        }
        return Table(columns, rows: rows)
    }
}
