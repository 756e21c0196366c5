import Core
import FoundationEssentials
import Storage
import Web

/// The bank of the test mode: it speaks the protocol of the real one over HTTP, and moves no money.
///
/// It exists while `test_mode` is on and no real bank is set, and never in production (decision 20).
struct TestBank: Sendable {
    static let path = "\(Cruise.prefix)/test-bank"
    private static let restPath = "\(path)/rest"
    private static let secretName = "cruise.test-bank"
    private static let user = "test"
    /// The time after which a payment that was put off is made.
    static let delay: Duration = .seconds(10)
    private static let batch = 20

    let services: Services

    init(_ services: Services) { self.services = services }

    static func isOn(_ settings: AppSettings, _ web: WebSettings) -> Bool {
        !web.isProduction && settings.bool("test_mode") && settings.text("bank_user") == nil
    }

    /// Its address for the program itself: never a host that a client has named.
    static func url(_ base: String, _ web: WebSettings) -> String {
        let port = URLComponents(anyScript: base)?.port ?? 80
        return (web.publicURL ?? "http://127.0.0.1:\(port)") + restPath
    }
    static func isOwn(_ url: String) -> Bool { url.hasSuffix(restPath) }

    /// The bank as its customers, the shop, see it.
    static func settings(
        _ url: String,
        _ secrets: SecretStore,
        _ web: WebSettings
    ) async throws -> BankSettings {
        let secret = Hex.encode(try await secrets.secret(secretName))
        let own = [web.publicURL.flatMap { URLComponents(string: $0)?.host }, "localhost", "127.0.0.1"]
        return BankSettings(
            url: url,
            user: user,
            password: secret,
            callbackKey: secret,
            destinations: .outside(and: web.hookHosts + own.compactMap { $0 })
        )
    }

    /// Throws 404 unless the bank is open.
    func requireOpen() async throws {
        let settings = try await services.appSettings.of(Cruise.app)
        guard Self.isOn(settings, services.settings) else { throw CruiseError.notFound }
    }

    /// True if a call of the shop has the right name and password.
    func isShop(user: String, password: String) async throws -> Bool {
        let secret = Hex.encode(try await services.secrets.secret(Self.secretName))
        return user == Self.user && isEqualInConstantTime(Array(password.utf8), Array(secret.utf8))
    }

    // MARK: Accounts

    func register(
        number: String,
        _ kopecks: Int64,
        success: String,
        failure: String,
        callback: String?
    ) async throws -> TestPayment? {
        let (now, id) = (services.now(), Identifier.new(at: services.now(), random: services.random))
        return try await services.database.write { connection in
            try connection.rows(
                """
                INSERT INTO cruise_test_bank (id, number, kopecks, state, return_url, fail_url, callback_url, created_at)
                VALUES (\(id), \(number), \(kopecks), 'open', \(success), \(failure), \(callback), \(now))
                ON CONFLICT (number) DO NOTHING RETURNING *
                """
            ).first.map(TestPayment.init)
        }
    }

    func payment(number: String) async throws -> TestPayment? {
        try await first(where: "number = \(number)")
    }

    func payment(_ id: String) async throws -> TestPayment? {
        guard let id = Identifier.normalized(id) else { return nil }
        return try await first(where: "id = \(id)")
    }

    private func first(where condition: SQL) async throws -> TestPayment? {
        try await services.database.read { connection in
            try connection.rows("SELECT * FROM cruise_test_bank WHERE \(condition)").first.map(
                TestPayment.init
            )
        }
    }

    func makeQR(of id: String) async throws -> TestPayment? {
        guard let id = Identifier.normalized(id) else { return nil }
        return try await services.database.write { connection in
            try connection.rows(
                """
                UPDATE cruise_test_bank SET qr_id = coalesce(qr_id, \("QR" + id.replacing("-", with: "").uppercased()))
                WHERE id = \(id) RETURNING *
                """
            ).first.map(TestPayment.init)
        }
    }

