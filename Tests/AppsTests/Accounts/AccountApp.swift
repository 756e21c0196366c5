import Apps
import Core
import Foundation
import HTTPTypes
import Storage
import TestSupport
import Web

/// A client of the accounts app: sends requests as the app does, and stores its token.
struct AccountApp: Sendable {
    struct Reply: Sendable {
        let status: Int
        let text: String
        let type: String
        let headers: [String: String]

        /// Null if the body is no JSON.
        var json: JSON { (try? JSON(parsing: text)) ?? .null }
    }

    static let form = "application/x-www-form-urlencoded"
    static let phone = "+7 (906) 709-85-59"
    static let password = "secret-1"

    let vitrina: Vitrina
    /// The address of a running server; nil sends requests within the process.
    var url: String?
    var token = ""
    /// The client address.
    var address = "203.0.113.7"

    init(_ vitrina: Vitrina, url: String? = nil) {
        (self.vitrina, self.url) = (vitrina, url)
    }

    /// Sends the fields as the app does: form-encoded.
    func post(_ path: String, _ fields: KeyValuePairs<String, String> = [:]) async throws -> Reply {
        let body = fields.map { "\(Self.escaped($0))=\(Self.escaped($1))" }.joined(separator: "&")
        return try await send("POST", path, Array(body.utf8), type: Self.form)
    }

    func get(_ path: String, accept: String? = nil) async throws -> Reply {
        try await send("GET", path, [], type: nil, accept: accept)
    }

    func send(
        _ method: String,
        _ path: String,
        _ body: [UInt8],
        type: String?,
        accept: String? = nil
    ) async throws -> Reply {
        var headers: [(name: String, value: String)] = [("X-Forwarded-For", address)]
        if let type { headers.append(("Content-Type", type)) }
        if let accept { headers.append(("Accept", accept)) }
        if !token.isEmpty { headers.append(("Authorization", "Bearer \(token)")) }
        guard let url else { return try await inProcess(method, path, body, headers) }
        let answer = try await HTTPClient().send(
            method,
            "\(url)/api/\(path)",
            headers: headers,
            body: body.isEmpty ? .none : .bytes(body)
        )
        return Reply(
            status: answer.status,
            text: answer.text,
            type: answer.headers["content-type"] ?? "",
            headers: answer.headers
        )
    }

    private func inProcess(
        _ method: String,
        _ path: String,
        _ body: [UInt8],
        _ headers: [(name: String, value: String)]
    ) async throws -> Reply {
        var fields = HTTPFields()
        for (name, value) in headers {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        let method = HTTPRequest.Method(method) ?? .get
        let reply = try await vitrina.send(method, "/api/\(path)", bytes: body, headers: fields, as: nil)
        var all: [String: String] = [:]
        for field in reply.headers { all[field.name.rawName.lowercased()] = field.value }
        return Reply(
            status: reply.status,
            text: reply.text,
            type: reply.headers[.contentType] ?? "",
            headers: all
        )
    }

    static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    /// `users/sms`, then `users/register` with the code that staff see in test mode.
    @discardableResult
    func register(
        _ phone: String = Self.phone,
        password: String? = Self.password,
        _ more: [String: String] = [:]
    ) async throws -> Reply {
        _ = try await post("users/sms", ["phone": phone])
        var fields = ["name": "Анна", "phone": phone, "code": try await vitrina.accountCode(of: phone)]
        if let password { fields["password"] = password }
        fields.merge(more) { _, new in new }
        return try await post(fields: "users/register", fields)
    }

    func post(fields path: String, _ fields: [String: String]) async throws -> Reply {
        let body = fields.map { "\(Self.escaped($0))=\(Self.escaped($1))" }.joined(separator: "&")
        return try await send("POST", path, Array(body.utf8), type: Self.form)
    }

    /// `auth/login`; saves the token.
    @discardableResult
    mutating func logIn(
        _ login: String = Self.phone,
        _ password: String = Self.password
    ) async throws -> Reply {
        let reply = try await post("auth/login", ["login": login, "password": password])
        if let token = reply.json["token"]?.string { self.token = token }
        return reply
    }

    /// The user in the answer of `users/user`.
    var user: JSON {
        get async throws { try await get("users/user").json }
    }
}

extension Vitrina {
    func setAccounts(_ settings: [String: JSON]) async throws {
        _ = try await services.appSettings.set(settings, of: "accounts", by: Self.owner)
    }

