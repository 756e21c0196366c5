import Testing

/// An answer of the admin API is read by a type of its own, in one place, and not member by member.
struct AnswerTests {
    /// The files that read members by their names, with the reason.
    private static let readers = [
        "Sources/vitrina/Output/TrialTable.swift": "compares two entries, member by member"
    ]

    private let files: [SwiftFile]

    init() throws {
        files = try SwiftFile.all.get().filter { file in
            ["Sources/vitrina/", "Sources/Web/Console/", "Sources/Web/Resources/", "Sources/Web/System/"]
                .contains { file.isIn($0) }
                || file.isIn("Sources/Apps/")
                    && ["/Commands/", "/Console/", "/Lists/"].contains { file.path.contains($0) }
        }
    }

    @Test func `no page, no list and no command reads an answer by a string key`() {
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
        // A member of any value that is read as one kind, and each member of what an answer is usually called.
        let kinds = #/\["[A-Za-z_]+"\]\?\.(string|strings|integer|bool|array|object|number|signed|person)\b/#
        let answers =
            #/\b(json|answer|value|user|person|document|before|after|release)\??\["[A-Za-z_]+"\](?! = )/#
        return file.lines.indices.filter { index in
            let line = file.lines[index]
            return line.holds("[\"") && (line.contains(kinds) || line.contains(answers))
        }
    }
}
