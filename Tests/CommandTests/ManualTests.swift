import Core
import Foundation
import Testing

@testable import vitrina

/// The manual for server operators matches the program.
struct ManualTests {
    private static let top = URL(filePath: #filePath).appending(path: "../../..").standardized

    @Test(arguments: ["docs/OPERATORS.md", "docs/ru/OPERATORS.md"])
    func `the manual has every setting, and no other`(file: String) throws {
        let text = try String(contentsOf: Self.top.appending(path: file), encoding: .utf8)

        let told = text.matches(of: #/\n\| `(VITRINA_\w+)` \|/#).map { String($0.output.1) }

        #expect(told.sorted() == Setting.allCases.map(\.environmentName).sorted())
    }

    @Test(arguments: Language.allCases)
    func `the sample of an environment file has every setting at its default`(language: Language) {
        let lines = Setting.sample(in: language).split(separator: "\n")

        let told = lines.filter { $0.hasPrefix("#VITRINA_") }.map { String($0) }

        #expect(told == Setting.allCases.map { "#\($0.environmentName)=\($0.standard ?? "")" })
        // A line that is neither off nor empty would change the settings of a new installation.
        #expect(lines.allSatisfy { $0.hasPrefix("#") })
    }
}
