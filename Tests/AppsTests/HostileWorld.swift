@testable import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Web

/// A mall with a script in every text that a user or a member of staff can write.
struct HostileWorld: Sendable {
    /// A text that ends an attribute, then an element, and begins a script with the name of its origin.
    static func text(_ name: String) -> String { "\"'><script>\(name)</script>" }

    static let types: [any ContentDeclaration.Type] = [
        Categories.self, Subcategories.self, Tags.self, Shops.self, Offers.self, Promotions.self, Events.self,
        News.self, StoryGroups.self, StoryPages.self, ModCategories.self, ModFiles.self, ModHelp.self,
        ModPages.self, Carriers.self, CruiseCities.self, CruiseDirections.self, Ships.self,
        CabinClasses.self, ShipCabins.self, Cruises.self, Excursions.self, CruiseDestinations.self,
        Discounts.self, CruiseReviews.self, Articles.self, Citizenships.self, AppVersions.self,
        DocumentTemplates.self,
    ]

    /// True if a text of this length holds the script of the field.
    static func fits(_ field: Field, of type: ContentType, _ lengthMax: Int) -> Bool {
        text("\(type.name).\(field.name)").count <= lengthMax
    }

    /// True if the title holds the script of a draft.
    static func hasDraft(_ type: ContentType) -> Bool {
        guard case .text(let lengthMax)? = type.fields.first(where: { $0.name == type.titleField })?.kind
        else {
            return true
        }
        return text("\(type.name).draft").count <= lengthMax
    }

    /// The path of a type, in the admin API and in the console.
    static func path(of type: ContentType) -> String {
        "/\(Catalog.module(of: type.name)?.name ?? "")/\(type.name)"
    }

    let vitrina: Vitrina
    /// The headers of an owner's browser.
    private(set) var cookie: HTTPFields = [:]
    private(set) var world = Example.World()
    /// Ids of the user, the device, the hook and the release.
    private(set) var ids: [String: String] = [:]

    init(_ vitrina: Vitrina) async throws {
        self.vitrina = vitrina
        try await vitrina.testMode()
        try await writeContents()
        try await writeAsStaff()
        try await writeAsUsers()
        let accounts = try await writeAccounts()
        (ids["accounts"], ids["clients"]) = (accounts.account, accounts.client)
        try await writeFlags()
        for (list, id) in try await writeTimetable() { ids["travel/\(list)"] = id }
        for (list, id) in try await writeCruisePeople() { ids["cruise/\(list)"] = id }
        for (list, id) in try await writeOrders() { ids["cruise/\(list)"] = id }
        ids.merge(try await writeCampaigns()) { first, _ in first }
        ids["backups"] = try await writeBackup()
    }

    /// An owner of the admin API.
    static let owner = Author(
        staffID: nil,
        name: text("author"),
        role: .owner,
        permissions: Set(Permission.allCases),
        door: .api
    )