    /// The last ten digits of a phone in the form that a test uses.
    static func digits(_ phone: String) -> String { String(phone.filter(\.isNumber).suffix(10)) }

    /// The valid code of a phone; empty if there is none.
    func accountCode(of phone: String) async throws -> String {
        let number = "+7\(Self.digits(phone))"
        let rows = try await database.read { connection in
            try connection.rows(
                "SELECT code FROM codes WHERE app = 'accounts' AND phone = \(number) AND state = 'live'"
            )
        }
        return try rows.first?.get("code", as: String?.self) ?? ""
    }

    /// A registered and signed-in user.
    func accountMember(
        _ phone: String = AccountApp.phone,
        email: String? = nil,
        password: String = AccountApp.password
    ) async throws -> AccountApp {
        var app = AccountApp(self)
        // Each user has a client address of their own.
        let place = (Int(phone.filter(\.isNumber).suffix(4)) ?? 0) % 10_000
        app.address = "198.18.\(place / 250).\(place % 250)"
        try await app.register(phone, password: password, email.map { ["email": $0] } ?? [:])
        try await app.logIn(phone, password)
        return app
    }

    /// The newest message of a kind, whose text can be read in test mode.
    func lastMessage(_ kind: OutboxKind) async throws -> OutboxMessage? {
        try await services.outbox.list(kind: kind).elements.first
    }

    func messageCount(_ kind: OutboxKind) async throws -> Int {
        try await services.outbox.list(kind: kind, limit: Limits.pageSizeMax).elements.count
    }

    /// The path of the link in the newest mail, without the server.
    func confirmLink() async throws -> String {
        let text = try await lastMessage(.mail)?.payload["text"]?.string ?? ""
        let link = text.split(whereSeparator: \.isWhitespace).first { $0.contains("users/confirm") } ?? ""
        return String(link.split(separator: "/api/", maxSplits: 1).last ?? "")
    }

    /// The password in the newest message of a kind.
    func sentPassword(_ kind: OutboxKind) async throws -> String {
        let text = try await lastMessage(kind)?.payload["text"]?.string ?? ""
        let tail = text.components(separatedBy: "пароль: ").last ?? ""
        return String(tail.prefix { !$0.isWhitespace })
    }

    /// The events, newest first.
    func accountEvents() async throws -> [(kind: String, text: String)] {
        try await database.read { connection in
            try connection.rows("SELECT kind, text FROM accounts_events ORDER BY id DESC").map { row in
                (try row.get("kind"), try row.get("text"))
            }
        }
    }

    func accountCount() async throws -> Int64 {
        try await database.read { connection in
            try connection.rows("SELECT count(*) AS count FROM accounts_users").first?.get("count") ?? -1
        }
    }

    /// The card of a client without a login.
    @discardableResult
    func addClient(
        _ phone: String,
        name: String = "Ольга",
        email: String? = nil
    ) async throws -> String {
        let (now, random) = (services.now(), services.random)
        let id = Identifier.new(at: now, random: random)
        try await execute(
            """
            INSERT INTO accounts_clients (id, first_name, phone, email, created_at)
            VALUES (\(id), \(name), \(Self.digits(phone)), \(email), \(now))
            """
        )
        return id
    }

    func execute(_ statement: SQL) async throws {
        _ = try await database.write { try $0.execute(statement) }
    }
}

/// Runs `body` with a program whose accounts are in test mode, unless the test requires live mode.
func withAccounts(
    _ kind: TestDatabase = .sqlite,
    isTest: Bool = true,
    url: String? = "https://app.example",
    senders: @escaping @Sendable (any Database) -> [any OutboxSender] = { _ in [] },
    log: LogLines? = nil,
    _ body: @Sendable (Vitrina) async throws -> Void
) async throws {
    let settings = WebSettings(publicURL: url, trustedProxies: 1, rateLimit: 0)
    try await withVitrina(kind, settings: settings, senders: senders, log: log) { vitrina in
        if isTest { try await vitrina.setAccounts(["test_mode": true]) }
        try await body(vitrina)
    }
}
