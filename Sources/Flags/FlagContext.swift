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
        let (text, colon) = (appID.utf8, UInt8(ascii: ":"))
        guard let first = text.firstIndex(of: colon) else { return nil }
        guard let second = text[text.index(after: first)...].firstIndex(of: colon) else { return nil }
        let third = text[text.index(after: second)...]
        guard let end = third.firstIndex(of: colon) else { return nil }
        self.init(rawValue: String(appID[third.startIndex..<end]))
    }
}
