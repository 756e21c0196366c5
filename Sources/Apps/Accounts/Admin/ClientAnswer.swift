import Core

/// A client as a row of the list of clients in the admin API.
package struct ClientRowAnswer: Sendable, JSONReadable {
    package let id: String
    package let name: String?
    package let phone: String?
    package let hasLogin: Bool
    package let partsCount: Int64

    package init(json: JSON) throws(Fault) {
        id = try json.get("id")
        name = try json.get("name")
        phone = try json.get("phone")
        hasLogin = try json.get("has_login")
        partsCount = try json.get("parts_count")
    }
}

/// A client with partner zones as the admin API answers it.
package struct ClientAnswer: Sendable, JSONReadable {
    package let parts: [Part]

    package init(json: JSON) throws(Fault) { parts = try json.get("parts") }

    /// A partner zone.
    package struct Part: Sendable, JSONReadable {
        package let id: String
        /// Nil for the zone of the mobile app.
        package let domainID: String?
        package let name: String
        package let forfeit: Int64
        package let isBanned: Bool
        package let discount: Int64
        package let terminal: String?
        package let channels: JSON
        package let revision: Int64

        package init(json: JSON) throws(Fault) {
            id = try json.get("id")
            domainID = try json.get("domain_id")
            name = try json.get("name")
            forfeit = try json.get("forfeit")
            isBanned = try json.get("is_banned")
            discount = try json.get("discount")
            terminal = try json.get("terminal")
            channels = try json.get("channels")
            revision = try json.get("revision")
        }
    }
}
