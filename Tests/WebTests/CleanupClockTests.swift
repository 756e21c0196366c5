import Core
import HTTPTypes
import Storage
import TestSupport
import Testing

@testable import Web

/// The cleanup of a server whose clock was set.
struct CleanupClockTests {
    private static let tags = "/admin/api/v1/mall/tags"

    @Test(.timeLimit(.minutes(2)), arguments: TestDatabase.all)
    func `a clock that jumps empties no trash and removes no picture until somebody takes it for right`(
        kind: TestDatabase
    ) async throws {
        let log = LogLines()
        try await withVitrina(kind, log: log) { vitrina in
            let tag = try await vitrina.send(.post, Self.tags, ["name": ["ru": "Чай"]])
            let trashed = try await vitrina.send(
                .delete,
                "\(Self.tags)/\(tag.id)",
                headers: [.ifMatch: "*"]
            )
            #expect(200..<300 ~= trashed.status)
            let picture = MediaFixture.png(width: 4, height: 3)
            _ = try await vitrina.services.media.add(picture, name: "a.png", by: Vitrina.editor)
            #expect(try await vitrina.services.clockGuard.advance() == nil)
            vitrina.clock.advance(by: .seconds(365 * 86_400))

            try await clean(vitrina) { log.all.contains { $0.contains("the clock has jumped") } }
            #expect(try await counts(vitrina) == [1, 1])

            try await vitrina.services.clockGuard.accept()
            try await clean(vitrina) { try await counts(vitrina) == [0, 0] }
        }
    }

    /// Lets the cleanup run until the condition holds.
    private func clean(
        _ vitrina: Vitrina,
        until isDone: @Sendable () async throws -> Bool
    ) async throws {
        let service = CleanupService(services: vitrina.services)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await service.run() }
            _ = try await holds(isDone)
            group.cancelAll()
        }
    }

    /// The numbers of entries, with those in the trash, and of uploads.
    private func counts(_ vitrina: Vitrina) async throws -> [Int] {
        try await vitrina.database.read { connection in
            try ["contents", "media"].map { table in
                try connection.rows("SELECT id FROM \(name: table)").count
            }
        }
    }
}
