import ArgumentParser
import Core
import Flags

extension Flags {
    struct Defaults: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Записать значения по умолчанию файлом, который встраивают в приложение.",
            "Write what apps see by default as a file that is built into an app.",
            discussion: Localized(
                """
                Примеры:
                  vitrina flags defaults --format plist --to RemoteConfigDefaults.plist
                  vitrina flags defaults --format xml --to remote_config_defaults.xml
                """,
                """
                Examples:
                  vitrina flags defaults --format plist --to RemoteConfigDefaults.plist
                  vitrina flags defaults --format xml --to remote_config_defaults.xml
                """
            ).here
        )

        enum Format: String, ExpressibleByArgument, CaseIterable {
            case json, plist, xml
        }

        @OptionGroup var place: FlagPlaceOptions
        @Option(
            help: ArgumentHelp(
                "plist для iOS, xml для Android, json для веба.",
                "plist for iOS, xml for Android, json for the web."
            )
        ) var format = Format.json
        @Option(help: .outputFile) var to = "-"
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let id = try await place.id(session)
                // This call reports a missing project in the program's own error format.
                _ = try await session.api.get(["flags", id])
                let namespace = place.forServers ? FlagPlace.servers : FlagPlace.clients
                var call = APICall(
                    .get,
                    ["projects", id, "namespaces", namespace, "remoteConfig:downloadDefaults"],
                    query: [("format", format.rawValue.uppercased())]
                )
                // The path is a path of Firebase's API.
                call.root = "/v1/"
                let answer = try await session.api.api.send(call)
                guard answer.status == 200 else { throw Failure(answer) }
                try session.write(answer.body, to: to)
            }
        }
    }
}

extension Session {
    /// Writes a file of flags; `-` is standard output.
    func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        let sink = try FileSink(path)
        try sink.write(bytes.last == UInt8(ascii: "\n") ? bytes : bytes + [UInt8(ascii: "\n")])
        try sink.finish()
        noteWritten(path)
    }
}
