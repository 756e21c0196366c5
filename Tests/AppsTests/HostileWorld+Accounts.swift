import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Web

/// Hostile texts of a user of the accounts app, and of staff about that user.
extension HostileWorld {
    /// The ids of the account and of its card.
    func writeAccounts() async throws -> (account: String, client: String) {
        try await vitrina.setAccounts(["test_mode": true])
        let app = try await vitrina.accountMember(email: "e'v`e{}@x.ru")
        _ = try await app.post("users/change", ["lastname": Self.text("account"), "fcm": Self.text("fcm")])
        let user = try await app.user
        let ids = (user["id"]?.string ?? "", user["clientId"]?.string ?? "")
        let zone: JSON = [
            "domain_id": .string(Self.text("domain")), "name": .string(Self.text("zone")), "discount": 5,
            "channels": [["kind": "card", "name": .string(Self.text("channel"))]],
        ]
        try await send(.post, "/accounts/clients/\(ids.1)/parts", zone)
        let push: JSON = ["title": .string(Self.text("push")), "text": .string(Self.text("push.text"))]
        try await send(.post, "/accounts/users/\(ids.0)/push", push)
        let texts: JSON = [
            "subject": .string(Self.text("subject")), "mail": .string(Self.text("mail") + "{password}"),
            "sms": .string(Self.text("sms") + "{password}"),
        ]
        let headers: HTTPFields = [.ifMatch: "\"0\""]
        try await send(.put, "/accounts/templates/restore", texts, headers: headers)
        let reason: JSON = ["reason": .string(Self.text("account.block"))]
        try await send(.post, "/accounts/users/\(ids.0)/block", reason)
        return ids
    }
}
