/// The server configuration of Google's services.
package struct GoogleSettings: Sendable {
    private static let timeout: Duration = .seconds(30)

    package static let url = "https://firebaseremoteconfig.googleapis.com"
    package static let pushURL = "https://fcm.googleapis.com"

    /// The folder of key files; nil if Google's services are not used.
    package var keys: String?
    /// The base URL of Firebase Remote Config, without a trailing slash.
    package var url = GoogleSettings.url
    /// The project whose apps receive notifications; nil if none do.
    package var pushProject: String?
    /// The base URL of Firebase Cloud Messaging, without a trailing slash.
    package var pushURL = GoogleSettings.pushURL
    package var timeout: Duration = Self.timeout

    package init(
        keys: String? = nil,
        url: String = GoogleSettings.url,
        pushProject: String? = nil,
        pushURL: String = GoogleSettings.pushURL
    ) {
        (self.keys, self.url, self.pushProject, self.pushURL) = (keys, url, pushProject, pushURL)
    }
}
