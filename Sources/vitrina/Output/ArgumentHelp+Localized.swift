import ArgumentParser
import Core
import FoundationEssentials

extension Localized {
    /// The text in the user's language.
    var here: String { self[Self.language] }

    static let language = Terminal.language(ProcessInfo.processInfo.environment)
}

extension ArgumentHelp {
    /// The help of an argument in the user's language.
    init(_ ru: String, _ en: String, valueName: String? = nil) {
        self.init(Localized(ru, en).here, valueName: valueName)
    }
}
