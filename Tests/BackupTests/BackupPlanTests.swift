import Backup
import Storage
import Testing

struct BackupPlanTests {
    private static let moscow = Zone("Europe/Moscow") ?? .utc

    @Test func `it is due once a day, at its time in the zone of the server`() throws {
        let plan = BackupPlan(isOn: true, minute: 180, daily: 7, weekly: 0, monthly: 0)
        let due = { (text: String) in
            plan.lastDue(before: try #require(Timestamp(text)), in: Self.moscow)
        }

        #expect(try due("2026-11-28T00:00:00Z") == Timestamp("2026-11-28T00:00:00Z"))
        #expect(try due("2026-11-27T23:59:59Z") == Timestamp("2026-11-27T00:00:00Z"))
        #expect(try due("2026-11-28T20:00:00Z") == Timestamp("2026-11-28T00:00:00Z"))
    }

    @Test func `the last backup of each of the last days, weeks and months is kept`() throws {
        let plan = BackupPlan(isOn: true, minute: 0, daily: 3, weekly: 2, monthly: 2)
        let kept = plan.kept(
            try [
                "2026-11-28T03:00:00Z", "2026-11-28T01:00:00Z", "2026-11-27T03:00:00Z",
                "2026-11-26T03:00:00Z",
                "2026-11-25T03:00:00Z", "2026-11-22T03:00:00Z", "2026-11-15T03:00:00Z",
                "2026-10-31T03:00:00Z",
                "2026-10-30T03:00:00Z", "2026-09-30T03:00:00Z",
            ].map { (id: $0, at: try #require(Timestamp($0))) },
            in: .utc
        )

        #expect(
            kept.sorted() == [
                "2026-10-31T03:00:00Z", "2026-11-22T03:00:00Z", "2026-11-26T03:00:00Z",
                "2026-11-27T03:00:00Z",
                "2026-11-28T03:00:00Z",
            ]
        )
    }

    @Test func `the newest is kept, whatever the plan`() throws {
        let plan = BackupPlan(isOn: true, minute: 0, daily: 0, weekly: 0, monthly: 0)
        let backups = try ["2026-11-27T03:00:00Z", "2026-11-28T03:00:00Z"].map {
            (id: $0, at: try #require(Timestamp($0)))
        }

        #expect(plan.kept(backups, in: .utc) == ["2026-11-28T03:00:00Z"])
        #expect(plan.kept([], in: .utc) == [])
    }
}
