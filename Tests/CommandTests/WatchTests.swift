import Core
import TestSupport
import Testing

struct WatchTests {
    @Test(arguments: TestDatabase.all)
    func `a list is shown again when it changes`(kind: TestDatabase) async throws {
        try await withProgram(kind) { program in
            let outcome = try await program.interrupting(
                ["tags", "list", "--watch", "--interval", "0.1"]
            ) { printed in
                try await printed { $0.contains("TITLE") }
                _ = try await program.run("tags", "create", "-s", "name=Чай", "-q")
                try await printed { $0.contains("Чай") }
            }

            #expect(outcome.status == 130)
            #expect(outcome.lines.filter { $0.hasPrefix("--- ") }.count == 1)
            #expect(!outcome.output.contains("\u{1B}"))
            #expect(outcome.messages.isEmpty)
        }
    }

    @Test func `a program gets one document for each change`() async throws {
        try await withProgram { program in
            let outcome = try await program.interrupting(
                ["home", "show", "--watch", "--interval", "0.1", "--json"]
            ) { printed in
                try await printed { $0.hasSuffix("\n") }
                let id = try await program.run("promotions", "create", "-q").id
                let put = try await program.run("home", "put", "slider", id)
                #expect(put.status == 0, "\(put.messages)")
                try await printed { $0.contains(id) }
            }

            #expect(outcome.status == 130)
            let documents = try outcome.lines.map { try JSON(parsing: String($0)) }
            #expect(documents.count == 2)
        }
    }

    @Test func `what cannot be shown even once is a failure`() async throws {
        try await withProgram { program in
            #expect(try await program.run("tags", "list", "--watch", "--state", "odd").status == 65)
            #expect(try await program.run("tags", "list", "--watch", "--interval", "0").status == 64)
            let away = try await program.run("tags", "list", "--watch", "--server", "http://127.0.0.1:1")
            #expect(away.status == 69)
        }
    }

    @Test func `a reader that has seen enough ends it without a word`() async throws {
        try await withProgram { program in
            for number in 1...300 where number % 100 == 0 {
                _ = try await program.run("tags", "create", "-s", "name=Тег \(number)", "-q")
            }
            let outcome = try await program.bash(
                """
                set -o pipefail
                vitrina tags list | head -1; echo "${PIPESTATUS[*]}"
                vitrina openapi 2>&1 | head -c 1; echo " ${PIPESTATUS[*]}"
                vitrina tags list --watch --interval 0.1 | head -1; echo "${PIPESTATUS[*]}"
                vitrina tags show nope 2>&1 >/dev/null | head -c 0; echo "${PIPESTATUS[*]}"
                """
            )

            #expect(outcome.messages.isEmpty)
            let statuses = outcome.lines.filter { !$0.hasPrefix("ID") }
            #expect(statuses.count == 4)
            #expect(statuses.allSatisfy { $0.hasSuffix(" 0") })
            #expect(statuses.last == "66 0")
        }
    }
}
