import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// The codes of phones as staff see them.
struct CodeRoutesTests {
    private static let path = "/admin/api/v1/codes"
    private static let tester = Author.viewer("Timur", may: [.readContent, .readCodes])

    // M68
    @Test(arguments: TestDatabase.all)
    func `codes are listed with phone and time, newest first, masked`(kind: TestDatabase) async throws {
        try await withCodes(kind, ["+79120000045", "+79990000002", "+79120000046"]) { vitrina in
            let items = try await vitrina.codes()
            #expect(
                items.map { $0["phone"]?.string } == [
                    "+7 9•• ••• •• 46", "+7 9•• ••• •• 02", "+7 9•• ••• •• 45",
                ]
            )
            let code = items[2]
            #expect(try await code["code"]?.string == vitrina.code(of: "+79120000045"))
            #expect((code["state"], code["app"], code["purpose"]) == ("live", "mall", "sign-in"))
            #expect((code["sms"], code["failures"], code["failures_max"]) == ("kept", 0, 5))
            #expect(code["created_at"] == "2026-11-21T12:00:00.000000Z")
            #expect(code["expires_at"] == "2026-11-21T12:10:00.000000Z")

            for (phone, count) in [
                ("45", 1), ("02", 1), ("2", 1), ("+7 (912) 000-00-45", 1), ("8 912 000 00 46", 1), ("7", 0),
            ] {
                #expect(try await vitrina.codes([("phone", phone)]).count == count, "\(phone)")
            }
            #expect(try await vitrina.codes([("app", "mall")]).count == 3)
            let first = try await vitrina.send(.get, "\(Self.path)?limit=2", as: Self.tester).json
            let rest = try await vitrina.codes([("cursor", first["next"]?.string ?? "")])
            #expect((first["items"]?.array ?? []) + rest == items)
        }
    }

    // M68, M124: the digits under the mask cannot be found one by one.
    @Test(arguments: TestDatabase.all)
    func `staff without the right to read people ask for the digits that the mask shows, or for all`(
        kind: TestDatabase
    ) async throws {
        try await withCodes(kind, ["+79120000045"]) { vitrina in
            let reader = Author.viewer("Rita", may: [.readContent, .readCodes, .readPeople])
            for (digits, count) in [("045", 1), ("145", 0), ("0045", 1), ("000045", 1), ("120000045", 1)] {
                let (few, all) = (
                    try await found(digits, Self.tester, vitrina), try await found(digits, reader, vitrina)
                )
                #expect((few, all) == (-422, count), "\(digits)")
            }
            // The last digits are not treated as a whole number.
            #expect(try await found("9120000045", Self.tester, vitrina) == 0)
            #expect(try await found("79120000045", Self.tester, vitrina) == 1)
            #expect(try await found("45", Self.tester, vitrina) == 1)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `what becomes of a code is seen`(kind: TestDatabase) async throws {
        try await withCodes(kind, ["+79120000045", "+79120000045", "+79990000002"]) { vitrina in
            var app = MallApp(vitrina)
            try await app.install()
            try await app.enter("1", for: "+79990000002")
            #expect(try await vitrina.codes().map { $0["failures"] } == [1, 0, 0])
            #expect(try await vitrina.codes().map { $0["state"]?.string } == ["live", "live", "replaced"])
            try await app.enter(try await vitrina.code(of: "+79120000045"), for: "+79120000045")
            for _ in 0..<4 { try await app.enter("1", for: "+79990000002") }
            #expect(try await vitrina.codes().map { $0["state"]?.string } == ["locked", "used", "replaced"])
            vitrina.clock.advance(by: .seconds(1))
            _ = try await app.send(.post, "/mobile-users/login", ["phone": "+79990000003"])
            vitrina.clock.advance(by: .seconds(600))
            #expect(try await vitrina.codes()[0]["state"] == "expired")

            vitrina.clock.advance(by: .seconds(86_400))
            try await vitrina.services.codes.removeExpired()
            #expect(try await vitrina.codes().allSatisfy { $0["code"] == .null })
            let kept = try await vitrina.services.outbox.list().elements
            #expect(kept.count == 4 && kept.allSatisfy { $0.payload["text"] == nil })
            vitrina.clock.advance(by: CodeStore.codeAge)
            try await vitrina.services.codes.removeExpired()
            #expect(try await vitrina.codes().isEmpty)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a code without an end is forgotten after ninety days`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            try await vitrina.set(["code_minutes": 0])
            let app = MallApp(vitrina)
            _ = try await app.send(.post, "/mobile-users/login", ["phone": "+79120000045"])
            vitrina.clock.advance(by: CodeStore.codeAge - .seconds(1))
            try await vitrina.services.codes.removeExpired()
            #expect(try await vitrina.codes().map { $0["state"]?.string } == ["live"])
            vitrina.clock.advance(by: .seconds(1))
            try await vitrina.services.codes.removeExpired()
            #expect(try await vitrina.database.rowCounts()["codes"] == 0)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `every look is in the audit, once in ten minutes, and each number that was shown`(
        kind: TestDatabase
    ) async throws {
        try await withCodes(kind, ["+79120000045"]) { vitrina in
            let id = try await vitrina.codes()[0]["id"]?.string ?? ""
            _ = try await vitrina.codes()
            for _ in 0..<2 {
                let code = try await vitrina.send(.post, "\(Self.path)/\(id)/reveal", as: Self.tester)
                #expect(code.json["phone"] == "+79120000045")
            }
            _ = try await vitrina.send(.get, Self.path, as: Vitrina.owner)
            vitrina.clock.advance(by: .seconds(600))
            _ = try await vitrina.codes()

            let entries = try await AuditLog(database: vitrina.database).list().entries.reversed()
                .filter { $0.action != AuditAction.settingChanged.name }
            #expect(
                entries.map { "\($0.author) \($0.action)" } == [
                    "Timur codes.seen", "Timur code.revealed", "Timur code.revealed", "Olga codes.seen",
                    "Timur codes.seen",
                ]
            )
            #expect(entries.map(\.subject) == [nil, id, id, nil, nil])
            #expect(!entries.contains { $0.detail.text.contains("9120000045") })
        }
    }

    @Test func `who has no right sees nothing, and nobody does in production`() async throws {
        try await withCodes(.sqlite, ["+79120000045"]) { vitrina in
            let id = try await vitrina.codes()[0]["id"]?.string ?? ""
            for author in [Vitrina.editor, Vitrina.viewer] {
                #expect(try await vitrina.send(.get, Self.path, as: author).status == 403)
                #expect(try await vitrina.send(.get, "\(Self.path)/events", as: author).status == 403)
                #expect(try await vitrina.send(.post, "\(Self.path)/\(id)/reveal", as: author).status == 403)
            }
            #expect(try await vitrina.send(.get, Self.path, as: nil).status == 401)
            for query in [
                "phone=x", "phone=", "phone=1234567890123456", "phone=%25", "app=nope", "cursor=1", "limit=0",
                "limit=201", "colour=red", "phone=4_5",
            ] {
                let status = try await vitrina.send(.get, "\(Self.path)?\(query)", as: Self.tester).status
                #expect(status == (query == "phone=" ? 200 : 422), "\(query)")
            }
            for id in ["x", "00000000-0000-7000-8000-000000000000", "%27"] {
                let reply = try await vitrina.send(.post, "\(Self.path)/\(id)/reveal", as: Self.tester)
                #expect(reply.status == 404, "\(id)")
            }
        }
        try await withVitrina(settings: WebSettings(rateLimit: 0, isProduction: true)) { vitrina in
            for path in [Self.path, "\(Self.path)/events"] {
                let reply = try await vitrina.send(.get, path, as: Vitrina.owner)
                #expect(reply.status == 404)
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a dry run shows no number and writes nothing`(kind: TestDatabase) async throws {
        try await withCodes(kind, ["+79120000045"]) { vitrina in
            let id = try await vitrina.codes()[0]["id"]?.string ?? ""
            let before = try await vitrina.database.rowCounts()["audit"]
            let dry = try await vitrina.send(
                .post,
                "\(Self.path)/\(id)/reveal?dry_run=true",
                as: Self.tester
            )
            #expect(dry.json["phone"] == "+7 9•• ••• •• 45" && !dry.text.contains("9120000045"))
            #expect(try await vitrina.database.rowCounts()["audit"] == before)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `who follows is told of each code and what becomes of it, by whatever server`(
        kind: TestDatabase
    ) async throws {
        try await withMall(kind) { vitrina in
            let secret = try await vitrina.newToken(of: .viewer, grants: [.readCodes]).secret
            try await withHTTP(vitrina) { url in
                let stream = try EventStream(
                    url,
                    "\(Self.path)/events",
                    headers: ["Authorization: Bearer \(secret)"]
                )
                let hasBegun = try await holds { stream.text.contains("retry:") }
                #expect(hasBegun && stream.status == 200)
                var app = MallApp(try await vitrina.another())
                try await app.install()
                _ = try await app.send(.post, "/mobile-users/login", ["phone": "+79120000045"])
                let isTold = try await holds { stream.codes.count == 1 }
                try #require(isTold)
                #expect(stream.codes[0]["phone"] == "+7 9•• ••• •• 45")
                #expect(try await stream.codes[0]["code"]?.string == vitrina.code(of: "+79120000045"))
                try await app.enter(stream.codes[0]["code"]?.string ?? "", for: "+79120000045")
                let isUsed = try await holds { stream.codes.last?["state"] == "used" }
                #expect(isUsed)
                // After ten minutes the stream ends, so that its reader is authorized again.
                vitrina.clock.advance(by: .seconds(601))
                let isOver = try await holds { stream.isClosed || stream.text.hasSuffix("0\r\n\r\n") }
                #expect(isOver)
            }
        }
    }

    /// The number of codes of phones with these last digits, or the status of the refusal.
    private func found(_ digits: String, _ author: Author, _ vitrina: Vitrina) async throws -> Int {
        let path = "\(Self.path)?phone=\(digits.percentEncoded)"
        let reply = try await vitrina.send(.get, path, as: author)
        return reply.status == 200 ? reply.json["items"]?.array?.count ?? -1 : -reply.status
    }

    private func withCodes(
        _ kind: TestDatabase,
        _ phones: [String],
        _ body: @Sendable (Vitrina) async throws -> Void
    ) async throws {
        try await withMall(kind) { vitrina in
            for (number, phone) in phones.enumerated() {
                vitrina.clock.now = (Timestamp("2026-11-21T12:00:00Z") ?? .earliest).advanced(
                    by: .milliseconds(number * 10)
                )
                _ = try await MallApp(vitrina).send(.post, "/mobile-users/login", ["phone": .string(phone)])
            }
            try await body(vitrina)
        }
    }
}

extension Vitrina {
    fileprivate func codes(_ query: [(String, String)] = []) async throws -> [JSON] {
        let words = query.map { "\($0.0)=\($0.1.percentEncoded)" }.joined(separator: "&")
        let author = Author.viewer("Timur", may: [.readContent, .readCodes])
        return try await send(.get, "/admin/api/v1/codes?\(words)", as: author).json.items
    }
}

extension EventStream {
    fileprivate var codes: [JSON] { events.filter { $0.name == "code" }.map(\.json) }
}
