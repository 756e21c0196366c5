import ArgumentParser
import Core
import Foundation

extension Localized {
    /// The text in the language of the person who runs the program.
    var here: String { self[Self.language] }

    static let language = Terminal.language(ProcessInfo.processInfo.environment)
}

extension ArgumentHelp {
    /// What an argument is for, in the language of the person who runs the program.
    init(_ ru: String, _ en: String, valueName: String? = nil) {
        self.init(Localized(ru, en).here, valueName: valueName)
    }
}
