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

extension Vitrina {
    func post(
        _ path: String,
        _ body: JSON,
        key: String,
        as author: Author = Vitrina.editor
    ) async throws -> Reply {
        try await send(.post, path, body, headers: [.key: key], as: author)
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
