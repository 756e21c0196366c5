import Foundation
import Testing

/// The house rules that a program can check; each fault gives the file, the line and the remedy.
struct TidyTests {
    private static let fileLinesMax = 300
    private static let functionLinesMax = 50
    /// The maximum length of a test; it is longer than a function, because a test may include a whole answer.
    private static let testLinesMax = 80
    private static let templateColumnsMax = 150

    private let files: [SwiftFile]

    init() throws {
        files = try SwiftFile.all.get()
        try #require(files.contains { $0.isIn("Sources/") }, "No sources below \(Project.top.path).")
    }

    @Test func `a file is short enough to be read at once`() {
        let faults = files.filter { $0.lines.count > Self.fileLinesMax + 1 }.map {
            "\($0.path): has \($0.lines.count - 1) lines; split it by subject to at most \(Self.fileLinesMax)"
        }

        expectNone(faults)
    }

    @Test func `a function fits on a screen`() {
        let faults = files.flatMap { file in
            let linesMax = file.isIn("Tests/") ? Self.testLinesMax : Self.functionLinesMax
            return file.functions.filter { $0.lines.count > linesMax }.map {
                "\(file.path):\($0.lines.lowerBound + 1): has \($0.lines.count) lines; "
                    + "give its parts names, at most \(linesMax) lines"
            }
        }

        expectNone(faults)
    }

    @Test(arguments: Ban.all)
    func `what is banned stays at home`(ban: Ban) {
        let faults = files.filter { file in !ban.homes.contains { file.isIn($0) } }.flatMap { file in
            file.code.indices.filter { ban.isIn(file.code[$0]) }.map {
                "\(file.path):\($0 + 1): \(ban.word) \(ban.wayOut)"
            }
        }

        expectNone(faults)
    }

    @Test func `a target imports only what stands to its left`() {
        let line = ["Voyages", "CLibPQ", "Storage", "Core", "Flags", "Web", "Apps", "vitrina"]

        let faults = files.filter { $0.isIn("Sources/") }.flatMap { file -> [String] in
            guard let own = line.firstIndex(of: file.target) else { return [] }
            return file.imports.compactMap { number, module in
                guard let other = line.firstIndex(of: module), other >= own else { return nil }
                return "\(file.path):\(number + 1): import \(module) points to the right of \(file.target); "
                    + "move what is needed to the left: \(line.joined(separator: " ← "))"
            }
        }

        expectNone(faults)
    }

    /// The tables of ICU that Foundation brings are 39 MB of a program; the build plugins are not part of it.
    @Test func `the program needs no more of Foundation than its essentials`() {
        let whole = ["Foundation", "FoundationInternationalization", "FoundationNetworking", "FoundationXML"]
        let sources = files.filter { $0.isIn("Sources/") && !$0.target.hasPrefix("Embed") }

        let faults = sources.flatMap { file in
            file.imports.filter { whole.contains($0.1) }.map { number, module in
                "\(file.path):\(number + 1): import \(module); import FoundationEssentials, Glibc or Dispatch"
            }
        }

        expectNone(faults)
    }

