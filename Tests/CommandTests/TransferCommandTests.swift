import Apps
import Core
import Foundation
import TestSupport
import Testing
import Web

@testable import vitrina

/// The README's tour of export and import, on the database and through a server.
struct TransferCommandTests {
    @Test(arguments: TestDatabase.all, [false, true])
    func `a broken line is named, and goes in once it is mended`(
        kind: TestDatabase,
        isRemote: Bool
    ) async throws {
        try await withProgram(kind) { program in
            let id = try await program.offer(named: "Кофе")
            _ = try await program.run("offers", "publish", id)
            let token = try await program.token()
            try await program.serving { url in
                var program = program
                if isRemote {
                    program.environment.merge(["VITRINA_SERVER": url, "VITRINA_TOKEN": token]) { $1 }
                }

                let export = try await program.run("offers", "export", "--excel", "--to", "offers.csv")
                try #require(export.status == 0, "\(export.messages)")
                let bytes = try Data(contentsOf: URL(filePath: "\(program.folder)/offers.csv"))
                #expect(bytes.starts(with: [0xEF, 0xBB, 0xBF] + Array("id;state;position;name.ru;".utf8)))
                let file = String(decoding: bytes, as: UTF8.self)
                let stdout = try await program.run("offers", "export", "--excel")
                #expect(stdout.output.hasSuffix(file.drop { $0 == "\u{FEFF}" }))

                try program.write(file.replacing(";250;", with: ";25O;"), to: "offers.csv")
                let broken = try await program.run("offers", "import", "offers.csv", "--publish")
                #expect(broken.status == 65)
                #expect(broken.messages.hasSuffix("offers.csv:2: cost: must be a whole number\n"))
                #expect(broken.messages.hasPrefix("error: 1 fault in offers.csv; nothing was written.\n"))
                let json = try await program.run("offers", "import", "offers.csv", "--json", "--dry-run")
                #expect(try JSON(parsing: json.messages)["error"]?["errors"]?.array?.first?["line"] == 2)

                try program.write(file.replacing(";250;", with: ";275;"), to: "offers.csv")
                let dry = try await program.run("offers", "import", "offers.csv", "--dry-run")
                #expect(dry.status == 0, "\(dry.messages)")
                #expect(dry.output == "0 new, 1 changed, 0 unchanged\n", "\(dry.messages)")
                let refused = try await program.run("offers", "import", "offers.csv")
                #expect(refused.status == 64)
                #expect(refused.messages.contains("offers.csv: 0 new, 1 changed, 0 unchanged."))
                #expect(refused.messages.contains("--yes"))
                let done = try await program.run(
                    ["offers", "import", "-", "--publish", "--yes", "--note", "дороже"],
                    input: file.replacing(";250;", with: ";275;")
                )
                #expect(done.status == 0, "\(done.messages)")
                #expect(done.output == "0 new, 1 changed, 0 unchanged\n", "\(done.messages)")

                let offer = try await program.run("offers", "list", "--json").json.items.first
                #expect(offer?["live"]?["cost"] == 275)
                let again = try await program.run("offers", "import", "offers.csv")
                #expect(again.status == 0)
                // On a busy machine lines of progress come before.
                #expect(again.messages.hasSuffix("There is nothing to change.\n"))
            }
        }
    }

    @Test func `a workbook of Excel is refused in words`() async throws {
        try await withProgram { program in
            try program.write("PK\u{3}\u{4}[Content_Types].xml", to: "offers.xlsx")
            let outcome = try await program.run("offers", "import", "offers.xlsx", "--yes")
            #expect(outcome.status == 65)
            #expect(outcome.messages.contains("in Excel save it as “CSV UTF-8”"), "\(outcome.messages)")
        }
    }

    @Test(arguments: ["", "no-such-file.csv"])
    func `a file that is not there is named`(file: String) async throws {
        try await withProgram { program in
            let outcome = try await program.run("tags", "import", "no-such-file.csv", "--yes")
            #expect(outcome.status == 66)
            #expect(outcome.messages.contains("no-such-file.csv"))
            let folder = try await program.run("import", ".", "--yes")
            #expect(folder.status == 66)
            #expect(folder.messages.contains("manifest.json"))
            #expect(try await program.run("export", "--to", ".").status == 64)
            #expect(try await program.run("export", "--to", "x", "--only", "nothing").status == 64)
        }
    }

    @Test(arguments: TestDatabase.all, [false, true])
    func `a whole installation goes into an empty one, and apps see no difference`(
        kind: TestDatabase,
        isRemote: Bool
    ) async throws {
        try await withInstallation(kind) { program in
            let seeds = URL(filePath: #filePath).appending(path: "../../../seeds/demo").standardized.path
            try #require(try await program.run("seed", "--from", seeds, "-q").status == 0)
            _ = try await program.run("offers", "create", "-s", "name=Черновик", "-q")
            let export = try await program.run("export", "--to", "all", "--json")
            try #require(export.status == 0, "\(export.messages)")
            #expect(export.messages.hasPrefix("Taken along: contents with their drafts; "))

            try await withInstallation(kind) { other in
                let folder = "\(program.folder)/all"
                let token = try await other.token()
                try await other.serving { url in
                    let remote = isRemote ? ["VITRINA_SERVER": url, "VITRINA_TOKEN": token] : [:]
                    let dry = try await other.run(["import", folder, "--dry-run"], environment: remote)
                    #expect(dry.status == 0, "\(dry.messages)")
                    #expect(try await other.run("offers", "list", "-q").output.isEmpty)
                    let done = try await other.run(
                        ["import", folder, "--yes", "--json"],
                        environment: remote
                    )
                    try #require(done.status == 0, "\(done.messages)")
                    #expect(done.json["types"]?["shops"]?["new"] == export.json["contents"]?["shops"])
                    let again = try await other.run(["import", folder], environment: remote)
                    #expect(again.status == 0)
                    #expect(again.messages == "There is nothing to change.\n")

                    try await program.serving { original in
                        try await expectSame(original, url, of: program)
                    }
                }
            }
        }
    }

    /// Sends every app request to both servers, in both languages.
    private func expectSame(_ left: String, _ right: String, of program: Program) async throws {
        var ids: [String] = ["food", "no-such-slug"]
        for type in Catalog.types.map({ $0.type.name }) {
            let list = try await program.run(type, "list", "-q", "--limit", "4")
            ids += list.lines.map { String($0) }
        }
        let client = HTTPClient()
        var compared = 0
        for route in Mall().publicRoutes.map({ Mall().publicPrefix + $0.path }) {
            let paths = route.contains("{") ? ids.map { route.replacing(/\{\w+\}/, with: $0) } : [route]
            for path in paths {
                for language in Language.allCases {
                    let headers = [(name: "Accept-Language", value: language.rawValue)]
                    let answers = [
                        try await client.send("GET", left + path, headers: headers),
                        try await client.send("GET", right + path, headers: headers),
                    ]
                    // Each server uses its own URL in the URLs of pictures.
                    let texts = zip(answers, [left, right]).map { answer, url in
                        answer.text.replacing(url, with: "")
                    }
                    #expect(texts[0] == texts[1], "\(path)")
                    #expect(answers[0].status == answers[1].status)
                    compared += texts[0].count
                }
            }
        }
        #expect(compared > 100_000)
    }
}
