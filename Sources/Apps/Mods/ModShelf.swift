import Core

/// The published mods by category, each in the order of the app.
struct ModShelf: LiveIndex {
    private let byCategory: [String: [LiveContent]]

    init(_ contents: [LiveContent]) {
        var byCategory: [String: [LiveContent]] = [:]
        for mod in contents {
            for id in mod.ids("categories") { byCategory[id, default: []].append(mod) }
        }
        self.byCategory = byCategory
    }

    subscript(category: String) -> [LiveContent] { byCategory[category] ?? [] }
}

extension LiveState {
    var mods: LiveSet { self[ModFiles.type.name] }
    var modCategories: LiveSet { self[ModCategories.type.name] }

    /// A visible category, by its current or a former slug.
    func modCategory(_ slug: String) -> LiveContent? {
        modCategories.named(slug).flatMap { $0.bool("is_visible") ? $0 : nil }
    }

    /// The mods of a category, in the order of the app.
    func mods(in category: LiveContent) -> [LiveContent] { mods.index(ModShelf.self)[category.id] }
}
