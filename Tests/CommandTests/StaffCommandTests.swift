import Core
import Storage
import TestSupport
import Testing

/// Members of staff at the command line.
struct StaffCommandTests {
    @Test(arguments: TestDatabase.all)
    func `a new password says which tokens stay, and a weak one is refused`(kind: TestDatabase) async throws {
        try await withProgram(kind) { program in
            let add = ["staff", "add", "--email", "olga@x.ru", "--name", "Olga", "--role", "owner"]
            _ = try await program.run(add + ["--password-stdin"], input: "correct horse battery\n")
            let token = ["tokens", "create", "--name", "t", "--role", "viewer", "--for", "olga@x.ru"]
            #expect(try await program.run(token).status == 0)
            let edit = ["staff", "edit", "olga@x.ru", "--password-stdin"]

            let weak = try await program.run(edit, input: "1234567890\n")
            #expect(weak.status == 65)
            #expect(weak.messages.contains("too easy to guess"), "\(weak.messages)")
            let kept = try await program.run(edit, input: "another horse battery\n")
            #expect(kept.status == 0)
            #expect(kept.messages.contains("API tokens still in force: 1."), "\(kept.messages)")
            let gone = try await program.run(["staff", "edit", "olga@x.ru", "--revoke-tokens", "--json"])
            #expect(gone.status == 0)
            #expect(gone.json["open_tokens"] == 0)
            #expect(!gone.messages.contains("still in force"))
        }
    }
}
