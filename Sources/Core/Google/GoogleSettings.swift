/// How Google's services are reached, as the server is configured.
package struct GoogleSettings: Sendable {
    private static let timeout: Duration = .seconds(30)

    package static let url = "https://firebaseremoteconfig.googleapis.com"
    package static let pushURL = "https://fcm.googleapis.com"

    /// The folder of key files; nil where nothing can go there.
    package var keys: String?
    /// Firebase Remote Config, without a slash at the end.
    package var url = GoogleSettings.url
    /// The project whose apps are sent notifications; nil where none are.
    package var pushProject: String?
    /// Firebase Cloud Messaging, without a slash at the end.
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
