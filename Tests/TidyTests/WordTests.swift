import Foundation
import Testing

/// Sources, names of tests and documents use plain words, which are in docs/GLOSSARY.md.
struct WordTests {
    /// Words that are not used, in lower case, with the alternative for each.
    private static let words = [
        "whoever": "name the actor: a user, a client, a member of staff",
        "whomever": "name the actor", "anew": "say again, or from scratch",
        "hardly": "say rarely, or almost never", "lest": "say so that … not", "thereof": "say of it",
        "whence": "say from where",
        "nobody's": "say no one's",
    ]

    @Test func `sources use plain words`() throws {
        let files = try SwiftFile.all.get().filter { $0.isIn("Sources/") }

        let faults = files.flatMap { file in
            file.lines.enumerated().compactMap { number, line in
                Self.fault(in: line).map { "\(file.path):\(number + 1): \($0)" }
            }
        }

        #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
    }

    @Test func `names of tests use plain words`() throws {
        let files = try SwiftFile.all.get().filter { $0.isIn("Tests/") }

        let faults = files.flatMap { file in
            file.lines.enumerated().compactMap { number, line -> String? in
                guard line.holds("func `") else { return nil }
                return Self.fault(in: line).map { "\(file.path):\(number + 1): \($0)" }
            }
        }

        #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
    }

    @Test func `documents use plain words`() throws {
        let paths = try Project.files(in: "docs").filter {
            // The glossary lists the words that are not used.
            $0.hasSuffix(".md") && $0 != "docs/GLOSSARY.md" && !$0.hasPrefix("docs/contracts/")
                && !$0.hasPrefix("docs/ru/")
        }

        let faults = try (paths + ["README.md", "CHANGELOG.md", "CONTRIBUTING.md"]).flatMap { path in
            let text = try String(contentsOf: Project.top.appending(path: path), encoding: .utf8)
            return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap {
                number,
                line in Self.fault(in: line).map { "\(path):\(number + 1): \($0)" }
            }
        }

        #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
    }

    private static func fault(in text: Substring) -> String? {
        // A search for each word first is faster than splitting every line.
        let lowered = Substring(text.lowercased())
        for (word, advice) in words where lowered.holds(word) {
            let isWhole = lowered.split { !$0.isLetter && $0 != "'" }.contains { $0 == word }
            if isWhole { return "“\(word)” is not used; \(advice)" }
        }
        return nil
    }
}
