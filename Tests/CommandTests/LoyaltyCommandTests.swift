import Core
import Foundation
import Storage
import TestSupport
import Testing

/// `vitrina points`, `gifts`, `guests`, `referrals`, `reviews`, `searches`.
struct LoyaltyCommandTests {
    private static let anna = "0192f0c0-0000-7000-8000-000000000001"

    /// Adds a user as the program does.
    private func addPerson(_ program: Program) async throws {
        let now = try #require(Timestamp("2026-11-21T12:00:00Z"))
        try await program.withDatabase { database in
            try await database.write { connection in
                try connection.openPointsAccount(Self.anna, of: "mall", at: now)
                try connection.send(
                    """
                    INSERT INTO mall_users (id, phone, name, email, referral_code, created_at, confirmed_at)
                    VALUES (\(Self.anna), '+79991234567', 'Анна Соколова', 'anna@example.ru', '7kQ2m',
                        \(now), \(now))
                    """
                )
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `points are given, taken, listed, exported and verified`(kind: TestDatabase) async throws {
        try await withProgram(kind) { program in
            try await addPerson(program)
            let given = try await program.run(
                "points",
                "give",
                "4567",
                "100",
                "--reason",
                "Подарок",
                "--json"
            )
            #expect(given.status == 0, "\(given.messages)")
            #expect(given.json["balance"] == 100)
            let dry = try await program.run("points", "give", Self.anna, "5", "--reason", "x", "--dry-run")
            #expect(dry.status == 0)
            let taken = try await program.run("points", "take", Self.anna, "30", "--reason", "Ошибка")
            #expect(taken.status == 0)
            #expect(taken.messages.contains("70"))
            #expect(try await program.run("points", "take", Self.anna, "71", "--reason", "x").status == 65)
            #expect(try await program.run("points", "give", "0000", "1", "--reason", "x").status == 66)
            #expect(try await program.run("points", "give", Self.anna, "0", "--reason", "x").status == 64)
            #expect(try await program.run("points", "give", Self.anna, "1").status == 64)

            let list = try await program.run("points", "list", "--user", "4567", "--sign", "minus")
            #expect(list.lines.count == 2)
            #expect(list.output.contains("-30") && list.output.contains("Ошибка"))
            #expect(!list.output.contains("1234567"))
            #expect(try await program.run("points", "list", "--cause", "theft").status == 65)
            #expect(try await program.run("points", "list", "--from", "someday").status == 64)
            let file = try await program.run("points", "export", "--excel", "--to", "points.csv")
            #expect(file.status == 0)
            let table = try String(contentsOfFile: "\(program.folder)/points.csv", encoding: .utf8)
            #expect(table.split(separator: "\r\n").count == 3)

            let sound = try await program.run("points", "verify", "--json")
            #expect(sound.status == 0)
            #expect(sound.json["is_sound"] == true && sound.json["balance"] == 70)
            for noun in [
                ["gifts", "list"], ["gifts", "uses"], ["guests", "list"], ["referrals", "list"],
                ["referrals", "inviters"], ["reviews"], ["reviews", "stats"], ["searches"],
            ] {
                let outcome = try await program.run(noun + ["--json"])
                #expect(outcome.status == 0, "\(noun) \(outcome.messages)")
            }
            #expect(try await program.run("gifts", "refund", Self.anna).status == 66)
            #expect(try await program.run("referrals", "approve", Self.anna).status == 66)
        }
    }

    @Test func `books that do not balance are told by the exit code`() async throws {
        try await withProgram { program in
            try await addPerson(program)
            try await program.withDatabase { database in
                try await database.write { try $0.send("UPDATE points_accounts SET balance = 5, earned = 5") }
            }
            let outcome = try await program.run("points", "verify")
            #expect(outcome.status == 65)
            #expect(outcome.output.contains(Self.anna))
        }
    }
}
