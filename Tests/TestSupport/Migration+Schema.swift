import Storage

extension Migration {
    /// Every step but those that bring contents, so that a test knows what is there.
    static let schema = embedded.filter { !contents.contains($0.name) }

    private static let contents: Set = ["0023_mod_categories"]
}
