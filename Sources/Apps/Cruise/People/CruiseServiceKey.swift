import Core
import Hummingbird
import Storage
import Web

/// The key of other programs of the company, which opens the internal calls alone (cruise.md section 2, C10).
struct CruiseServiceKey: Sendable {
    private static let lengthMax = 200

    let services: Services

    /// The digest of a key, as the setting `service_key_hash` has it.
    static func digest(_ key: String) -> String { SHA256.hex(key.utf8) }

    /// Throws 401 unless the header `Authorization` is the key, without a scheme.
    func require(_ request: Request) async throws {
        let settings = try await services.appSettings.of(Cruise.app)
        guard let expected = settings.text("service_key_hash").flatMap({ Hex.decode($0) }),
            expected.count == SHA256.size, let key = request.headers[.authorization],
            1...Self.lengthMax ~= key.utf8.count,
            isEqualInConstantTime(SHA256.digest(key.utf8), expected)
        else { throw CruiseError.unauthorized }
    }
}
