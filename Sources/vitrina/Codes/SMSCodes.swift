import ArgumentParser
import Core
import Foundation

/// The SMS codes of phones, for tests of the apps.
struct SMSCodes: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sms",
        abstract: Localized("Коды телефонов в тестовом режиме.", "The codes of phones, in test mode.").here,
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
            abstract: Localized("Показать коды, новые сверху.", "Show the codes, newest first.").here,
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

        func validate() throws {
            guard !follow || !page.all && page.cursor == nil else {
                throw ValidationError(
                    Localized(
                        "--follow не сочетается с --all и --cursor.",
                        "--follow goes with neither --all nor --cursor."
                    ).here
                )
            }
        }

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
            let first = try await session.api.get(["codes"], query: query + follower.query)
            let old = follower.new(in: first["items"]?.array ?? [])
            session.tell(old.suffix(page.limit ?? 10), cells: session.cells)
            try await session.follow(every: .milliseconds(500)) {
                let page = try await session.api.get(["codes"], query: query + follower.query)
                session.tell(follower.new(in: page["items"]?.array ?? []), cells: session.cells)
            }
        }
    }

    struct Reveal: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized(
                "Показать телефон кода целиком; запишется в журнал.",
                "Show the phone of a code whole; the audit says who did."
            ).here
        )

        @Argument(
            help: ArgumentHelp("Id кода.", "The id of the code."),
            completion: .custom(Candidates.codes)
        ) var id: String
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let code = try await session.api.send(APICall(.post, ["codes", id, "reveal"]).unseen)
                session.answer(code) { session.codeTable([code]) }
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

    let query = [(name: "limit", value: String(Limits.pageSizeMax))]

    /// The unseen codes, oldest first.
    mutating func new(in page: [JSON]) -> [JSON] {
        let floor = floor ?? page.last?["id"]?.string ?? ""
        self.floor = floor
        let new = page.filter { code in
            guard let id = code["id"]?.string, id >= floor else { return false }
            return shown.insert(id).inserted
        }
        if shown.count > Self.shownMax {
            let kept = shown.sorted().suffix(Self.shownMax / 2)
            self.floor = kept.first
            shown = Set(kept)
        }
        return new.reversed()
    }
}

extension Session {
    fileprivate func codeTable(_ items: [JSON]) -> Table {
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

    fileprivate func cells(_ code: JSON) -> [String] {
        [
            clock.text(code["created_at"]), code["code"]?.string ?? "—", code["phone"]?.string ?? "",
            code["app"]?.string ?? "", code["purpose"]?.string ?? "", text(state(of: code)),
            String(code["failures"]?.integer ?? 0), clock.text(code["expires_at"]),
            code["id"]?.string ?? "",
        ]
    }

    private func state(of code: JSON) -> Localized {
        switch Code.State(rawValue: code["state"]?.string ?? "") {
        case .live?: Localized("действует", "live")
        case .used?: Localized("использован", "used")
        case .replaced?: Localized("заменён", "replaced")
        case .locked?: Localized("закрыт", "locked")
        case .expired?, nil: Localized("истёк", "expired")
        }
    }
}
