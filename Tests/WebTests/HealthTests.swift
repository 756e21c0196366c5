import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// What the status says of the clock and of the database file.
struct HealthTests {
    private static let status = "/admin/api/v1/status"
    /// Milliseconds, whether they are too many, and the words for them.
    private static let drifts: [(Int64, Bool, String, String)] = [
        (12, false, "на 12 мс впереди часов базы", "12 ms ahead of the database's"),
        (-1999, false, "на 1,9 с позади часов базы", "1.9 s behind the database's"),
        (-2001, true, "на 2,0 с позади часов базы", "2.0 s behind the database's"),
        (.min, true, "", ""),
    ]

    @Test func `damage that was found stands in the status and on its page`() async throws {
        try await withVitrina { vitrina in
            let page = try await vitrina.browser(of: .viewer)
            let sound = try await vitrina.send(.get, Self.status, as: Vitrina.viewer)
            #expect(sound.json["health"]?["file_damaged_at"] == .null)
            #expect(sound.json["health"]?["clock_drift_ms"] == .null)

            let now = vitrina.clock.now
            try await vitrina.database.write { connection in
                try connection.send("INSERT INTO chores (name, done_at) VALUES ('damage.found', \(now))")
            }

            let reply = try await vitrina.send(.get, Self.status, as: Vitrina.viewer)
            #expect(reply.json["health"]?["file_damaged_at"] == .string(now.description))
            let health = try await vitrina.send(.get, "/system/health", headers: page, as: nil)
            #expect(health.status == 200)
            #expect(health.text.contains("vitrina doctor --deep"))
        }
    }

    @Test(arguments: drifts)
    func `a clock that is off by more than two seconds is wrong`(
        drift: Int64,
        isAdrift: Bool,
        ru: String,
        en: String
    ) throws {
        let health = try HealthFindings(json: [
            "clock_drift_ms": .integer(drift), "file_checked_at": .null, "file_damaged_at": .null,
        ])

        #expect(health.isAdrift == isAdrift)
        #expect(en.isEmpty || health.clock == Localized(ru, en))
    }

    @Test(arguments: TestDatabase.all)
    func `the deep check misses the file of an upload, and one of another size`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let media = vitrina.services.media
            var ids: [String] = []
            for width in 1...3 {
                let bytes = MediaFixture.png(width: width, height: 1)
                ids.append(try await media.add(bytes, name: "a.png", by: Vitrina.editor).media.id)
            }
            let (short, lost) = (ids[1], ids[2])
            let check = DeepCheck(database: vitrina.database) { id in
                if id == lost { return nil }
                let size = try await media.file(of: id).size
                return id == short ? size - 1 : size
            }

            let report = try await check.run()

            #expect(report.uploads == 3 && report.tables > 50 && report.rows > 3)
            #expect(report.faults == 2)
            let damage = report.damage.map(\.en).joined(separator: "\n")
            #expect(damage.contains("\(lost) is missing") && damage.contains(short), "\(damage)")
        }
    }
}
