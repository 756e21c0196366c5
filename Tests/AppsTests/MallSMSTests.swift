import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Codes on their way to a phone, through a gateway over real HTTP.
struct MallSMSTests {
    private static let phone = "+79991234567"

    // M66, M67, M69
    @Test(arguments: TestDatabase.all)
    func `a code is sent, and its text is kept nowhere after that`(kind: TestDatabase) async throws {
        try await withGateway(kind, "/ok") { vitrina, receiver in
            let reply = try await asking(vitrina)
            #expect((reply.status, reply.text) == (201, "[]"))

            let sms = try #require(try await receiver.received().first?.json)
            #expect(sms["to"] == "79991234567")
            let code = (sms["msg"]?.string ?? "").filter(\.isNumber)
            #expect(code.count == 6)
            let message = try await vitrina.services.outbox.list().elements[0]
            #expect(message.state == .sent)
            #expect(message.payload == ["app": "mall", "phone": .string(Self.phone)])
            #expect(try await vitrina.code(of: Self.phone) == "")
            var app = MallApp(vitrina)
            try await app.install()
            #expect(try await app.enter(code, for: Self.phone).status == 200)
        }
    }

    // M69: 503 if sending fails
    @Test(arguments: ["/says/403/no", "/fails", "/elsewhere"])
    func `a gateway that refuses is told to the app, without its reason`(path: String) async throws {
        try await withGateway(.sqlite, path) { vitrina, _ in
            let reply = try await asking(vitrina)
            #expect(reply.status == 503)
            let text = reply.json["error_message"]?.string ?? ""
            #expect(text == "Не удалось отправить СМС. Попробуйте ещё раз чуть позже.")
            let message = try await vitrina.services.outbox.list().elements[0]
            #expect(message.lastError != nil)
            let isOver = path != "/fails"
            #expect(message.state == (isOver ? .failed : .waiting))
            #expect((message.payload["text"] == nil) == isOver)
        }
    }

    @Test func `a gateway that is busy is tried again as long as the code holds`() async throws {
        try await withGateway(.sqlite, "/fails") { vitrina, receiver in
            _ = try await asking(vitrina)
            let end = vitrina.clock.now.advanced(by: .seconds(600))
            while try await vitrina.services.outbox.list().elements[0].state == .waiting {
                vitrina.clock.now = try await vitrina.services.outbox.list().elements[0].dueAt
                try await vitrina.services.courier.deliverDue()
            }
            let message = try await vitrina.services.outbox.list().elements[0]
            #expect(message.state == .failed && message.payload["text"] == nil)
            #expect(vitrina.clock.now < end)
            #expect(try await receiver.received().count == message.attempts)
            #expect(message.attempts > 3)
        }
    }

    // M67
    @Test(arguments: TestDatabase.all)
    func `a code that holds no longer is not sent`(kind: TestDatabase) async throws {
        try await withGateway(kind, "/ok") { vitrina, receiver in
            let services = vitrina.services
            let policy = CodePolicy(
                app: "mall",
                numbers: 100_000...999_999,
                settings: try await services.appSettings.of("mall")
            )
            let now = services.now()
            for phone in ["+79990000001", "+79990000001", "+79990000002"] {
                _ = try await vitrina.database.write { connection in
                    try connection.issueCode(
                        CodeOrder(.signIn, phone: phone, address: ""),
                        policy,
                        at: now,
                        random: services.random
                    )
                }
            }
            _ = try await vitrina.database.write {
                try $0.execute("UPDATE outbox SET due_at = \(now.advanced(by: .seconds(900))) WHERE id = 3")
            }
            try await services.courier.deliverDue()
            vitrina.clock.advance(by: .seconds(900))
            try await services.courier.deliverDue()

            let states = try await services.outbox.list().elements.map(\.state)
            #expect(states == [.failed, .sent, .failed])
            #expect(try await receiver.received().count == 1)
            #expect(try await services.outbox.list().elements.allSatisfy { $0.payload["text"] == nil })
        }
    }

    @Test func `without a gateway it is said at once`() async throws {
        try await withVitrina { vitrina in
            let reply = try await asking(vitrina)
            #expect(reply.status == 503)
            #expect(reply.headers[.retryAfter] != nil)
            let error = try await vitrina.services.outbox.list().elements[0].lastError
            #expect(error?.ru == "Шлюз СМС не настроен.")
        }
    }

    // M58: stored for staff without a mail server, and sent with one
    @Test(arguments: TestDatabase.all)
    func `a review is mailed, or kept in the outbox`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            try await review(vitrina)
            let message = try await vitrina.services.outbox.list(kind: .mail).elements[0]
            #expect(message.state == .kept && message.payload["to"] == "boss@mall.example")
            #expect(message.payload["text"]?.string?.contains("Долго грузится") == true)
        }
        try await withMailSink { sink in
            let from = try #require(MailAddress("Mall <robot@mall.example>"))
            let server = SMTPServer(url: "smtp://127.0.0.1:\(sink.port)", from: from)
            try await withVitrina(kind, senders: { _ in [MailSender(server: server)] }) { vitrina in
                try await review(vitrina)
                #expect(try await vitrina.services.outbox.list(kind: .mail).elements[0].state == .sent)
            }
            let taken = try sink.taken()
            #expect(taken.map(\.to) == [["boss@mall.example"]])
            #expect(taken[0].body.contains("Долго грузится"))
        }
    }

    private func review(_ vitrina: Vitrina) async throws {
        try await vitrina.set(["review_email": "boss@mall.example"])
        var app = MallApp(vitrina)
        try await app.install()
        let reply = try await app.send(
            .post,
            "/app-feedback",
            ["mobile_device_id": .string(app.deviceID), "rating": 2, "text": "Долго грузится"]
        )
        #expect(reply.status == 201)
        try await vitrina.services.courier.deliverDue()
    }

    /// Sends Auth1, while the messages are sent as on a running server.
    private func asking(_ vitrina: Vitrina) async throws -> Vitrina.Reply {
        let courier = vitrina.services.courier
        let looks = courier.looks()
        return try await withThrowingTaskGroup(of: Vitrina.Reply?.self) { group in
            group.addTask {
                await courier.run(looks) { error in Issue.record("\(error)") }
                return nil
            }
            let reply = try await MallApp(vitrina).send(
                .post,
                "/mobile-users/login",
                ["phone": .string(Self.phone)]
            )
            courier.stop()
            for try await _ in group {}
            return reply
        }
    }

    private func withGateway(
        _ kind: TestDatabase,
        _ path: String,
        _ body: @Sendable (Vitrina, WebReceiver) async throws -> Void
    ) async throws {
        try await withReceiver { receiver in
            let gateway = try HTTPSMSGateway(
                url: receiver.url + path,
                body: #"{"to": "{digits}", "msg": "{text}"}"#
            )
            try await withVitrina(
                kind,
                senders: { database in [SMSSender(gateway: gateway, database: database)] }
            ) { vitrina in
                try await body(vitrina, receiver)
            }
        }
    }
}
