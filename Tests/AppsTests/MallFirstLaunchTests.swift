import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing

/// The requests of a device in order: from the first launch to the last gift.
///
/// M64 and M65 need no server: the links to documents are static in the app, and "how to get there"
/// is a page of a map in a web view.
struct MallFirstLaunchTests {
    @Test(arguments: TestDatabase.all)
    func `a visitor installs the app, registers, buys a gift and uses it`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let food = try await vitrina.category("food")
            let shop = try await vitrina.shop(in: [food], ["name": ["ru": "Зерно"]])
            let offer = try await vitrina.offer(
                of: shop,
                ["name": ["ru": "Кофе"], "cost": 150, "type": "single"]
            )
            let event = try await vitrina.event(["title": ["ru": "Каток"], "cost": 30, "on_main": true])
            var visit = MallVisit(app: MallApp(vitrina), shop: shop, offer: offer, event: event)
            try await visit.install()
            try await visit.allowPush()
            try await visit.signIn()
            try await visit.earn()
            try await visit.answerSurvey()
            try await visit.buy()
            try await visit.seeWhatIsOwned()
            try await visit.use()
            try await visit.attend()
            try await visit.rate()
            try await visit.leave()
            #expect(try await vitrina.booksBalance)
        }
    }
}

/// A user with the app, and the entries of the mall.
private struct MallVisit {
    var app: MallApp
    let shop: String
    let offer: String
    let event: String

    // M1, M3, M12, M13
    mutating func install() async throws {
        try await app.install()
        #expect(!app.deviceID.isEmpty)
        #expect(try await app.get("/offers?mobileUserId=").json.array?.count == 1)
    }

    // M6, M7, M9, M10
    func allowPush() async throws {
        let pushed = try await app.send(
            .post,
            "/mobile-device/\(app.deviceID)/token",
            ["token": "apns-1"]
        )
        #expect(pushed.status == 201)
        #expect(pushed.json["token"] == "apns-1")
        #expect(pushed.json["mobile_user_id"] == .null)
        let settings = try await app.send(
            .put,
            "/mobile-device/\(app.deviceID)/setting-push",
            ["enable_push_event": true]
        )
        #expect(settings.json["enable_push_event"] == true)
        #expect(settings.json["enable_push_promotion"] == false)
    }

    // M66, M67, M69, M70, M94
    mutating func signIn() async throws {
        let phone = "+7(999)123-45-67"
        let asked = try await app.send(.post, "/mobile-users/login", ["phone": .string(phone)])
        #expect((asked.status, asked.text) == (201, "[]"))
        let signedIn = try await app.enter(try await app.vitrina.code(of: phone), for: phone)
        #expect(signedIn.status == 200)
        #expect(signedIn.json["phone"] == "+79991234567")
        #expect(signedIn.json["enable_push_event"] == true)
        #expect(app.token.utf8.count == 64)
    }

    // M74, M75, M76, M77
    func earn() async throws {
        #expect(try await app.register().json["change_balance"] == 100)
        #expect(try await app.my(.post, "/add-register").text == "[]")
        #expect(try await app.balance == 100)
    }

    // M88–M90
    func answerSurvey() async throws {
        let early = try await app.my(.post, "/survey")
        #expect(early.status == 400)
        _ = try await app.my(
            .put,
            "",
            ["token": .string(app.token), "dateBirth": "1990-05-13 10:00:00 +0000", "haveKids": true]
        )
        let survey = try await app.my(.post, "/survey")
        #expect(survey.json["type_transaction"] == "survey")
        #expect(try await app.my(.post, "/survey").status == 400)
        #expect(try await app.my(.get, "").json["date_birth"] == "1990-05-13T10:00:00.000000Z")
    }

    // M43, M105, M108, M109
    func buy() async throws {
        let bought = try await app.my(.post, "/offers/\(offer)/attend")
        #expect(bought.status == 200)
        #expect(bought.json["change_balance"] == -150)
        #expect(bought.json["type_transaction"] == "buy_offer")
        #expect(bought.json["object"]?["on_home"]?.bool != nil)
        let gifts = try await app.my(.get, "/offers").json.array ?? []
        #expect(gifts.map { $0["id"] } == [.string(offer)])
        #expect(gifts.first?["offer_purchased"] == true)
    }

    // M44, M115
    func seeWhatIsOwned() async throws {
        for path in ["/offers", "/offers/\(offer)", "/shops/\(shop)"] {
            let json = try await app.get("\(path)?mobileUserId=\(app.userID)").json
            let found = json.array?.first ?? json["offers"]?.array?.first ?? json
            #expect(found["offer_purchased"] == true, "\(path)")
        }
        #expect(try await app.get("/offers/\(offer)").json["offer_purchased"] == false)
    }

    // M110, M111
    func use() async throws {
        #expect(try await app.my(.post, "/offers/\(offer)/activated").text == "[]")
        #expect(try await app.my(.get, "/offers").text == "[]")
        #expect(
            try await app.get("/offers/\(offer)?mobileUserId=\(app.userID)").json["offer_purchased"]
                == false
        )
    }

    // M50, M51, M52, M55, M117, M118, M119, M120, M121
    func attend() async throws {
        let attended = try await app.my(.post, "/events/\(event)/attend")
        #expect(attended.json["type_transaction"] == "buy_event")
        #expect(attended.json["object"]?["title"] == "Каток")
        let other = try await app.vitrina.member(7)
        for (id, isThere) in [(app.userID, true), (other.userID, false)] {
            let list = try await app.get("/events?mobileUserId=\(id)").json.array?.first
            #expect(list?["event_purchased"] == .bool(isThere))
            let slides = try await app.get("/news/with/promotions-and-event?on_main=true&mobileUserId=\(id)")
                .json
            let slide = slides.array?.first { $0["id"] == .string(event) }
            #expect(slide?["purchased"] == .bool(isThere))
        }
        #expect(
            try await app.get("/events/\(event)?mobileUserId=\(app.userID)").json["event_purchased"]
                == true
        )
        #expect(try await app.get("/events/\(event)").json["event_purchased"] == false)
        let history = try await app.my(.get, "/transactions").json.array ?? []
        #expect(
            history.map { $0["type_transaction"]?.string } == [
                "buy_event", "buy_offer", "survey", "registration",
            ]
        )
        #expect(history[1]["object"]?["shop"]?["name"] == "Зерно")
    }

    // M57–M61
    func rate() async throws {
        let rated = try await app.send(
            .post,
            "/app-feedback",
            ["mobile_device_id": .string(app.deviceID), "text": "", "rating": 4]
        )
        #expect((rated.status, rated.json["text"]) == (201, .null))
        let reviewed = try await app.send(
            .post,
            "/app-feedback",
            ["mobile_device_id": .string(app.deviceID), "text": "Хорошо", "rating": 4]
        )
        #expect(reviewed.json["id"] == rated.json["id"])
        let me = try await app.my(.get, "").json
        #expect((me["app_evaluation"], me["has_feedback"]) == (4, true))
    }

    // M103
    func leave() async throws {
        let left = try await app.my(
            .post,
            "/logout",
            ["mobileDeviceId": .string(app.deviceID), "token": .string(app.token)]
        )
        #expect(left.text == "[]")
        let refused = try await app.my(.get, "")
        #expect((refused.status, refused.json["error_code"]) == (400, 11))
        let device = try await app.vitrina.send(
            .get,
            "/admin/api/v1/mall/devices/\(app.deviceID)",
            as: Vitrina.owner
        )
        #expect(device.json["user"] == .null)
        #expect(try await app.get("/mobile-users/balance").text == "[]")
    }
}
