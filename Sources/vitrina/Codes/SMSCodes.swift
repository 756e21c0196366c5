import ArgumentParser
import Core

/// The SMS codes of phones, for tests of the apps.
struct SMSCodes: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sms",
        "Коды телефонов в тестовом режиме.",
        "The codes of phones, in test mode.",
        discussion: Localized(
            """
            Примеры:
              vitrina sms list --phone 45
              vitrina sms list --follow --app mall
              vitrina sms reveal ID
            """,
            """
            Examples:
              vitrina sms list --phone 45
              vitrina sms list --follow --app mall
              vitrina sms reveal ID
            """
        ).here,
        subcommands: [List.self, Reveal.self]
    )

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Показать коды, новые сверху.",
            "Show the codes, newest first.",
            discussion:
                Localized(
                    "С --follow сначала старые, по строке, новые добавляются до Ctrl-C.",
                    "With --follow the oldest comes first, one line each, and each new code is added until Ctrl-C."
                ).here
        )

        @Option(
            help: ArgumentHelp(
                "Только этого телефона или с таким концом (без people.read — 2 цифры).",
                "Only of this phone, or of those that end so (on 2 digits without people.read).",
                valueName: "digits"
            )
        )
        var phone: String?
        @Option(
            help: ArgumentHelp("Только этого приложения.", "Only of this app."),
            completion: .custom(Candidates.apps)
        ) var app: String?
        @OptionGroup var page: PageOptions
        @Flag(
            name: [.short, .long],
            help: ArgumentHelp("Продолжать и показывать новые коды.", "Go on, and show each new code.")
        ) var follow = false
        @OptionGroup var options: Options

        func validate() throws { try page.validate(following: follow) }

        func run() async throws {
            try await options.run { session in
                if follow { return try await follow(session) }
                try await session.answerPage(["codes"], page, query, table: session.codeTable)
            }
        }

        private var query: [(name: String, value: String)] {
            [("phone", phone), ("app", app)].given
        }

        private func follow(_ session: Session) async throws {
            Exit.endsByInterrupt()
            var follower = CodeFollower()
            let first = try await newest(session)
            let old = try follower.new(in: first)
            try session.tell(old.suffix(page.limit ?? 10), cells: session.cells)
            try await session.follow(every: .milliseconds(500)) {
                try session.tell(follower.new(in: await newest(session)), cells: session.cells)
            }
        }

        private func newest(_ session: Session) async throws -> [JSON] {
            let query = query + [(name: "limit", value: String(Limits.pageSizeMax))]
            return try await session.api.get(["codes"], query: query, as: Page<JSON>.self).elements
        }
    }

    struct Reveal: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Показать телефон кода целиком; запишется в журнал.",
            "Show the phone of a code whole; the audit says who did."
        )

        @Argument(
            help: ArgumentHelp("Id кода.", "The id of the code."),
            completion: .custom(Candidates.codes)
        ) var id: String
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let code = try await session.api.send(APICall(.post, ["codes", id, "reveal"]).unseen)
                try session.answer(code) { session.codeTable([try Code.Answer(json: code)]) }
            }
        }
    }
}

/// The codes that have been shown; new codes are always on the newest page.
private struct CodeFollower {
    /// The maximum number of stored ids.
    private static let shownMax = 10_000

    private var shown: Set<String> = []
    /// Codes up to this id are ignored; ids grow with time.
    private var floor: String?

    /// The unseen codes, oldest first.
    mutating func new(in page: [JSON]) throws(Fault) -> [JSON] {
        let ids = try [Code.Answer](json: .array(page)).map(\.id)
        let floor = floor ?? ids.last ?? ""
        self.floor = floor
        let new = zip(page, ids).filter { $1 >= floor && shown.insert($1).inserted }.map { $0.0 }
        if shown.count > Self.shownMax {
            let kept = shown.sorted().suffix(Self.shownMax / 2)
            self.floor = kept.first
            shown = Set(kept)
        }
        return new.reversed()
    }
}

extension Session {
    fileprivate func codeTable(_ items: [Code.Answer]) -> Table {
        let columns = [
            Table.Column(Localized("КОГДА", "AT")),
            Table.Column(Localized("КОД", "CODE")),
            Table.Column(Localized("НОМЕР", "PHONE")),
            Table.Column(Localized("ПРИЛОЖЕНИЕ", "APP")),
            Table.Column(Localized("ЗАЧЕМ", "FOR")),
            Table.Column(Localized("СОСТОЯНИЕ", "STATE"), isKept: true),
            Table.Column(Localized("ОШИБОК", "MISTAKES"), isNumber: true),
            Table.Column(Localized("ДО", "UNTIL")),
            Table.Column("ID"),
        ]
        return Table(columns, rows: items.map { cells($0) })
    }

    fileprivate func cells(_ code: Code.Answer) -> [String] {
        [
            clock.text(code.createdAt), code.code ?? "—", code.phone, code.app, code.purpose,
            text(title(of: code.state)), String(code.failures), clock.text(code.expiresAt), code.id,
        ]
    }

    private func title(of state: Code.State) -> Localized {
        switch state {
        case .live: Localized("действует", "live")
        case .used: Localized("использован", "used")
        case .replaced: Localized("заменён", "replaced")
        case .locked: Localized("закрыт", "locked")
        case .expired: Localized("истёк", "expired")
        }
    }
}
