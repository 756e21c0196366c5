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

extension CommandConfiguration {
    /// The configuration of a command whose purpose is shown in the user's language.
    init(
        commandName: String? = nil,
        _ ru: String,
        _ en: String,
        discussion: String = "",
        subcommands: [any ParsableCommand.Type] = [],
        defaultSubcommand: (any ParsableCommand.Type)? = nil
    ) {
        self.init(
            commandName: commandName,
            abstract: Localized(ru, en).here,
            discussion: discussion,
            subcommands: subcommands,
            defaultSubcommand: defaultSubcommand
        )
    }
}
