import Core

extension HTTPAnswer {
    /// The body as JSON; null if it is not JSON.
    package var json: JSON { (try? JSON(parsing: body)) ?? .null }
    package var text: String { String(decoding: body, as: UTF8.self) }
}
