import Core
import Foundation
import Testing

@testable import vitrina

/// The output in a window of 80 columns.
struct NarrowTableTests {
    private static let ids = [
        "019ac001-0000-7000-8000-00001a2b3c4d", "019ac001-0000-7000-8000-00002a2b3c4d",
        "019ac001-0000-7000-8000-000000001234", "019ac001-0000-7000-8000-0000aaaa1234",
    ]

    @Test func `a short id is the shortest end that no other has, and no number`() {
        let short = ShortIdentifier.shortest(Set(Self.ids))

        #expect(short[Self.ids[0]] == "1a2b3c4d")
        #expect(short[Self.ids[1]] == "2a2b3c4d")
        // Digits alone could be a phone; another short id does not begin with a hyphen.
        #expect(short[Self.ids[2]] == nil || ShortIdentifier.isOne(short[Self.ids[2]] ?? ""))
        #expect(short[Self.ids[3]] == "aaaa1234")
        let digest = String(repeating: "ab", count: 32) + ".png"
        #expect(ShortIdentifier.shortest([digest, "mods-demo"]) == [digest: "abababab"])
    }

    @Test(arguments: ["12345678", "79161234567", "1a2b3c4", "-a2b3c4d5", "abcdefgh", "spring-offer"])
    func `what is no part of an id is left alone`(text: String) {
        #expect(!ShortIdentifier.isOne(text))
    }

    private static let table = Table(
        [
            Table.Column("ID"), Table.Column(Localized("НАЗВАНИЕ", "TITLE"), isFlexible: true),
            Table.Column(Localized("СОСТОЯНИЕ", "STATE"), isKept: true), Table.Column(Localized("С", "FROM")),
            Table.Column(Localized("ДО", "UNTIL")), Table.Column(Localized("ИЗМЕНЕНО", "UPDATED")),
            Table.Column(Localized("ПОЧЕМУ", "REASON"), isReason: true),
        ],
        rows: [ids[0], ids[1], ids[3]].map {
            [
                $0, "Кофе в подарок к любому завтраку по будням", "опубликовано", "2026-11-22 10:00",
                "2026-12-22 10:00", "2026-11-22 10:00",
                "Магазин не опубликован, поэтому приложение не показывает эту акцию на главном экране",
            ]
        }
    )

    @Test(arguments: [40, 60, 80, 100, 120])
    func `what matters stays, and the reason has its own line`(width: Int) {
        let layout = TableLayout(Self.table, width: width, language: .ru)

        let lines = layout.text(.plain).split(separator: "\n")

        #expect(lines.allSatisfy { $0.displayWidth <= width })
        #expect(lines[0].hasPrefix("ID") && lines[0].contains("СОСТОЯНИЕ"))
        #expect(lines[1].hasPrefix("1a2b3c4d  Кофе"))
        #expect(lines[2].hasPrefix("    Магазин не опубликован"))
        #expect(layout.text(.plain).contains("экране"))
        #expect(layout.hidden.contains("ИЗМЕНЕНО") == (width <= 80))
    }

    @Test func `a file, a wide table and chosen columns have all that is wanted`() throws {
        let whole = Self.table.text(width: nil, style: .plain)
        #expect(
            whole.contains(Self.ids[0]) && whole.contains("завтраку по будням") && whole.contains("экране")
        )

        let chosen = try Self.table.choosing(["state", "id"], in: .ru)

