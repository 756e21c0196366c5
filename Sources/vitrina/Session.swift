import Core
import Foundation

/// What a command works with while it runs.
struct Session: Sendable {
    let configuration: Configuration
    let terminal: Terminal
    let clock: Clock
    let api: APIClient
    private let isJSON: Bool
    private let isQuiet: Bool
    /// Nil where the command speaks to a server.
    private let composition: Composition?

    init(configuration: Configuration, output: OutputOptions, door: Author.Door = .cli) async throws {
        self.configuration = configuration
        terminal = output.terminal
        clock = Clock(zone: configuration.timeZone)
        isJSON = output.json
        isQuiet = output.quiet
        if let server = configuration.server {
            composition = nil
            let api = RemoteAPI(server: server, token: configuration.token)
            self.api = APIClient(api: api, language: terminal.language)
        } else {
            let composition = try await Composition(configuration)
            self.composition = composition
            api = APIClient(
                api: LocalAPI(server: composition.server, door: door),
                language: terminal.language
            )
        }
    }

    func close() async {
        await composition?.close()
    }

    /// Gives the answer on standard output, in the form that was asked for.
    func answer(_ json: JSON, ids: [String], table: () -> Table) {
        if isJSON {
            terminal.say(json.text)
        } else if isQuiet {
            for id in ids { terminal.say(printable(id)) }
        } else {
            let text = table().text(width: terminal.width, style: terminal.output)
            if !text.isEmpty { terminal.say(text) }
        }
    }

    /// Says what was done, where a person reads along.
    func note(_ text: Localized) {
        if isTalkative { terminal.note(text) }
    }

    /// A person reads along.
    var isTalkative: Bool { !isJSON && !isQuiet }

    func text(_ text: Localized) -> String { text[terminal.language] }
}
