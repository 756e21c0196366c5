import Core
import Web
import Foundation
import Storage

/// What a command works with while it runs.
struct Session: Sendable {
    let configuration: Configuration
    let terminal: Terminal
    let clock: Clock
    private(set) var api: APIClient
    private let isJSON: Bool
    private let isQuiet: Bool
    /// Where every change is only tried out.
    private var trial: Trial?
    /// Where the answer is shown again when it changes.
    private let watch: Watch?
    /// The titles of columns that had no room, until they are told.
    private let hidden = Locked([String]())
    /// Why an answer could not be shown as it was wanted.
    private let refusal = Locked<Failure?>(nil)
    /// Nil where the command speaks to a server.
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

    /// The same, with every change only tried out: so what would be refused is known before anything is changed.
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

    /// What a command works with beside the API, where it works on the database itself.
    var services: Services? { composition?.services }

    /// Does the work of a command, again and again where it watches.
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

    /// Gives the answer on standard output, in the form that was asked for; one thing is named by its own id.
    func answer(_ json: JSON, ids: [String]? = nil, table: () -> Table) {
        let text =
            if isJSON {
                json.text
            } else if isQuiet {
                (ids ?? [json.id ?? ""]).map { printable($0) }.joined(separator: "\n")
            } else {
                shown(trial.flatMap { TrialTable(json, session: self, trial: $0)?.table } ?? table())
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

    /// The table on this terminal; a column that is not there is told once the work is done.
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

    /// Shows a list that is watched, where it is another than before: on a terminal in its place, else below it.
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

    /// Says what was done, where a person reads along and it was.
    func note(_ text: Localized) {
        if trial?.hasTried != true { report(text) }
    }

    /// Says more of the answer, where a person reads along.
    func report(_ text: Localized) {
        if isTalkative && watch?.isFresh != false { terminal.note(text) }
    }

    /// A person reads along.
    var isTalkative: Bool { !isJSON && !isQuiet }

    /// Nothing that this command changes is kept.
    var isDryRun: Bool { trial != nil }

    func text(_ text: Localized) -> String { text[terminal.language] }
}