        #expect(chosen.text(width: 80, style: .plain, language: .ru).hasPrefix("СОСТОЯНИЕ     ID"))
        #expect(throws: Failure.self) { try Self.table.choosing(["colour"], in: .en) }
    }

    private static let lists = [
        "offers list", "events list", "news list", "promotions list", "shops list", "categories list",
        "tags list", "mods list", "story_groups list", "story_pages list", "media list", "releases list",
        "agenda --days 90", "warnings", "changes", "search кофе", "home show", "stories show", "users list",
        "devices list", "gifts list", "gifts uses", "guests list", "referrals list", "reviews list",
        "searches", "points list", "accounts list", "accounts clients list", "accounts events",
        "accounts templates list", "sms list", "outbox list", "hooks list", "hooks deliveries", "audit list",
        "staff list", "tokens list",
        "projects list", "flags list --project mods-demo", "conditions list --project mods-demo",
        "flags history --project mods-demo", "settings list", "context list", "config", "status",
        "migrate status",
    ]

    @Test func `every list fits 80 columns, and each command takes the short ids that it shows`() async throws
    {
        try await withInstallation { program in
            var program = program
            // Codes are shown in development only.
            program.environment["VITRINA_MODE"] = "development"
            let seeds = URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../../seeds/demo").standardized.path
            try #require(try await program.run("seed", "--from", seeds, "-q").status == 0)

            // Notes are written to stderr and are not part of a table, unless a command fails.
            let calls = Self.lists.map { "\($0) 2>messages || cat messages" }
            let shown = try await program.terminal(columns: 80, calls)

            for (list, text) in zip(Self.lists, shown) {
                #expect(!text.contains("ошибка:"), "\(list): \(text)")
                for line in text.split(separator: "\n") {
                    #expect(line.displayWidth <= 80, "\(list): \(line)")
                }
            }
            try await program.serving { url in
                let token = try await program.token()
                for place in [[], ["--server", url, "--token", token]] {
                    for noun in ["offers", "users", "gifts", "devices", "media"] {
                        let index = try #require(Self.lists.firstIndex(of: "\(noun) list"))
                        let row = shown[index].split(separator: "\n").dropFirst().first ?? ""
                        let short = String(row.split(separator: " ").first ?? "")
                        #expect(8..<36 ~= short.count, "\(noun): \(row)")
                        guard noun != "media" else { continue }
                        let found = try await program.run([noun, "show", short, "--json"] + place)
                        let id = (found.json["id"] ?? found.json["user"]?["id"])?.string
                        #expect(id?.hasSuffix(short) == true, "\(noun) \(found.messages)")
                    }
                }
            }
        }
    }

    @Test func `an id that fits several things is refused with each of them`() async throws {
        try await withProgram { program in
            let ids = try await [
                program.run("tags", "create", "-s", "name=а", "-q").id,
                program.run("tags", "create", "-s", "name=б", "-q").id,
            ]
            // Both were made within a minute, so their ids begin with the same digits.
            let refused = try await program.run("tags", "show", String(ids[0].prefix(8)))
            guard ids[1].hasPrefix(ids[0].prefix(8)), ShortIdentifier.isOne(String(ids[0].prefix(8))) else {
                return
            }

            #expect(refused.status == 64)
            for id in ids { #expect(refused.messages.contains(id)) }
            let short = try #require(ShortIdentifier.shortest(Set(ids))[ids[1]])
            let publish = try await program.run("tags", "bulk", "publish", short, "--json")
            #expect(publish.json["changed"] == 1, "\(publish.messages)")
            let missing = try await program.run("tags", "show", "ffffffff")
            #expect(missing.status == 66)
        }
    }
}

extension Program {
    /// The output of commands, each in turn, on a terminal of that width.
    func terminal(columns: Int, _ commands: [String]) async throws -> [String] {
        let mark = "=== next ==="
        let calls = commands.map { "vitrina \($0); echo '\(mark)'" }.joined(separator: "\n")
        try write(calls + "\n", to: "calls.sh")
        try write(Self.pseudoTerminal, to: "terminal.py")
        let outcome = try await bash(
            "python3 terminal.py \(columns) calls.sh",
            environment: ["VITRINA_LANGUAGE": "ru", "NO_COLOR": "1"]
        )
        let parts = outcome.output.replacing("\r\n", with: "\n").components(separatedBy: mark + "\n")
        try #require(parts.count == commands.count + 1, "\(outcome.output)\(outcome.messages)")
        return parts.dropLast()
    }

    private static let pseudoTerminal = """
        import fcntl, os, pty, struct, sys, termios
        child, master = pty.fork()
        if child == 0:
            os.execv("/bin/bash", ["bash", sys.argv[2]])
        fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", 24, int(sys.argv[1]), 0, 0))
        while True:
            try:
                data = os.read(master, 65536)
            except OSError:
                break
            if not data:
                break
            os.write(1, data)
        """
}
