import ArgumentParser
import Core
import FoundationEssentials

/// One of the two installations of a promotion.
struct Installation: Sendable {
    /// The name for the database of the settings.
    static let localName = "local"

    let name: String
    let session: Session

    /// Runs work on this installation; a failure includes its name.
    func naming<T>(_ work: (Session) async throws -> T) async throws -> T {
        do {
            return try await work(session)
        } catch {
            throw Failure(error).on(name)
        }
    }

    /// The URL, to detect two names of one installation.
    var address: String? { session.configuration.server }
}

extension Failure {
    /// Returns the same failure, with the name of the installation.
    func on(_ side: String) -> Failure {
        let text = Localized("\(side): \(message.ru)", "\(side): \(message.en)")
        var failure = Failure(exit, code, text, faults: faults, advice: advice)
        (failure.requestID, failure.current, failure.file) = (requestID, current, file)
        return failure
    }
}

/// The options for the database that `local` means.
struct LocalOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Файл настроек (vitrina.json в рабочей папке).",
            "The settings file (vitrina.json in the working folder).",
            valueName: "file"
        ),
        completion: .file(extensions: ["json"])
    )
    var config: String?

    @Option(
        help: ArgumentHelp(
            "Папка данных для local (./var).",
            "The data directory of local (./var).",
            valueName: "directory"
        ),
        completion: .directory
    )
    var data: String?

    @Option(
        help: ArgumentHelp(
            "PostgreSQL для local; лучше в VITRINA_POSTGRES.",
            "The PostgreSQL of local; better in VITRINA_POSTGRES.",
            valueName: "url"
        )
    )
    var postgres: String?

    /// Returns the settings with the server of this name.
    func configuration(of name: String) throws(Failure) -> Configuration {
        let environment = ProcessInfo.processInfo.environment
        var flags: [Setting: String] = [:]
        (flags[.data], flags[.postgres]) = (data, postgres)
        let isLocal = name == Installation.localName
        if isLocal, ContextFile.path(environment) != nil, try ContextFile(environment)[name] != nil {
            throw .usage(
                Localized(
                    "local — это база из настроек, но так назван и контекст. Переименуйте его.",
                    "local is the database of the settings, but a context has that name too. Give it another."
                )
            )
        }
        return try Configuration(
            flags: flags,
            environment: environment,
            file: config,
            context: isLocal ? Context.noneName : name
        )
    }
}
