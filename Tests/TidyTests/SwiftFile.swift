import Foundation

/// One Swift file of the project, as written and as the compiler reads it.
struct SwiftFile: Sendable {
    /// The path from the top of the project: `Sources/Core/JSON.swift`.
    let path: String
    let lines: [Substring]
    /// The same lines without comments and the text of strings.
    let code: [Substring]

    static let all = Result { try read() }

    /// The last part of the path, without `.swift`.
    var name: String { String(path.split(separator: "/").last?.dropLast(".swift".count) ?? "") }
    /// The target of the file; the commands of an app are compiled into the program.
    var target: String {
        path.contains("/Commands/") ? "vitrina" : String(path.split(separator: "/").dropFirst().first ?? "")
    }

    func isIn(_ folder: String) -> Bool { path.hasPrefix(folder) }

    private static func read() throws -> [SwiftFile] {
        let paths = try Project.files(in: "Sources") + Project.files(in: "Tests")
        return try paths.filter { $0.hasSuffix(".swift") }.map { path in
            let text = try String(contentsOf: Project.top.appending(path: path), encoding: .utf8)
            return SwiftFile(path: path, text: text)
        }
    }
}

extension SwiftFile {
    init(path: String, text: String) {
        self.init(
            path: path,
            lines: text.split(separator: "\n", omittingEmptySubsequences: false),
            code: CodeReader.code(of: text).split(separator: "\n", omittingEmptySubsequences: false)
        )
    }
}

/// The directory of the project on this machine.
enum Project {
    static let top = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The paths, from the top, of all files below `folder`, sorted.
    static func files(in folder: String) throws -> [String] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: top.appending(path: folder).path)
        return paths.map { "\(folder)/\($0)" }.sorted()
    }
}

extension Substring {
    /// True if the text has the word anywhere.
    ///
    /// A pattern is a hundred times slower without optimisation, and most lines need no further check.
    func holds(_ word: String) -> Bool {
        withCString { strstr($0, word) != nil }
    }
}
