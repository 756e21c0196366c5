import Core
import Web

/// An app with a preview of a screen that its flags control.
protocol FlagScreen: App {
    /// The data of the preview template; nil if the project has no such screen.
    func screen(for words: FlagLabels) -> JSON?

    /// The text or number of the screen that follows the flag while it is typed; empty for none.
    func screenVariable(of key: String) -> String
}

extension Catalog {
    static var flagScreens: [any FlagScreen] { apps.compactMap { $0 as? any FlagScreen } }
}
