import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// «Оценка приложения»: stars at first, and perhaps a text (mall.md 6.19).
struct MallRatingTests {
    private func rate(
        _ app: MallApp,
        _ rating: JSON,
        _ text: JSON = "",
        device: String? = nil
    ) async throws -> Vitrina.Reply {
        try await app.send(
            .post,
            "/app-feedback",
            ["mobile_device_id": .string(device ?? app.deviceID), "rating": rating, "text": text]
        )
    }

    private func mails(_ vitrina: Vitrina) async throws -> Int {
        try await vitrina.database.read { connection in
            try connection.rows("SELECT id FROM outbox WHERE kind = 'mail'").count
        }
    }

    // M58, M59, M60, M61
    @Test(arguments: TestDatabase.all)
    func `what comes within a quarter of an hour is one rating, in whatever order`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            try await vitrina.set(["review_email": "mall@example.ru"])
            var app = MallApp(vitrina)
            try await app.install()
            let device = app.deviceID
            let first = try await rate(app, 2, "Не нашла парковку")
            let stars = try await rate(app, 2)
            let more = try await rate(app, 2, "Не нашла парковку и лифт")
            #expect(stars.json["text"] == "Не нашла парковку")
            #expect([stars.id, more.id] == [first.id, first.id])
            #expect(try await mails(vitrina) == 2)
            vitrina.clock.advance(by: .seconds(15 * 60 + 1))
            let later = try await rate(app, 2, "Опять")
            let other = try await rate(app, 3)
            #expect(Set([first.id, later.id, other.id]).count == 3)

            // Saved for a device without a session.
            let kept = try await vitrina.send(.get, "/admin/api/v1/mall/devices/\(device)", as: Vitrina.owner)
            #expect(kept.status == 200)
            #expect(kept.json["rated_at"]?.string != nil)
        }
    }

    // M59
    @Test(arguments: TestDatabase.all)
    func `five stars are kept and not mailed, whatever is said with them`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            try await vitrina.set(["review_email": "mall@example.ru"])
            var app = MallApp(vitrina)
            try await app.install()
            let reply = try await rate(app, 5, "Отлично")
            #expect((reply.status, reply.json["text"]) == (201, "Отлично"))
            #expect(try await mails(vitrina) == 0)
        }
    }

    // M145
    @Test(arguments: TestDatabase.all)
    func `a device is heard ten times an hour`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            try await vitrina.set(["review_email": "mall@example.ru"])
            var app = MallApp(vitrina)
            try await app.install()
            for number in 0..<10 { #expect(try await rate(app, 2, .string("Отзыв \(number)")).status == 201) }
            let more = try await rate(app, 2, "Отзыв")
            #expect((more.status, more.headers[.retryAfter] != nil) == (429, true))
            vitrina.clock.advance(by: .seconds(3601))
            #expect(try await rate(app, 2, "Отзыв").status == 201)
        }
    }

    // M62
    @Test(arguments: TestDatabase.all)
    func `what is no rating, and a device that is not known, is refused`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            var app = MallApp(vitrina)
            try await app.install()
            let ratings = try JSON(
                parsing: #"[0, 6, -1, "five", 2.5, null, true, 9223372036854775807, {"a": 1}]"#
            )
            for rating in ratings.array ?? [] {
                let reply = try await rate(app, rating)
                #expect((reply.status, reply.json["error_text"] != nil) == (400, true), "\(rating)")
            }
            for text: JSON in [5, true, ["x": 1], .string(String(repeating: "я", count: 100_000))] {
                #expect(try await rate(app, 4, text).status == 400)
            }
            for device in ["00000000-0000-7000-8000-000000000000", "x", ""] {
                let reply = try await rate(app, 4, device: device)
                #expect((reply.status, reply.json["error_code"]) == (400, 10), "\(device)")
            }
        }
    }

    // M60, M61
    @Test(arguments: TestDatabase.all)
    func `stars and the text after them count once, and the app knows that it was rated`(
        kind: TestDatabase
    ) async throws {
        try await withMall(kind) { vitrina in
            let (anna, boris) = (try await vitrina.member(1), try await vitrina.member(2))
            var guest = MallApp(vitrina)
            try await guest.install()
            for (number, app) in [anna, guest].enumerated() {
                let device = "/mobile-device/\(app.deviceID)"
                #expect(try await app.get(device).json["has_feedback"] == false)
                for text: JSON in ["", .null, "Не нашла лифт"] {
                    let reply = try await rate(app, 2, text)
                    #expect((reply.status, reply.json["text"]) == (201, text == "" ? .null : text))
                    let path = "/admin/api/v1/mall/reviews/stats"
                    let stats = try await vitrina.send(.get, path, as: Vitrina.viewer).json
                    let count = JSON.integer(Int64(number + 1))
                    #expect(stats["count"] == count && stats["ratings"]?["2"] == count, "\(text)")
                    #expect(stats["average_percent"] == 200)
                }
                #expect(try await app.get(device).json["has_feedback"] == true)
            }
            for (app, isRated) in [(anna, true), (boris, false)] {
                let me = try await app.my(.get, "").json
                #expect(me["has_feedback"] == .bool(isRated))
                #expect(me["app_evaluation"] == (isRated ? 2 : .null))
            }
        }
    }
}
