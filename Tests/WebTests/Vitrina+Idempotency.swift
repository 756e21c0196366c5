import Apps
import Core
import HTTPTypes
import Logging
import Storage
import TestSupport
import Web

extension HTTPField.Name {
    static let replayed = HTTPField.Name("Idempotency-Replayed") ?? .via
    static let key = HTTPField.Name("Idempotency-Key") ?? .via
}

extension Server {
    func post(
        _ path: String,
        _ body: JSON,
        key: String,
        as author: Author = Vitrina.editor
    ) async throws -> Vitrina.Reply {
        let (status, headers, bytes) = try await respond(
            method: .post,
            path: path,
            headers: [.key: key],
            body: body.bytes,
            author: author
        )
        return Vitrina.Reply(status: status, headers: headers, bytes: bytes)
    }
}

extension Vitrina {
    func post(_ path: String, _ body: JSON, key: String) async throws -> Reply {
        try await server.post(path, body, key: key)
    }

    func count(of table: String) async throws -> Int? {
        try await database.rowCounts()[table]
    }

    /// Refuses to save answers from now on, as if a server stopped immediately after the effect.
    func loseAnswers() async throws {
        _ = try await database.write { connection in
            switch connection.dialect {
            case .sqlite:
                try connection.script(
                    """
                    CREATE TRIGGER lost BEFORE UPDATE OF answer ON idempotency_keys
                    BEGIN SELECT RAISE(ABORT, 'lost'); END
                    """
                )
            case .postgres:
                try connection.script(
                    """
                    CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$
                    BEGIN RAISE EXCEPTION 'lost'; END $$;
                    CREATE TRIGGER lost BEFORE UPDATE OF answer ON idempotency_keys
                    FOR EACH ROW EXECUTE FUNCTION lose();
                    """
                )
            }
        }
    }
}
