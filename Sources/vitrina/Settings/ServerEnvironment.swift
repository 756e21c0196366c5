import Core
import FoundationEssentials
import Storage

/// The environment of a server, some of whose variables are in a file that can be read again.
///
/// A process cannot see that its supervisor's file (`EnvironmentFile=` of systemd) has changed. So it is told the name
/// of that file, by a variable that is no setting.
struct ServerEnvironment: Sendable {
    static let fileVariable = "VITRINA_ENV_FILE"
    private static let sizeMax = 1 << 20

    /// The variables that do not come from the file.
    private let own: [String: String]
    private let path: String?
    private let wasThere: Bool

    init(_ environment: [String: String]) {
        path = environment[Self.fileVariable].flatMap { $0.isEmpty ? nil : $0 }
        let values = path.flatMap { Self.values(at: $0) }
        wasThere = values != nil
        own = environment.filter { values?[$0.key] == nil }
    }

    /// The variables as they are now; those of the file come first, as with systemd.
    ///
    /// Throws if the file was there when the server started, and cannot be read any more; `isAgain` is true for a later
    /// reading, which also throws if it is there and could never be read.
    func read(isAgain: Bool) throws(Failure) -> [String: String] {
        guard let path else { return own }
        guard let values = Self.values(at: path) else {
            guard wasThere || isAgain && FileManager.default.fileExists(atPath: path) else { return own }
            throw Configuration.wrong(
                Localized(
                    "Файл окружения \(path) не прочитать.",
                    "The environment file \(path) cannot be read."
                )
            )
        }
        return own.merging(values) { _, new in new }
    }

    /// The settings in a file of lines `VITRINA_NAME=value`; nil if it cannot be read.
    private static func values(at path: String) -> [String: String]? {
        guard let bytes = FileManager.default.contents(atPath: path), bytes.count <= sizeMax else {
            return nil
        }
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        let pairs = lines.compactMap { line -> (String, String)? in
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0].trimmed.hasPrefix("VITRINA_") else { return nil }
            return (parts[0].trimmed, unquoted(parts[1].trimmed))
        }
        return Dictionary(pairs) { _, last in last }
    }

    private static func unquoted(_ text: String) -> String {
        for quote in ["'", "\""] where text.count > 1 && text.hasPrefix(quote) && text.hasSuffix(quote) {
            return String(text.dropFirst().dropLast())
        }
        return text
    }
}

/// The source of a server's settings, at the start and at each reload.
struct ConfigurationSource: Sendable {
    let flags: [Setting: String]
    /// The file that was asked for.
    let file: String?
    let environment: ServerEnvironment

    /// `isAgain` is false at the start of the server.
    func read(isAgain: Bool = false) throws(Failure) -> Configuration {
        try Configuration(
            flags: flags,
            environment: environment.read(isAgain: isAgain),
            file: file,
            usesContexts: false
        )
    }
}
