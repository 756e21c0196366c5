import Foundation
import Storage
import TestSupport
import Testing
import Web

@testable import Core

/// Notifications through Firebase Cloud Messaging, which a test server replaces over HTTP.
struct PushTests {
    private static let push = Push(to: "token-1", title: "Привет", text: "Новая \"история\"\nждёт 🎁")

    private static let now: @Sendable () -> Timestamp = { Clock().now }

    /// The receiver's answer to every request.
    private static func says(_ receiver: WebReceiver, _ status: Int, _ body: String) -> String {
        let text = body.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        // The requested path becomes the query.
        return "\(receiver.url)/says/\(status)/\(text)?"
    }

    private static func refusal(_ code: String?, _ message: String = "No, really.") -> String {
        var error: [String: JSON] = ["message": .string(message)]
        error["details"] = code.map { [["@type": "fcm", "errorCode": .string($0)]] }
        return JSON.object(["error": .object(error)]).text
    }

    private func withFCM(
        _ status: Int,
        _ body: String,
        tokenStatus: Int = 200,
        hasKey: Bool = true,
        _ act: (FCM, WebReceiver) async throws -> Void
    ) async throws {
        try await withReceiver { receiver in
            try await withTemporaryDirectory { folder in
                let token: JSON = ["access_token": "access-1", "expires_in": 3600]
                let url = Self.says(receiver, tokenStatus, token.text) + "token"
                let key: JSON = [
                    "type": "service_account", "client_email": "push@demo-app.iam.gserviceaccount.com",
                    "private_key": .string(ExampleKey.pem), "token_uri": .string(url),
                ]
                if hasKey { try Data(key.bytes).write(to: URL(filePath: "\(folder)/demo-app.json")) }
                let settings = GoogleSettings(
                    keys: folder,
                    pushProject: "demo-app",
                    pushURL: Self.says(receiver, status, body)
                )
                try await act(try #require(FCM(settings, now: Self.now)), receiver)
            }
        }
    }

    private func fault(_ fcm: FCM) async -> GoogleFault? {
        do throws(GoogleFault) {
            _ = try await fcm.send(Self.push)
            return nil
        } catch {
            return error
        }
    }

    // A95
    @Test func `a notification goes to its token with the rights of the service account`() async throws {
        try await withFCM(200, #"{"name":"projects/demo-app/messages/1"}"#) { fcm, receiver in
            let outcomes = [try await fcm.send(Self.push), try await fcm.send(Self.push)]
            #expect(
                outcomes == [.sent("projects/demo-app/messages/1"), .sent("projects/demo-app/messages/1")]
            )

            let all = try await receiver.received()
            let sent = all.filter { $0.path.hasSuffix("/v1/projects/demo-app/messages:send") }
            #expect(sent.count == 2)
            // One token is enough for both.
            #expect(all.count == 3)
            #expect(sent[0].headers["authorization"] == "Bearer access-1")
            let message: JSON = [
                "message": [
                    "token": "token-1",
                    "notification": ["title": "Привет", "body": "Новая \"история\"\nждёт 🎁"],
                ]
            ]
            #expect(sent[0].json == message)
            let asked = try #require(all.first { $0.path.hasSuffix("token") }).text
            let assertion = try #require(asked.split(separator: "=").last).split(separator: ".")
            let claims = try JSON(parsing: try #require(Base64URL.decode(String(assertion[1]))))
            #expect(claims["scope"] == "https://www.googleapis.com/auth/firebase.messaging")
        }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let status: Int
        let body: String
        let again: Bool
        var forgets = false
        var testDescription: String { "\(status) \(body)" }
    }

    // A95
    @Test(arguments: [
        Case(status: 404, body: refusal("UNREGISTERED"), again: false, forgets: true),
        Case(status: 404, body: refusal(nil, "Project not found"), again: false),
        Case(status: 400, body: refusal("INVALID_ARGUMENT"), again: false),
        Case(status: 400, body: refusal("UNREGISTERED"), again: false),
        Case(status: 403, body: refusal("SENDER_ID_MISMATCH"), again: false),
        Case(status: 401, body: refusal("THIRD_PARTY_AUTH_ERROR"), again: false),
        Case(status: 429, body: refusal("QUOTA_EXCEEDED"), again: true),
        Case(status: 500, body: refusal("INTERNAL"), again: true),
        Case(status: 503, body: "<html>", again: true),
        Case(status: 200, body: "nonsense", again: true),
        Case(status: 404, body: "<html>not here</html>", again: false),
    ])
    func `only a token that Firebase knows no more is forgotten; what may pass is tried again`(
        row: Case
    ) async throws {
        try await withFCM(row.status, row.body) { fcm, _ in
            let forgotten = Locked([String]())
            let sender = PushSender(fcm: fcm) { token, subject, _ in
                forgotten.update { $0.append("\(subject):\(token)") }
            }
            try await withVitrina(senders: { _ in [sender] }) { vitrina in
                let id = try await vitrina.database.write { connection in
                    try Outbox.enqueue(
                        Self.push,
                        eventID: "push-1",
                        subject: "u1",
                        at: vitrina.clock.now,
                        on: connection
                    )
                }
                try await vitrina.services.courier.deliverDue()

                let message = try await vitrina.services.outbox.message(id)
                #expect(message.state == (row.again ? .waiting : .failed))
                #expect(message.lastError?.en.hasPrefix("Firebase") == true)
                #expect(forgotten.value == (row.forgets ? ["u1:token-1"] : []))
            }
        }
    }

    // A95
    @Test func `without a project, a key or a token nothing goes, and the reason is told`() async throws {
        try await withFCM(200, "{}", hasKey: false) { fcm, receiver in
            #expect(
                await fault(fcm)
                    == .refused("Нет файла ключа demo-app.json.", "There is no key file demo-app.json.")
            )
            let received = try await receiver.received()
            #expect(received.isEmpty)
        }
        try await withFCM(200, "{}", tokenStatus: 503) { fcm, _ in
            #expect(await fault(fcm)?.kind == .away)
        }
        #expect(FCM(GoogleSettings(), now: Self.now) == nil)
    }

    // A95
    @Test(arguments: TestDatabase.all)
    func `a notification waits for Firebase to come back, and is given up after a day`(
        kind: TestDatabase
    ) async throws {
        try await withFCM(503, "") { fcm, _ in
            try await withVitrina(kind, senders: { _ in [PushSender(fcm: fcm)] }) { vitrina in
                let start = vitrina.clock.now
                let id = try await vitrina.database.write { connection in
                    try Outbox.enqueue(Self.push, eventID: "p", subject: "u", at: start, on: connection)
                }
                var attempts = 0
                while attempts < 30 {
                    try await vitrina.services.courier.deliverDue()
                    let message = try await vitrina.services.outbox.message(id)
                    guard message.state == .waiting else { break }
                    attempts += 1
                    vitrina.clock.now = message.dueAt
                }
                #expect(try await vitrina.services.outbox.message(id).state == .failed)
                #expect(attempts > 3)
                #expect(vitrina.clock.now <= start.advanced(by: Outbox.pushAge))
            }
        }
    }
}
