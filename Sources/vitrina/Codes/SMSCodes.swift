import ArgumentParser
import Core
import Foundation

/// The codes of phones, for those who test the apps.
struct SMSCodes: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sms",
        abstract: "The codes of phones, in test mode.",
        discussion: """
            Examples:
              vitrina sms list --phone 45
              vitrina sms list --follow --app mall
              vitrina sms reveal ID
            """,
        subcommands: [List.self, Reveal.self]
    )

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show the codes, newest first.",
            discussion:
                "With --follow the oldest comes first, one line each, and each new code is added until Ctrl-C."
        )

        @Option(
            help: ArgumentHelp(
                "Only of this phone, or of those that end so (on 2 digits without people.read).",
                valueName: "digits"
            )
        )
        var phone: String?
        @Option(help: "Only of this app.", completion: .custom(Candidates.apps)) var app: String?
        @OptionGroup var page: PageOptions
        @Flag(name: [.short, .long], help: "Go on, and show each new code.") var follow = false
        @OptionGroup var options: Options

        func validate() throws {
            guard !follow || !page.all && page.cursor == nil else {
                throw ValidationError("--follow goes with neither --all nor --cursor.")
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
            abstract: "Show the phone of a code whole; the audit says who did."
        )

        @Argument(help: "The id of the code.", completion: .custom(Candidates.codes)) var id: String
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let code = try await session.api.send(APICall(.post, ["codes", id, "reveal"]))
                session.answer(code) { session.codeTable([code]) }
            }
        }
    }
}

/// Which codes have been shown; the newest page holds all that can be new.
private struct CodeFollower {
    /// Ids that are remembered.
    private static let shownMax = 10_000

    private var shown: Set<String> = []
    /// What is older is not looked at; ids grow with time.
    private var floor: String?

    let query = [(name: "limit", value: String(Limits.pageSizeMax))]

    /// What has not been shown, the oldest first.
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
            Table.Column(text(Localized("КОГДА", "AT"))),
            Table.Column(text(Localized("КОД", "CODE"))),
            Table.Column(text(Localized("НОМЕР", "PHONE"))),
            Table.Column(text(Localized("ПРИЛОЖЕНИЕ", "APP"))),
            Table.Column(text(Localized("ЗАЧЕМ", "FOR"))),
            Table.Column(text(Localized("СОСТОЯНИЕ", "STATE"))),
            Table.Column(text(Localized("ОШИБОК", "MISTAKES")), isNumber: true),
            Table.Column(text(Localized("ДО", "UNTIL"))),
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
