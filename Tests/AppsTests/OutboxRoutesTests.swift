import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// The outbox for staff.
struct OutboxRoutesTests {
    private static let path = "/admin/api/v1/outbox"

    @Test(arguments: TestDatabase.all)
    func `texts and addresses are shown to those who may know them`(kind: TestDatabase) async throws {
        try await withMessages(kind) { vitrina in
            func items(_ permissions: Set<Permission>) async throws -> [JSON] {
                let author = Author.viewer("x", may: permissions.union([.readContent]))
                return try await vitrina.send(.get, Self.path, as: author).json.items
            }
            let nobody = try await items([])
            #expect(nobody.map { $0["kind"]?.string } == ["mail", "sms"])
            #expect(nobody.map { $0["to"]?.string } == ["b•••@mall.example", "+7 9•• ••• •• 45"])
            #expect(nobody[0]["text"] == .null)
            #expect(nobody[1]["text"] == "Код: ••••••. Никому его не называйте.")
            let people = try await items([.readPeople])
            #expect(people[0]["to"] == "boss@mall.example")
            #expect(people[0]["text"]?.string?.contains("Долго") == true)
            #expect(people[1]["text"] == nobody[1]["text"])
            let codes = try await items([.readCodes])
            let code = try await vitrina.code(of: "+79120000045")
            // Codes have a separate list, which records each view.
            #expect(codes == nobody && !codes[1].text.contains(code))
            for path in [Self.path, "\(Self.path)/1"] {
                #expect(try await !vitrina.send(.get, path, as: Vitrina.owner).text.contains(code))
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `it is narrowed by kind and state`(kind: TestDatabase) async throws {
        try await withMessages(kind) { vitrina in
            func kinds(_ query: String) async throws -> [String] {
                let reply = try await vitrina.send(.get, "\(Self.path)?\(query)", as: Vitrina.viewer)
                return reply.json["items"]?.array?.compactMap { $0["kind"]?.string } ?? ["\(reply.status)"]
            }
            #expect(try await kinds("kind=sms") == ["sms"])
            #expect(try await kinds("state=kept") == ["mail", "sms"])
            #expect(try await kinds("state=sent&kind=sms") == [])
            #expect(try await kinds("state=kept&kind=mail") == ["mail"])
            for path in ["\(Self.path)/99", "\(Self.path)/9223372036854775808"] {
                #expect(try await vitrina.send(.get, path, as: Vitrina.viewer).status == 404)
            }
            let first = try await vitrina.send(.get, "\(Self.path)/1", as: Vitrina.viewer)
            #expect(first.json["kind"] == "sms")
        }
    }

    @Test(arguments: TestDatabase.all)
    func `what may be sent is sent again, once`(kind: TestDatabase) async throws {
        try await withMessages(kind) { vitrina in
            func retry(_ id: Int, _ author: Author = Vitrina.owner) async throws -> Int {
                try await vitrina.send(.post, "\(Self.path)/\(id)/retry", as: author).status
            }
            #expect(try await retry(1) == 409, "an SMS of the test mode")
            #expect(try await retry(2, Vitrina.editor) == 403)
            #expect(try await retry(9) == 404)
            #expect(try await retry(2) == 200)
            #expect(try await vitrina.services.outbox.message(2).state == .waiting)
            try await vitrina.services.courier.deliverDue()
            #expect(try await vitrina.services.outbox.message(2).state == .kept)
            let audit = try await AuditLog(database: vitrina.database).list().entries
            #expect(audit.filter { $0.action == AuditAction.messageRetried.name }.map(\.subject) == ["2"])

            try await vitrina.set(["test_mode": false])
            _ = try await vitrina.database.write { connection in
                try connection.execute("UPDATE outbox SET state = 'failed' WHERE id = 1")
            }
            #expect(try await retry(1) == 200)
            vitrina.clock.advance(by: .seconds(900))
            #expect(try await retry(1) == 409, "too late")
            try await vitrina.services.courier.deliverDue()
            let message = try await vitrina.services.outbox.message(1)
            #expect(message.state == .failed && message.payload["text"] == nil)
            #expect(try await retry(1) == 409, "the text has gone")
        }
    }

    /// An SMS and a mail that were stored instead of sent.
    private func withMessages(
        _ kind: TestDatabase,
        _ body: @Sendable (Vitrina) async throws -> Void
    ) async throws {
        try await withMall(kind) { vitrina in
            try await vitrina.set(["review_email": "boss@mall.example"])
            var app = MallApp(vitrina)
            try await app.install()
            _ = try await app.send(.post, "/mobile-users/login", ["phone": "+79120000045"])
            _ = try await app.send(
                .post,
                "/app-feedback",
                ["mobile_device_id": .string(app.deviceID), "rating": 1, "text": "Долго"]
            )
            try await vitrina.services.courier.deliverDue()
            try await body(vitrina)
        }
    }
}
