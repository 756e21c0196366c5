import Core

/// The conditions under which a flag has its text in a language; drafts maintain them automatically.
enum FlagLanguage {
    /// True for a language with an optional script and region, as common in BCP 47: `ru`, `pt-BR`, `zh-Hans`.
    static func isTag(_ tag: String) -> Bool {
        let parts = tag.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard let language = parts.first, 1...3 ~= parts.count, 2...3 ~= language.count else { return false }
        return language.allSatisfy { 97...122 ~= $0 }
            && parts.dropFirst().allSatisfy { part in
                2...4 ~= part.count && part.allSatisfy { 48...57 ~= $0 || 65...90 ~= $0 || 97...122 ~= $0 }
            }
    }

    static func name(_ tag: String) -> String { "lang \(tag)" }

    /// An expression that is true for devices in the language, in any country.
    ///
    /// It lists each region, for clients that compare `device.language` as a whole.
    static func expression(_ tag: String) -> String {
        let list = tags(of: tag).map { "'\($0)'" }.joined(separator: ", ")
        return "device.language in [\(list)]"
    }

    private static func tags(of tag: String) -> [String] {
        let regions = KnownLocales.tags.filter { $0.hasPrefix(tag + "-") }
        return [tag] + regions.sorted().prefix(Limits.flagTargetsMax - 1)
    }
}
