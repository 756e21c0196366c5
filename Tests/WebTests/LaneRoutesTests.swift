import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// The lanes in which requests use the database.
struct LaneRoutesTests {
    /// A database that notes the lane of each transaction.
    private struct Recorder: WrappingDatabase {
        let base: any Database
        let lanes = Locked<Set<Lane>>([])

        func read<R: Sendable>(
            _ body: @escaping @Sendable (any Connection) throws -> R
        ) async throws -> R {
            lanes.update { _ = $0.insert(Lane.current) }
            return try await base.read(body)
        }

        func write<R: Sendable>(
            _ body: @escaping @Sendable (any Connection) throws -> R
        ) async throws -> R {
            lanes.update { _ = $0.insert(Lane.current) }
            return try await base.write(body)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `apps and staff have lanes of their own, and an export has that of long work`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let recorder = Recorder(base: vitrina.database)
            let server = try await vitrina.another(on: recorder)
            func lanes(
                _ method: HTTPRequest.Method,
                _ path: String,
                _ body: JSON? = nil,
                as author: Author?
            ) async throws -> Set<Lane> {
                recorder.lanes.update { $0 = [] }
                let reply = try await server.send(method, path, body, as: author)
                #expect(reply.status < 300, "\(path): \(reply.text)")
                // What all requests share is the server's own work.
                return recorder.lanes.value.subtracting([.background])
            }
            let tags = "/admin/api/v1/mall/tags"
            let device: JSON = [
                "install_app": 1_763_000_000, "os": "iOS", "version_os": "19.1", "model": "iPhone 15",
            ]

            #expect(try await lanes(.get, tags, as: Vitrina.viewer) == [.staff])
            #expect(
                try await lanes(.post, tags, ["name": ["ru": "Чай"]], as: Vitrina.editor).contains(.staff)
            )
            #expect(try await lanes(.get, "\(tags)/export", as: Vitrina.viewer).contains(.heavy))
            #expect(
                try await lanes(.get, "/admin/api/v1/mall/points/verify", as: Vitrina.owner).contains(.heavy)
            )
            #expect(try await lanes(.post, "/api/v1/mobile-device", device, as: nil) == [.app])
        }
    }
}
