import Core
import Storage

/// The evaluation context: the data about the client that requests flags.
///
/// Everything but `now` may be absent, and an absent input makes every clause on it false (R55).
package struct FlagContext: Sendable, Hashable {
    package enum Platform: String, Sendable, CaseIterable {
        case ios, android, web
    }

    package var now: Timestamp
    /// The id of the installation, OFREP's `targetingKey`; percentages are derived from it.
    package var instanceID: String?
    /// The app id in Firebase's format: `1:123:ios:abc`.
    package var appID: String?
    /// Nil to derive it from `appID` (R58).
    package var platform: Platform?
    package var appVersion: String?
    package var appBuild: String?
    /// Compared case-insensitively, with `_` as `-` (R49); so is `language`.
    package var country: String?
    package var language: String?
    package var firstOpen: Timestamp?
    package var userProperties: [String: String] = [:]
    package var signals: [String: String] = [:]
    package var audiences: Set<String>?
    package var segments: Set<String>?
    /// A name, a space and a version (`iOS 17.1`); on the web only, like `browser`.
    package var operatingSystem: String?
    package var browser: String?

    package init(now: Timestamp) {
        self.now = now
    }

    /// The given platform, or the one that `appID` names.
    package var effectivePlatform: Platform? {
        platform ?? appID.flatMap(Platform.init(appID:))
    }
}

extension FlagContext.Platform {
    /// Parses the third part of `1:123:ios:abc`.
    package init?(appID: String) {
        let parts = appID.utf8.split(
            separator: UInt8(ascii: ":"),
            maxSplits: 3,
            omittingEmptySubsequences: false
        )
        guard parts.count == 4, let platform = Self(rawValue: String(decoding: parts[2], as: UTF8.self))
        else {
            return nil
        }
        self = platform
    }
}
