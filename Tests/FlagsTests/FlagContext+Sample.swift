import Core
@testable import Flags
import Storage

extension FlagContext {
    /// A context with every value.
    static var known: FlagContext {
        var context = FlagContext(now: Timestamp("2025-06-01T12:00:00Z") ?? .earliest)
        context.instanceID = "u2"
        context.appID = "1:123:web:abc"
        context.appVersion = "2.10"
        context.appBuild = "341"
        context.country = "us"
        context.language = "en_US"
        context.firstOpen = Timestamp("2022-10-31T14:37:47Z")
        context.userProperties = ["plan": "gold", "age": "21", "empty": ""]
        context.signals = ["city": "Санкт-Петербург", "level": "7.5", "build": "1.2.10", "word": "many"]
        context.audiences = ["buyers", "new"]
        context.segments = ["vip"]
        context.operatingSystem = "iOS 17.1"
        context.browser = "Safari 17"
        return context
    }

    /// A context without values.
    static var unknown: FlagContext { FlagContext(now: Timestamp("2025-06-01T12:00:00Z") ?? .earliest) }
}
