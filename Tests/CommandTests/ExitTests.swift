import Backup
import Core
import Storage
import Testing

@testable import vitrina

struct ExitTests {
    private static let kinds: [(Problem.Kind, Int32)] = [
        (Problem.Kind.malformed, 65), (.invalid, 65), (.tooLarge, 65), (.unauthenticated, 77),
        (.forbidden, 77),
        (.notFound, 66), (.stale, 75), (.unconditional, 65), (.conflict, 65), (.limited, 75),
        (.unavailable, 75),
        (.methodNotAllowed, 70), (.unexpected, 70),
    ]

    @Test(arguments: kinds)
    func `each kind of problem has its code`(kind: Problem.Kind, code: Int32) {
        #expect(Exit(kind).rawValue == code)
    }

    private static let statuses: [(Int, Int32)] = [
        (200, 0), (400, 65), (422, 65), (401, 77), (403, 77), (404, 66), (412, 75), (409, 65), (428, 65),
        (429, 75),
        (503, 75),
        (502, 69), (504, 69), (500, 70), (405, 70),
    ]

    @Test(arguments: statuses)
    func `an answer that says no more has the code of its status`(status: Int, code: Int32) {
        #expect(Exit(status: status).rawValue == code)
        if status >= 400 {
            #expect(Failure(APIAnswer(status: status, body: Array("<html>".utf8))).exit.rawValue == code)
        }
    }

    @Test func `a problem of the API keeps its words, faults and number`() throws {
        let body: JSON = [
            "type": "/problems/invalid", "status": 422, "detail": "2 fields are not valid.",
            "request_id": "r1",
            "errors": [
                ["pointer": "#/name/en", "detail": "is too long"],
                ["pointer": "#/a~1b", "detail": "is unknown"],
            ],
        ]

        let failure = Failure(APIAnswer(status: 422, body: body.bytes))

        #expect(
            failure.lines(in: .en, style: .plain) == [
                "error: 2 fields are not valid.", "  name.en: is too long", "  a/b: is unknown",
                "  request r1",
            ]
        )
        let error = try #require(failure.json(in: .en)["error"])
        #expect(error["code"] == "invalid")
        #expect(error["exit"] == 65)
        #expect(error["request_id"] == "r1")
        #expect(error["errors"] == body["errors"])
    }

    @Test func `a database that is away is not our fault`() {
        #expect(Failure(StorageError.unreachable("refused", mayBeKept: false)).exit == .unreachable)
        #expect(Failure(StorageError.busy("locked")).exit == .tryAgain)
        #expect(Failure(BackupFailure.busy).exit == .tryAgain)
        #expect(Failure(StorageError.migration("behind")).exit == .configuration)
        #expect(Failure(StorageError.other("odd")).exit == .unexpected)
    }

    private static let commands: [([String], Int32)] = [
        (["offers", "list"], 0), (["offers", "list", "--state", "odd"], 65),
        (["offers", "show", "nope"], 66),
        (["offers", "create", "--publish"], 65), (["offers", "create", "--set", "cost"], 64),
        (["offers", "create", "--set", "cost=x"], 65), (["offers", "create", "--file", "none.json"], 65),
        (["offers", "edit", "nope"], 64), (["offers", "edit", "nope", "--set", "cost=1"], 66),
        (["offers", "remove", "nope", "--yes"], 66), (["offers", "move", "nope"], 64),
        (["offers", "move", "nope", "--first"], 66),
        (["offers", "list", "--server", "http://127.0.0.1:1"], 69),
        (["home", "show", "attic"], 66), (["home", "put", "slider", "nope"], 66),
        (["tokens", "revoke", "nope", "--yes"], 66), (["staff", "edit", "nobody", "--role", "owner"], 66),
        (["staff", "edit", "nobody"], 64), (["staff", "add", "--email", "x", "--role", "owner"], 65),
        (["staff", "add", "--email", "a@mall.example", "--role", "king"], 65),
        (["media", "add", "none.png"], 65),
        (["media", "focus", "nope", "--middle"], 66), (["media", "focus", "nope"], 64),
        (["media", "focus", "nope", "--x", "1"], 64),
        (["media", "focus", "nope", "--x", "101", "--y", "1"], 65),
        (["media", "focus", "nope", "--x", "1", "--y", "1", "--middle"], 64),
        (["media", "add"], 64), (["seed", "--from", "nowhere"], 66), (["config"], 0), (["doctor"], 0),
        (["migrate", "status"], 0), (["openapi"], 0),
    ]

    @Test(arguments: commands)
    func `a command ends as the table of codes says`(arguments: [String], code: Int32) async throws {
        try await withProgram { program in
            let outcome = try await program.run(arguments)

            #expect(outcome.status == code)
            #expect(code == 0 || outcome.messages.hasPrefix("error: "))
            #expect(code == 0 || outcome.output.isEmpty)
            for word in ["Problem(", "Failure(", "Optional(", "StorageError", "vitrina."] {
                #expect(!outcome.messages.contains(word))
            }
        }
    }

    @Test func `with json a failure is one object`() async throws {
        try await withProgram { program in
            for arguments in [
                ["offers", "show", "nope", "--json"], ["offers", "list", "--bogus", "--json"],
                ["offers", "create", "--publish", "--json"],
            ] {
                let outcome = try await program.run(arguments)

                let error = try JSON(parsing: outcome.messages)["error"]
                #expect(error?["exit"]?.integer == Int64(outcome.status))
                #expect(error?["message"]?.string?.isEmpty == false)
                #expect(outcome.output.isEmpty)
            }
        }
    }

    @Test func `a database that is behind is refused with the command`() async throws {
        try await withProgram(isMigrated: false) { program in
            for arguments in [["serve", "--port", "0"], ["offers", "list"], ["seed"]] {
                let outcome = try await program.run(arguments)

                #expect(outcome.status == 78)
                #expect(outcome.messages.contains("Run: vitrina migrate"))
            }
        }
    }

    @Test func `the doctor names what is wrong and what to do`() async throws {
        try await withProgram(isMigrated: false) { program in
            let outcome = try await program.run("doctor")

            #expect(outcome.status == 78)
            #expect(
                outcome.lines.contains {
                    $0.hasPrefix("FAIL  migrations") && $0.hasSuffix("→ vitrina migrate")
                }
            )
            #expect(outcome.lines.contains { $0.hasPrefix("OK    database") })
        }
    }

    @Test func `the doctor knows that links in mails need an address of one's own`() async throws {
        try await withProgram { program in
            var mail = [
                "VITRINA_SMTP_URL": "smtp://127.0.0.1:1", "VITRINA_MAIL_FROM": "Vitrina <mail@example.com>",
            ]
            let without = try await program.run(["doctor"], environment: mail)
            #expect(without.output.contains("public_url"))
            mail["VITRINA_PUBLIC_URL"] = "https://vitrina.example"
            let with = try await program.run(["doctor"], environment: mail)
            #expect(!with.output.contains("public_url"))
        }
    }
}
