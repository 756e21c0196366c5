import Core
import Flags
import Storage
import Web

extension FlagContext {
    /// Parses a fetch of Firebase's SDKs, with fields in either of the two styles (remote-config.md 4.3, R5).
    ///
    /// Throws `.invalid` if the app or the installation is missing, or there are too many signals (R65, R57).
    init(fetch json: JSON, at now: Timestamp) throws(Problem) {
        self.init(now: now)
        appID = json.field("appId", "app_id")
        instanceID = json.field("appInstanceId", "app_instance_id")
        appVersion = json.field("appVersion", "app_version")
        appBuild = json.field("appBuild", "app_build")
        country = json.field("countryCode", "country_code")
        language = json.field("languageCode", "language_code")
        firstOpen = json.field("firstOpenTime", "first_open_time").flatMap { Timestamp($0) }
        userProperties = json.texts("analyticsUserProperties", "analytics_user_properties")
        signals = json.texts("customSignals", "custom_signals")
        try requireApp()
        try requireSignals()
    }

    private func requireApp() throws(Problem) {
        for (name, text) in [("appId", appID), ("appInstanceId", instanceID)] {
            let max = Limits.flagInstanceLengthMax
            guard let text, 1...max ~= text.utf8.count else {
                throw .invalid([
                    Fault("#/\(name)", "от 1 до \(max) знаков", "must have 1 to \(max) characters")
                ])
            }
        }
    }

    func requireSignals() throws(Problem) {
        let isFew = signals.count <= Limits.flagSignalsMax
        guard isFew, signals.allSatisfy({ $0.isSignalKey && $1.isSignal }) else {
            throw .invalid([
                Fault(
                    "#/customSignals",
                    """
                    не больше \(Limits.flagSignalsMax), имя до \(Limits.flagSignalKeyLengthMax) знаков, \
                    значение до \(Limits.flagSignalLengthMax)
                    """,
                    """
                    must be at most \(Limits.flagSignalsMax), with names of at most \
                    \(Limits.flagSignalKeyLengthMax) and values of at most \(Limits.flagSignalLengthMax) characters
                    """
                )
            ])
        }
    }
}

extension String {
    fileprivate var isSignalKey: Bool { unicodeScalars.count <= Limits.flagSignalKeyLengthMax }
    fileprivate var isSignal: Bool { unicodeScalars.count <= Limits.flagSignalLengthMax }
}

extension JSON {
    /// The text of a member under either of its names; nil if it is empty.
    func field(_ name: String, _ other: String? = nil) -> String? {
        guard let members = object else { return nil }
        if let text = members[name]?.plainText, !text.isEmpty { return text }
        guard let other, let text = members[other]?.plainText, !text.isEmpty else { return nil }
        return text
    }

    /// The texts of an object; values other than texts, numbers and booleans are dropped.
    func texts(_ name: String, _ other: String? = nil) -> [String: String] {
        let found = self[name]?.object ?? other.flatMap { self[$0]?.object }
        return found?.compactMapValues { $0.plainText } ?? [:]
    }

    /// The value as the text that an app would send: 21 is "21" (R57).
    var plainText: String? {
        switch self {
        case .string(let text): text
        case .bool, .integer, .decimal: text
        case .null, .array, .object: nil
        }
    }
}
