import Apps
import Core
import Foundation
import TestSupport
import Testing
import Web

/// The labels of the access log.
struct AuditGroupTests {
    private static let actions = (AuditGroup.core + Catalog.modules.flatMap(\.auditGroups)).flatMap(\.actions)

    @Test func `every action that the sources declare has words in the access log`() throws {
        let top = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Sources")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: top.path)
        let declared = try paths.filter { $0.hasSuffix(".swift") }.flatMap { path in
            let text = try String(contentsOf: top.appending(path: path), encoding: .utf8)
            return text.matches(of: #/AuditAction\(\s*"([a-z.-]+)"/#).map { String($0.output.1) }
        }

        #expect(declared.sorted() == Self.actions.map(\.name).sorted())
    }

    @Test func `no action is called in one language only`() {
        let odd = Self.actions.filter { $0.title.ru == $0.title.en || $0.title.ru.isEmpty }

        #expect(odd.map(\.name) == [])
    }
}
