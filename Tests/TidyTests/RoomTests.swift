import Foundation
import Testing

/// Code that only one app or one file needs is in that app or file.
struct RoomTests {
    private let files: [SwiftFile]

    init() throws {
        files = try SwiftFile.all.get().filter { $0.isIn("Sources/") }
    }

    @Test func `Core and Web name no app`() {
        // Features of one app are banned like its name; "accounts" is also a word of points and of Google.
        let name = #/(?i)\b(mall|mods|stories|paywall|referral)\b/#

        let faults = files.filter { $0.isIn("Sources/Core/") || $0.isIn("Sources/Web/") }.flatMap { file in
            file.lines.indices.filter { number in
                let line = file.lines[number]
                return !line.drop { $0 == " " }.hasPrefix("//") && line.contains(name)
            }.map {
                "\(file.path):\($0 + 1): names an app; let the app say it through Module"
            }
        }

        #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
    }

    @Test func `a limit is shared by several files`() {
        // The limits of flags are one table, read as a whole.
        let shared = files.filter { $0.target != "Flags" && $0.name.prefix { $0 != "+" } == "Limits" }
        var uses: [Substring: Set<String>] = [:]
        for file in files {
            for line in file.lines where line.holds("Limits") {
                for match in line.matches(of: #/\bLimits\.(\w+)/#) {
                    uses[match.output.1, default: []].insert(file.path)
                }
            }
        }

        let faults = shared.flatMap { file in
            file.code.enumerated().compactMap { number, line -> String? in
                guard let name = line.firstMatch(of: #/\bstatic let (\w+)/#)?.output.1 else { return nil }
                let count = uses[name, default: []].subtracting([file.path]).count
                guard count < 2 else { return nil }
                return
                    "\(file.path):\(number + 1): \(name) is used by \(count) files; keep it where it is used"
            }
        }

        #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
    }
}