    @Test func `a switch over a kind names every kind`() {
        let faults = files.filter { $0.isIn("Sources/") }.flatMap { file in
            file.switches.filter { $0.head.contains(#/\bswitch\b.*\b[kK]ind\b/#) }.flatMap { block in
                block.ownLines.filter { file.code[$0].contains("default:") }.map {
                    "\(file.path):\($0 + 1): default: hides the kinds to come; name the cases"
                }
            }
        }

        expectNone(faults)
    }

    @Test func `a template has an element a line, and names its icons`() throws {
        let paths = try Project.files(in: "Sources").filter { $0.hasSuffix(".mustache") }
        let faults = try paths.flatMap { path -> [String] in
            let text = try String(contentsOf: Project.top.appending(path: path), encoding: .utf8)
            return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
                .flatMap { number, line -> [String] in
                    // The text of <pre> is verbatim.
                    let isLong = line.count > Self.templateColumnsMax && !line.contains("<pre")
                    let drawsIcon = line.contains("<svg class=\"i\"") && line.contains("<use")
                    let place = "\(path):\(number + 1)"
                    return (isLong ? ["\(place): is longer than \(Self.templateColumnsMax) columns"] : [])
                        + (drawsIcon ? ["\(place): write {{icon name}}"] : [])
                }
        }

        #expect(!paths.isEmpty)
        expectNone(faults)
    }

    @Test func `nothing global changes`() {
        let faults = files.flatMap { file in
            file.code.indices.filter { number in
                let line = file.code[number]
                guard line.holds("var ") else { return false }
                let isGlobal = line.contains(#/^((public|package|internal|private|fileprivate|@\w+) )*var /#)
                let isStatic = line.contains(#/\b(static|class) var [^{]*(=|$)/#)
                return (isGlobal && !line.contains("{")) || isStatic
            }.map {
                "\(file.path):\($0 + 1): is state that everything shares; make it a let, or hand it in"
            }
        }

        expectNone(faults)
    }

    @Test func `nothing is left for later`() {
        // Written in brackets so that the rule does not find this line.
        let faults = files.flatMap { file in
            file.lines.indices.filter { number in
                let line = file.lines[number]
                guard ["TOD" + "O", "FIXM" + "E", "XX" + "X"].contains(where: line.holds) else {
                    return false
                }
                return line.contains(#/\b(TOD[O]|FIXM[E]|XX[X])\b/#)
            }.map {
                "\(file.path):\($0 + 1): is left for later; do it now, or open an issue and remove the line"
            }
        }

        expectNone(faults)
    }

    @Test func `a browser test knows no date`() throws {
        let paths = try Project.files(in: "Tests/browser").filter { $0.hasSuffix(".py") }
        let faults = try paths.flatMap { path in
            let text = try String(contentsOf: Project.top.appending(path: path), encoding: .utf8)
            return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
                .filter { $1.holds("20") && $1.contains(#/\b20(2[6-9]|[3-9]\d)-\d\d/#) }
                .map { "\(path):\($0.offset + 1): names a date, which comes; count it from now (dates.py)" }
        }

        expectNone(faults)
    }

    @Test func `a folder is a subject, never a layer`() {
        let layers: Set<Substring> = [
            "Models", "Helpers", "Utils", "Extensions", "Protocols", "Impl", "Common",
        ]

        let faults = files.filter { !layers.isDisjoint(with: $0.path.split(separator: "/")) }.map {
            "\($0.path): lies in a folder that names a layer; name the folder after its subject"
        }

        expectNone(faults)
    }

    @Test func `a file is called after what it holds`() {
        let faults = files.filter { file in
            let type = String(file.name.prefix { $0 != "+" })
            return !file.code.contains { $0.holds(type) && $0.declared.contains(type[...]) }
        }.map {
            "\($0.path): declares nothing called \($0.name.prefix { $0 != "+" }); "
                + "call the file after its type, or Type+Aspect"
        }

        expectNone(faults)
    }

    @Test func `both databases have the same migrations`() throws {
        let names = try ["sqlite", "postgres"].map { dialect in
            Set(try Project.files(in: "Migrations/\(dialect)").compactMap { $0.split(separator: "/").last })
        }

        let faults = names[0].symmetricDifference(names[1]).sorted().map {
            "Migrations: \($0) is there for one database only; write the other one too"
        }

        expectNone(faults)
    }

    private func expectNone(_ faults: [String], at location: SourceLocation = #_sourceLocation) {
        guard !faults.isEmpty else { return }
        Issue.record("\(faults.joined(separator: "\n"))", sourceLocation: location)
    }
}

extension SwiftFile {
    /// The line and the module of every import.
    fileprivate var imports: [(Int, String)] {
        code.enumerated().filter { $0.element.holds("import ") }.compactMap { number, line in
            line.firstMatch(of: #/\bimport (?:(?:struct|class|enum|protocol|func) )?(\w+)/#).map {
                (number, String($0.output.1))
            }
        }
    }
}

extension Substring {
    /// The names that the line declares or extends; for `A.B` both names.
    fileprivate var declared: [Substring] {
        matches(of: #/\b(?:struct|class|enum|actor|protocol|extension|typealias|func) ([\w.]+)/#).flatMap {
            $0.output.1.split(separator: ".")
        }
    }
}