    /// False unless the payment is made, and its rest is the one that the shop expects.
    func refund(_ id: String, _ kopecks: Int64, expected: Int64?) async throws -> Bool {
        guard let id = Identifier.normalized(id), kopecks > 0 else { return false }
        let rest: SQL = expected.map { "AND kopecks - refunded = \($0)" } ?? ""
        return try await services.database.write { connection in
            try connection.execute(
                """
                UPDATE cruise_test_bank SET refunded = refunded + \(kopecks)
                WHERE id = \(id) AND state = 'paid' AND kopecks - refunded >= \(kopecks) \(rest)
                """
            ) == 1
        }
    }

    // MARK: Customer

    /// Decides an open payment, and calls the shop so many times; returns the payment as it is then.
    func decide(_ payment: TestPayment, _ state: TestPayment.State, calls: Int) async throws -> TestPayment {
        let decided = try await services.database.write { connection in
            try connection.rows(
                """
                UPDATE cruise_test_bank SET state = \(state.rawValue), pays_at = NULL
                WHERE id = \(payment.id) AND state = 'open' RETURNING *
                """
            ).first.map(TestPayment.init)
        }
        guard let decided else { return try await self.payment(payment.id) ?? payment }
        for _ in 0..<calls { await call(decided) }
        return decided
    }

    /// Puts a payment off, as a slow bank does.
    func postpone(_ payment: TestPayment) async throws {
        let due = services.now().advanced(by: Self.delay)
        _ = try await services.database.write { connection in
            try connection.send(
                "UPDATE cruise_test_bank SET pays_at = \(due) WHERE id = \(payment.id) AND state = 'open'"
            )
        }
    }

    /// Makes the payments that were put off.
    func carryOut() async throws {
        guard !services.settings.isProduction else { return }
        let now = services.now()
        let due = try await services.database.read { connection in
            try connection.rows(
                "SELECT * FROM cruise_test_bank WHERE pays_at <= \(now) ORDER BY pays_at, id LIMIT \(Self.batch)"
            ).map(TestPayment.init)
        }
        for payment in due { _ = try await decide(payment, .paid, calls: 1) }
    }

    /// Calls the shop as the real bank does: a call that fails is lost.
    private func call(_ payment: TestPayment) async {
        guard let address = payment.callbackURL,
            let bank = try? await Self.settings(Self.restPath, services.secrets, services.settings),
            let key = bank.callbackKey
        else { return }
        let values = [
            ("mdOrder", payment.id), ("orderNumber", payment.number), ("operation", "deposited"),
            ("status", payment.state == .paid ? "1" : "0"),
        ]
        let sum = BankChecksum.of(values.map { (name: $0.0, value: $0.1) }, key: key)
        let query = (values + [("checksum", sum)]).map { "\($0.0)=\($0.1.percentEncoded)" }.joined(
            separator: "&"
        )
        _ = try? await HTTPClient(timeout: .seconds(20), destinations: bank.destinations)
            .send("GET", "\(address)?\(query)")
    }
}

/// A payment as the test bank keeps it.
struct TestPayment: Sendable {
    enum State: String, Sendable {
        case open, paid, declined
    }

    let id, number: String
    let kopecks, refunded: Int64
    let state: State
    let successURL, failureURL: String
    let callbackURL, qrID: String?

    init(_ row: Row) throws {
        id = try row.get("id")
        number = try row.get("number")
        kopecks = try row.get("kopecks")
        refunded = try row.get("refunded")
        let text: String = try row.get("state")
        guard let state = State(rawValue: text) else { throw StorageError.column("state", "holds \(text)") }
        self.state = state
        successURL = try row.get("return_url")
        failureURL = try row.get("fail_url")
        callbackURL = try row.get("callback_url")
        qrID = try row.get("qr_id")
    }
}
