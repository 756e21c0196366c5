import Testing

/// An answer of the admin API is read by a type of its own, in one place, and not member by member.
struct AnswerTests {
    /// The files that read members by their names, with the reason.
    private static let readers = [
        "Sources/Web/Console/API/APIDescription.swift": "a document of OpenAPI, which is no answer"
    ]

    private let files: [SwiftFile]

    init() throws {
        files = try SwiftFile.all.get().filter { file in
            file.isIn("Sources/vitrina/") || file.isIn("Sources/Web/Console/")
                || file.isIn("Sources/Apps/")
                    && (file.path.contains("/Commands/") || file.path.contains("/Console/"))
        }
    }

    @Test func `no page and no command reads an answer by a string key`() {
        let faults = files.filter { Self.readers[$0.path] == nil }.flatMap { file in
            Self.reads(in: file).map {
                "\(file.path):\($0 + 1): reads a member by its name; let a JSONReadable type read the answer"
            }
        }

        #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
    }

    @Test(arguments: readers.keys.sorted())
    func `a file that may read members does`(path: String) throws {
        let file = try #require(files.first { $0.path == path })

        #expect(!Self.reads(in: file).isEmpty)
    }

    private static func reads(in file: SwiftFile) -> [Int] {
        let read = #/\["[A-Za-z_]+"\]\?\.(string|strings|integer|bool|array|object|number|signed|person)\b/#
        return file.lines.indices.filter {
            file.lines[$0].holds("\"]?.") && file.lines[$0].contains(read)
        }
    }
}