    @discardableResult
    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: JSON? = nil,
        headers: HTTPFields = [:]
    ) async throws -> Vitrina.Reply {
        let path = "/admin/api/v1\(path)"
        let reply = try await vitrina.send(method, path, body, headers: headers, as: Self.owner)
        guard reply.status < 300 else { throw Refusal(what: "\(path) \(reply.text)") }
        return reply
    }

    struct Refusal: Error { let what: String }

    // MARK: Texts of staff

    private mutating func writeContents() async throws {
        let media = vitrina.services.media
        let picture = MediaFixture.png(width: 4, height: 3)
        // The part before a slash is a folder.
        world.image = try await media.add(picture, name: "\"'><script>file.png", by: Self.owner).media.id
        let archive = MediaFixture.zip([("a.txt", "text")])
        world.file = try await media.add(archive, name: "a.zip", by: Self.owner).media.id
        for type in Self.types.map({ $0.type }) {
            var body = Example.body(of: type, in: world)
            for field in type.fields {
                let text = Self.text("\(type.name).\(field.name)")
                switch field.kind {
                case .text(let lengthMax) where Self.fits(field, of: type, lengthMax):
                    body[field.name] = .string(text)
                case .localizedText: body[field.name] = ["ru": .string(text), "en": .string(text)]
                case .richText:
                    body[field.name] =
                        [
                            "ru": .string(
                                "<p>\(type.name)</p><script>\(type.name)</script><b onclick=x()>b</b>"
                            )
                        ]
                case .integer(let range) where range.contains(5): body[field.name] = 5
                case .points: body[field.name] = 10
                case .table(let columns, _):
                    let texts = columns.filter { column in
                        guard case .text(let lengthMax) = column.kind else { return false }
                        return Self.fits(field, of: type, lengthMax)
                    }
                    guard case .array(var rows)? = body[field.name], let row = rows.first else { break }
                    let cells = texts.map { ($0.name, JSON.string(text)) }
                    rows[0] = row.adding(.object(Dictionary(uniqueKeysWithValues: cells)))
                    body[field.name] = .array(rows)
                case .text, .integer, .decimal, .bool, .choice, .date, .timestamp, .slug, .url, .phone,
                    .image, .images, .file, .reference, .references:
                    break
                }
            }
            let made = try await send(
                .post,
                "\(Self.path(of: type))?publish=true",
                .object(body),
                headers: .noted("note")
            )
            world.contents[type.name] = made.id
            guard Self.hasDraft(type) else { continue }
            // A different text that is only in the draft.
            let title = type.title(Self.text("\(type.name).draft"))
            try await send(
                .patch,
                "\(Self.path(of: type))/\(made.id)",
                .object([type.titleField: title]),
                headers: .noted("note", from: "\"\(made.json["version"]?.integer ?? 0)\"")
            )
        }
    }

    private mutating func writeAsStaff() async throws {
        let services = vitrina.services
        let password = "correct horse"
        let staff = try await services.staff.create(
            email: "eve@mall.example",
            name: Self.text("staff"),
            role: .owner,
            grants: Set(Permission.grantable),
            password: password,
            by: Vitrina.owner
        ).staff
        let secret = try await services.staff.signIn(
            email: staff.email,
            password: password,
            address: nil,
            door: .console
        ).secret
        cookie = [.cookie: "vitrina_session=\(secret)", .accept: "text/html"]
        ids["staff"] = staff.id
        let views: JSON = [
            "columns": .null, "views": [["name": .string(Self.text("view")), "query": "q=x"]],
        ]
        for type in Self.types.map({ $0.type }) {
            try await services.preferences.set("list:\(Self.path(of: type))", to: views, of: staff.id)
        }
        let key: JSON = ["name": .string(Self.text("key")), "role": "viewer", "staff_id": .string(staff.id)]
        try await send(.post, "/tokens", key)
        let hook: JSON = ["url": "https://hook.example/", "description": .string(Self.text("hook"))]
        let hookID = try await send(.post, "/hooks", hook).id
        ids["hooks"] = hookID
        let delivery = try await send(.post, "/hooks/\(hookID)/test").json["delivery"]?.integer
        ids["messages"] = delivery.map { String($0) }
        let release = try await send(.post, "/releases", ["title": .string(Self.text("release"))])
        ids["releases"] = release.id
        let item = world.contents["offers"] ?? ""
        try await send(.put, "/releases/\(release.id)/items/\(item)", ["action": "publish"])
    }

    // MARK: Texts of users of the app

    private mutating func writeAsUsers() async throws {
        var eve = MallApp(vitrina)
        try await eve.install(
            Dictionary(
                uniqueKeysWithValues: ["os", "version_os", "model", "mac_address", "idfa"].map {
                    ($0, .string(Self.text($0)))
                }
            )
        )
        try await eve.signIn("+79990000001")
        try await eve.register(Self.text("name"))
        let push: JSON = ["token": .string(Self.text("push"))]
        _ = try await eve.send(.post, "/mobile-device/\(eve.deviceID)/token", push)
        _ = try await eve.my(
            .put,
            "",
            ["token": .string(eve.token), "gender": .string(Self.text("gender")), "email": "e'v`e{}@x.ru"]
        )
        let code = try await eve.my(.get, "").json["referral_code"] ?? .null
        _ = try await vitrina.member(2).my(.post, "/referral", ["referral_code": code])
        let (offer, event) = (world.contents["offers"] ?? "", world.contents["events"] ?? "")
        for path in ["/offers/\(offer)/attend", "/offers/\(offer)/activated", "/events/\(event)/attend"] {
            let reply = try await eve.my(.post, path)
            guard reply.status == 200 else { throw Refusal(what: "\(path) \(reply.text)") }
        }
        let review: JSON = [
            "mobile_device_id": .string(eve.deviceID), "rating": 1, "text": .string(Self.text("review")),
        ]
        _ = try await eve.send(.post, "/app-feedback", review)
        _ = try await eve.get("/shops?name=\(Self.text("search").percentEncoded)")
        try await SearchLog(services: vitrina.services).flush()
        let missed = DayCount(app: Cruise.app, kind: CruiseSearch.missedKind, subject: Self.text("cruise"))
        vitrina.services.counts.note(missed)
        try await vitrina.services.counts.flush()
        (ids["users"], ids["devices"]) = (eve.userID, eve.deviceID)
        let gifts = try await vitrina.send(.get, "/admin/api/v1/mall/gifts", as: Vitrina.owner).json
        ids["gifts"] = gifts["items"]?.array?.first?["id"]?.string
        let referrals = try await vitrina.send(.get, "/admin/api/v1/mall/referrals", as: Vitrina.owner).json
        ids["referrals"] = referrals["items"]?.array?.first?["id"]?.string
        let reason = JSON.string(Self.text("reason"))
        try await send(.post, "/mall/users/\(eve.userID)/points", ["change": 5, "reason": reason])
        let block = JSON.string(Self.text("block"))
        try await send(.post, "/mall/users/\(eve.userID)/block", ["reason": block])
        // A code for the page of codes.
        _ = try await eve.send(.post, "/mobile-users/login", ["phone": "+79990000003"])
    }
}
