import Core
import Foundation
import TestSupport
import Testing

/// A server whose disk is full: real files, and with SQLite the real database.
@Suite(.serialized, .enabled(if: SmallDisk.isPossible))
struct FullDiskProgramTests {
    private static let api = "/admin/api/v1"

    private struct Call {
        let path: String
        let body: [UInt8]
    }

    @Test(.timeLimit(.minutes(5)), arguments: TestDatabase.all)
    func `a full disk is 503 for uploads, imports and entries, until there is room`(
        kind: TestDatabase
    ) async throws {
        try await SmallDisk.with(size: 48 << 20) { disk in
            let environment = ["VITRINA_DATA": "\(disk)/data", "TMPDIR": disk]
            try await withPlace(kind, environment: environment) { place in
                try await withProgram(on: place) { program in
                    #expect(try await program.send("GET", Self.api + "/mall/tags").status == 200)
                    let filling = try SmallDisk.fill(disk)

                    for call in Self.calls(kind) {
                        let answer = try await program.call("POST", Self.api + call.path, .bytes(call.body))
                        #expect(answer.status == 503, "\(call.path) \(answer.text)")
                        #expect(
                            answer.text.contains(Problem.fullDisk.detail.en),
                            "\(call.path) \(answer.text)"
                        )
                        #expect(answer.headers["retry-after"] != nil)
                    }
                    #expect(try await program.send("GET", Self.api + "/mall/tags").status == 200)
                    #expect(try Self.uploads(in: "\(disk)/data").isEmpty)

                    #expect(unlink(filling) == 0)
                    for call in Self.calls(kind) {
                        let answer = try await program.call("POST", Self.api + call.path, .bytes(call.body))
                        #expect(200..<300 ~= answer.status, "\(call.path)")
                    }
                }
            }
        }
    }

    private static func calls(_ kind: TestDatabase) -> [Call] {
        let picture = MediaFixture.png(width: 640, height: 800)
        let table = (["name.ru"] + (0..<500).map { "тег \($0)" }).joined(separator: "\n")
        let files = [
            Call(path: "/media?name=a.png", body: picture),
            Call(path: "/mall/tags/import?format=csv", body: Array(table.utf8)),
        ]
        // PostgreSQL has another disk.
        guard kind == .sqlite else { return files }
        return files + [Call(path: "/mall/tags", body: Array(#"{"name":{"ru":"Чай"}}"#.utf8))]
    }

    /// The files of uploads, and what they left behind.
    private static func uploads(in data: String) throws -> [String] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: "\(data)/media")
        return names.filter { $0.contains("upload") || $0.hasSuffix(".png") }
    }
}
