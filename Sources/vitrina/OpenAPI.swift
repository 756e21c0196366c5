import ArgumentParser
import Core

/// Runs `vitrina openapi > openapi.json`.
struct OpenAPI: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "openapi",
        "Вывести описание всех API в OpenAPI 3.1.",
        "Print the description of every API as OpenAPI 3.1."
    )

    @OptionGroup var options: Options

    func run() async throws {
        try await options.run { session in
            session.terminal.say(try await session.api.get(["openapi.json"]).text)
        }
    }
}
