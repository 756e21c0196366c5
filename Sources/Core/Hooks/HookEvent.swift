/// What a web hook can be told, as one word: `content.published`.
package struct HookEvent: Sendable, Hashable {
    package let name: String

    package init(_ action: HistoryEntry.Action) {
        name = "content.\(action.rawValue)"
    }

    private init(_ name: String) {
        self.name = name
    }

    /// Somebody tries the hook out; no hook is asked whether it wants it.
    package static let test = HookEvent("hook.test")
    package static let all = HistoryEntry.Action.allCases.map { HookEvent($0) }

    /// What a hook may ask for: an event, `content.*`, or `*` for those to come too.
    package static let patterns = ["*", "content.*"] + all.map { $0.name }

    func matches(_ pattern: String) -> Bool {
        pattern == "*" || pattern == name || pattern.hasSuffix(".*") && name.hasPrefix(pattern.dropLast())
    }
}
