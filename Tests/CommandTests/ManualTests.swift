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
}
