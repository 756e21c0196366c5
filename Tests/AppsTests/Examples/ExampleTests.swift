import Apps
import Core
import Foundation
import Testing

@testable import Web

/// The examples of docs/ADDING.md, which are compiled and must work as described.
struct ExampleTests {
    @Test func `an example app has its type, its list and its action in the description`() {
        let document = OpenAPI.document(Catalog.modules + [Parking()])

        let paths = document["paths"]?.object ?? [:]
        for path in ["floors", "floors/{id}/publication", "cars", "cars/{id}", "cars/{id}/leave"] {
            #expect(paths["/admin/api/v1/parking/\(path)"] != nil, "\(path)")
        }
        let leave = paths["/admin/api/v1/parking/cars/{id}/leave"]?["post"]
        #expect(leave?["description"]?.string?.contains("people.write") == true)
    }

    @Test func `every example of the document is compiled`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let top = folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let document = try String(contentsOf: top.appending(path: "docs/ADDING.md"), encoding: .utf8)
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let compiled = try files.map { try String(contentsOf: $0, encoding: .utf8) }

        for block in document.matches(of: /```swift\n((?s).*?)```/) {
            let example = block.output.1.trimmingCharacters(in: .whitespacesAndNewlines)
            #expect(compiled.contains { $0.contains(example) }, "\(example)")
        }
    }
}
