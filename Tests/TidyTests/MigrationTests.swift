import Foundation
import Testing

/// The declarations of the migrations: which older programs can work beside them.
struct MigrationTests {
    private struct File {
        let path: String
        let number: String
        let declaration: Substring
        /// The statements without comments.
        let statements: String

        init(_ path: String) throws {
            let text = try String(contentsOf: Project.top.appending(path: path), encoding: .utf8)
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            (self.path, declaration) = (path, lines.first ?? "")
            number = String((path.split(separator: "/").last ?? "").prefix(4))
            statements = lines.map { $0.prefix(upTo: $0.firstRange(of: "--")?.lowerBound ?? $0.endIndex) }
                .joined(separator: "\n")
        }

        var isExpanding: Bool { declaration == "-- compatible: yes" }

        /// The number of the step that a program must know; nil for a step that only adds, or without a declaration.
        var since: String? {
            declaration.wholeMatch(of: #/-- since: (\d{4})/#).map { String($0.output.1) }
        }

        /// The changes of the step that are not allowed in one that only adds.
        var taken: [String] {
            var taken = found(#/\b(?:DROP|RENAME)\b/#)
            taken += found(#/\bSET\s+NOT\s+NULL\b/#)
            taken += found(#/\bALTER\s+COLUMN\s+\S+\s+(?:SET\s+DATA\s+)?TYPE\b/#)
            taken += found(#/\bADD\s+CONSTRAINT\b/#)
            taken += found(#/\bADD\s+COLUMN\b[^;]*/#).filter { column in
                column.contains("NOT NULL") && !column.contains("DEFAULT") && !column.contains("OR NOT")
            }
            return taken
        }

        private func found(_ pattern: Regex<Substring>) -> [String] {
            statements.matches(of: pattern.ignoresCase()).map { String($0.output) }
        }
    }

    private func files() throws -> [File] {
        try ["sqlite", "postgres"].flatMap { try Project.files(in: "Migrations/\($0)") }
            .filter { $0.hasSuffix(".sql") }.map { try File($0) }
    }

    @Test func `each migration declares in its first line which programs can work beside it`() throws {
        let faults = try files().compactMap { file -> String? in
            if file.isExpanding { return nil }
            guard let since = file.since else {
                return "\(file.path): begin it with `-- compatible: yes`, or with `-- since: NNNN`"
            }
            return since <= file.number ? nil : "\(file.path): it cannot ask for a later step than itself"
        }

        #expect(faults == [])
    }

    @Test func `a migration that only adds takes nothing away`() throws {
        let faults = try files().filter(\.isExpanding).flatMap { file in
            file.taken.map { "\(file.path): \($0) is for a step with `-- since: NNNN`" }
        }

        #expect(faults == [])
    }

    @Test func `both databases declare the same of a migration`() throws {
        let declarations = Dictionary(grouping: try files()) { $0.path.split(separator: "/").last ?? "" }

        let faults = declarations.filter { Set($0.value.map(\.declaration)).count > 1 }.keys.sorted()

        #expect(faults == [])
    }
}
