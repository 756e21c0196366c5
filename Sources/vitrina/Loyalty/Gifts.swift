import ArgumentParser
import Core

/// What people have bought for points.
struct Gifts: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gifts",
        abstract: Localized(
            "Что люди купили за баллы: посмотреть, вернуть, выгрузить.",
            "What people have bought for points: look, take back, export."
        ).here,
        subcommands: [List.self, Show.self, Uses.self, Refund.self, Export.self]
    )

    static let path = ["mall", "gifts"]

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized(
                "Список подарков, последние покупки сверху.",
                "List gifts, those bought last first."
            ).here
        )

        @OptionGroup var filter: GiftFilter
        @OptionGroup var page: PageOptions
        @OptionGroup var watch: WatchOptions
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run(watching: watch) { session in
                let query = try filter.query(session)
                try await session.answerPage(Gifts.path, page, query, table: session.giftTable)
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized("Показать подарок.", "Show one gift.").here
        )

        @Argument(help: ArgumentHelp("Id подарка.", "The id of the gift.")) var id: String
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let gift = try await session.api.get(Gifts.path + [id])
                session.answer(gift) { session.giftTable([gift]) }
            }
        }
    }

    struct Uses: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized(
                "Список использований и истечений подарков.",
                "List each time that a gift was used or has expired."
            ).here
        )

        @Option(
            help: ArgumentHelp("Только use или time.", "Only use or time.", valueName: "kind"),
            completion: .list(["use", "time"])
        )
        var kind: String?
        @OptionGroup var filter: PersonFilter
        @Option(help: ArgumentHelp("Только этой акции.", "Only of this offer.", valueName: "id")) var offer:
            String?
        @OptionGroup var times: TimeOptions
        @OptionGroup var page: PageOptions
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let query =
                    [("kind", kind), ("offer", offer)].given + filter.query + (try times.query(session))
                try await session.answerPage(Gifts.path + ["uses"], page, query, table: session.useTable)
            }
        }
    }

    struct Refund: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized(
                "Забрать неиспользованный подарок: вернутся баллы и остаток.",
                "Take a gift back that was never used: the points return, and the stock too."
            ).here
        )

        @Argument(help: ArgumentHelp("Id подарка.", "The id of the gift.")) var id: String
        @OptionGroup var reason: NoteOption
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let call = APICall(.post, Gifts.path + [id, "refund"]).note(reason.note)
                let gift = try await session.api.send(call)
                session.answer(gift) { session.giftTable([gift]) }
                session.note(Localized("Баллы вернулись.", "The points are back."))
            }
        }
    }

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized(
                "Записать покупки таблицей (CSV); попадает в журнал.",
                "Write what people have bought as a table (CSV); this is audited."
            ).here
        )

        @OptionGroup var filter: GiftFilter
        @OptionGroup var file: TableFile
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                try await file.fetch(Gifts.path + ["export"], try filter.query(session), session)
            }
        }
    }
}

/// Which gifts a command is about.
struct GiftFilter: ParsableArguments {
    static let states = ["owned", "used", "expired", "refunded"]

    @Option(
        help: ArgumentHelp(
            "Только в этом состоянии: \(states.joined(separator: ", ")).",
            "Only in this state: \(states.joined(separator: ", ")).",
            valueName: "state"
        ),
        completion: .list(states)
    )
    var state: String?
    @OptionGroup var person: PersonFilter
    @Option(help: ArgumentHelp("Только этой акции.", "Only of this offer.", valueName: "id")) var offer:
        String?
    @OptionGroup var times: TimeOptions

    func query(_ session: Session) throws -> [(name: String, value: String)] {
        [("state", state), ("offer", offer)].given + person.query + (try times.query(session))
    }
}

extension Session {
    fileprivate func giftTable(_ items: [JSON]) -> Table {
        let columns = [
            Table.Column("ID"),
            Table.Column(Localized("КУПЛЕН", "BOUGHT")),
            Table.Column(Localized("КТО", "WHO"), isFlexible: true),
            Table.Column(Localized("ПОДАРОК", "GIFT"), isFlexible: true),
            Table.Column(Localized("БАЛЛЫ", "POINTS"), isNumber: true),
            Table.Column(Localized("СОСТОЯНИЕ", "STATE"), isKept: true),
            Table.Column(Localized("РАЗ", "USES"), isNumber: true),
        ]
        let rows = items.map { gift in
            [
                gift["id"]?.string ?? "", clock.text(gift["bought_at"]), gift["user"].person,
                gift["offer"]?["title"]?.string ?? "", gift["cost"].number, gift["state"]?.string ?? "",
                gift["uses"].number,
            ]
        }
        return Table(columns, rows: rows)
    }

    fileprivate func useTable(_ items: [JSON]) -> Table {
        let columns = [
            Table.Column(Localized("КОГДА", "AT")),
            Table.Column(Localized("КТО", "WHO"), isFlexible: true),
            Table.Column(Localized("ПОДАРОК", "GIFT"), isFlexible: true),
            Table.Column(Localized("ЧТО", "KIND")),
        ]
        let rows = items.map { use in
            [
                clock.text(use["at"]), use["user"].person,
                use["offer"]?["title"]?.string ?? "", use["kind"]?.string ?? "",
            ]
        }
        return Table(columns, rows: rows)
    }
}
