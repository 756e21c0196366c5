/// The name of an event of a web hook: `content.published`.
package struct HookEvent: Sendable, Hashable {
    package let name: String

    package init(_ action: HistoryEntry.Action) {
        name = "content.\(action.rawValue)"
    }

    private init(_ name: String) {
        self.name = name
    }

    /// A test delivery, sent to a hook whatever it is subscribed to.
    package static let test = HookEvent("hook.test")
    package static let all = HistoryEntry.Action.allCases.map { HookEvent($0) }

    /// The patterns that a hook may subscribe to: an event, `content.*`, or `*` for future events too.
    package static let patterns = ["*", "content.*"] + all.map { $0.name }

    func matches(_ pattern: String) -> Bool {
        pattern == "*" || pattern == name || pattern.hasSuffix(".*") && name.hasPrefix(pattern.dropLast())
    }
}
