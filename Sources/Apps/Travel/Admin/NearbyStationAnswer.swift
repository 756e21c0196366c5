import Core

/// A station near a place as the admin API answers it.
package struct NearbyStationAnswer: Sendable, JSONReadable {
    package let code: String
    package let title: String
    /// A number as it is written.
    package let kilometres: String

    package init(json: JSON) throws(Fault) {
        code = try json.get("code")
        title = try json.get("title")
        kilometres = try json.get("kilometres", as: JSON.self).text
    }
}
