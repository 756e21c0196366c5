import Core
import Storage
import Web

/// The context of a running command: its target and its output.
struct Session: Sendable {
    let configuration: Configuration
    let terminal: Terminal
    let clock: Clock
    private(set) var api: APIClient
    private let isJSON: Bool
    private let isQuiet: Bool
    /// Collects the changes of a dry run; nil outside one.
    private var trial: Trial?
    /// Shows the answer again after each change; nil if it is shown once.
    private let watch: Watch?
    /// The titles of columns that did not fit and were not reported yet.
    private let hidden = Locked([String]())
    /// The failure of the last output.
    private let refusal = Locked<Failure?>(nil)
    /// Nil if the target is a server.
    private let composition: Composition?

    init(
        configuration: Configuration,
        output: OutputOptions,
        door: Author.Door = .cli,
        confirmed: String? = nil,
        isDryRun: Bool = false,
        watch: Watch? = nil
    ) async throws {
        self.configuration = configuration
        self.watch = watch
        trial = isDryRun ? Trial() : nil
        var terminal = output.terminal
        terminal.caution = Terminal.Caution(
            context: configuration.context?.name,
            isProtected: configuration.context?.isProtected ?? false,
            confirmed: confirmed,
            isDryRun: isDryRun
        )
        self.terminal = terminal
        clock = Clock(zone: configuration.timeZone)
        isJSON = output.json
        isQuiet = output.quiet
        if let server = configuration.server {
            composition = nil
            let api = RemoteAPI(server: server, token: configuration.token)
            self.api = APIClient(
                api: api,
                language: terminal.language,
                trial: trial,
                requireConsent: { [terminal] in try terminal.confirmChange() }
            )
        } else {
            let composition = try await Composition(configuration)
            self.composition = composition
            api = APIClient(
                api: LocalAPI(server: composition.server, door: door),
                language: terminal.language,
                trial: trial
            )
        }
    }

    /// The same session as a dry run, to find refusals before the first change.
    var trying: Session {
        var session = self
        let trial = Trial()
        session.trial = trial
        session.api = APIClient(api: api.api, language: api.language, trial: trial)
        return session
    }

    func close() async {
        await composition?.close()
    }

    /// The services of the process; nil if the target is a server.
    var services: Services? { composition?.services }

    /// Adds to the search what a large local command has changed; a server that runs does it by itself, in its own time.
    func addToSearch() async throws {
        try await services?.contents.searchIndex.takeAllQueued()
    }

    /// Runs a command; repeatedly if a watch is set.
    func run(_ body: (Session) async throws -> Void) async throws {
        if let watch {
            try await watch.run(terminal) { try await body(self) }
        } else {
            try await body(self)
        }
        if let refusal = refusal.value { throw refusal }
        if let trial, trial.hasTried, isTalkative {
            terminal.note(
                Localized("Пробный запуск: ничего не изменено.", "Nothing was changed (dry run).")
            )
        }
    }

    /// Writes the answer to standard output in the requested format; `ids` replace its own with `--quiet`.
    func answer(_ json: JSON, ids: [String]? = nil, table: () throws -> Table) rethrows {
        let text =
            if isJSON {
                json.text
            } else if isQuiet {
                (ids ?? [json.id ?? ""]).map { printable($0) }.joined(separator: "\n")
            } else {
                try shown(trial.flatMap { TrialTable(json, session: self, trial: $0)?.table } ?? table())
            }
        if let watch {
            show(text, watch)
        } else if !text.isEmpty {
            terminal.say(text)
            terminal.noteHidden(
                hidden.update { titles in
                    defer { titles = [] }
                    return titles
                }
            )
        }
    }

    /// Returns the table for this terminal; an unknown column is reported after the work.
    private func shown(_ table: Table) -> String {
        do {
            let (text, columns) = try terminal.text(of: table)
            hidden.update { $0 = columns }
            return text
        } catch {
            refusal.update { $0 = error }
            return ""
        }
    }

    /// Shows a watched list if it has changed; on a terminal it replaces the previous list, else it follows it.
    private func show(_ text: String, _ watch: Watch) {
        let isFirst = !watch.hasShown
        guard watch.take(text) else { return }
        if terminal.width != nil {
            terminal.say("\u{1B}[H\u{1B}[2J\u{1B}[3J" + text)
        } else {
            if !isFirst && !isJSON { terminal.say("--- \(Timestamp.current)") }
            terminal.say(text)
        }
    }

    /// Notes a finished action, for a user and outside a dry run.
    func note(_ text: Localized) {
        if trial?.hasTried != true { report(text) }
    }

    /// Notes a detail of the answer, for a user.
    func report(_ text: Localized) {
        if isTalkative && watch?.isFresh != false { terminal.note(text) }
    }

    /// True if a user reads the output.
    var isTalkative: Bool { !isJSON && !isQuiet }

    /// True if no change is saved.
    var isDryRun: Bool { trial != nil }

    func text(_ text: Localized) -> String { text[terminal.language] }
}
