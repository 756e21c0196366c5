import Core
import Web

/// An app that shows the screen on a phone that its flags decide about.
protocol FlagScreen: App {
    /// What the template of the preview needs; nil if the project has no such screen.
    func screen(for words: FlagWords) -> JSON?

    /// Which text or number of the screen follows the flag while it is typed; empty for none.
    func screenVariable(of key: String) -> String
}

extension Catalog {
    static var flagScreens: [any FlagScreen] { apps.compactMap { $0 as? any FlagScreen } }
}
