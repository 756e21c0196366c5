import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Invitations that wait for a decision (M86), and the decisions of staff.
struct MallReferralReviewTests {
    private static let path = "/admin/api/v1/mall/referrals"
    private static let clerk = Author.viewer("Klim", may: [.readContent, .correctPoints])

    /// A user who has invited three others, with a monthly limit of one.
    private func inviter(_ vitrina: Vitrina) async throws -> (MallApp, invited: [MallApp]) {
        try await vitrina.testMode()
        try await vitrina.set(["referral_month_max": 1, "points_referral_activated": 70])
        let anna = try await vitrina.member(1)
        let code = try await anna.my(.get, "").json["referral_code"] ?? .null
        var invited: [MallApp] = []
        for number in 2...4 {
            let app = try await vitrina.member(number)
            #expect(try await app.my(.post, "/referral", ["referral_code": code]).status == 200)
            invited.append(app)
        }
        return (anna, invited)
    }

    private func decide(
        _ vitrina: Vitrina,
        _ verb: String,
        _ id: String,
        as author: Author = MallReferralReviewTests.clerk
    ) async throws -> Vitrina.Reply {
        try await vitrina.send(.post, "\(Self.path)/\(id)/\(verb)", as: author)
    }

    @Test(arguments: TestDatabase.all)
    func `what is held is paid once somebody approves it`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let (anna, invited) = try await inviter(vitrina)
            #expect(try await anna.balance == 170)
            let held = try await vitrina.send(.get, "\(Self.path)?state=held&count=true", as: Vitrina.viewer)
                .json
            #expect(held["count"] == 2 && held["items"]?.array?.count == 2)
            let first = held["items"]?.array?.first
            #expect(first?["reason"] == "cap" && first?["inviter_points"] == .null)
            #expect(first?["inviter"]?["id"]?.string == anna.userID)
            let id = invited[1].userID
            for author in [Vitrina.editor, Vitrina.viewer] {
                #expect(try await decide(vitrina, "approve", id, as: author).status == 403)
            }
            let approved = try await decide(vitrina, "approve", id)
            #expect(approved.status == 200)
            #expect(approved.json["state"] == "paid" && approved.json["inviter_points"] == 70)
            #expect(approved.json["decided_by"] == "Klim")
            #expect(try await decide(vitrina, "approve", id).status == 409)
            #expect(try await decide(vitrina, "reject", id).status == 409)
            #expect(try await anna.balance == 240)
            let history = try await anna.my(.get, "/transactions").json.array ?? []
            #expect(history.first?["type_transaction"] == "referral_activated")
            #expect(try await vitrina.booksBalance)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `what is rejected is not paid, unless somebody thinks again`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let (anna, invited) = try await inviter(vitrina)
            let id = invited[2].userID
            #expect(try await decide(vitrina, "reject", id).json["state"] == "rejected")
            #expect(try await anna.balance == 170)
            #expect(try await anna.my(.get, "").json["count_invited_users"] == 2)
            #expect(try await decide(vitrina, "approve", id).json["state"] == "paid")
            #expect(try await anna.balance == 240)
            #expect(try await decide(vitrina, "approve", anna.userID).status == 404)
            let all = try await vitrina.send(.get, "\(Self.path)?inviter=\(anna.userID)", as: Vitrina.viewer)
            #expect(all.json.items.count == 3)
            let top = try await vitrina.send(.get, "\(Self.path)/inviters", as: Vitrina.viewer).json
            let line = top["items"]?.array?.first
            #expect(line?["count"] == 3 && line?["paid"] == 2 && line?["held"] == 1 && line?["points"] == 140)
            #expect(top["next"] == .null)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `many who approve at once pay once`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let (anna, invited) = try await inviter(vitrina)
            let id = invited[1].userID
            let statuses = try await atOnce(0..<6) { number in
                try await decide(vitrina, number == 0 ? "reject" : "approve", id).status
            }
            #expect(statuses.allSatisfy { $0 == 200 || $0 == 409 }, "\(statuses)")
            #expect(try await anna.balance == 240)
            #expect(try await vitrina.booksBalance)
        }
    }
}
