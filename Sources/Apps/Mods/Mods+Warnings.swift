import Core
import Storage
import Web

/// Warnings about the mods as a whole.
extension Mods {
    /// The number of mods that are named.
    private static let namedMax = 50

    /// Mods whose categories are all hidden; mods without a category have a warning of their own.
    package func warnings(_ live: LiveState, at now: Timestamp) -> [(place: Localized, text: Localized)] {
        let visible = Set(live.modCategories.contents.filter { $0.bool("is_visible") }.map(\.id))
        let hidden = live.mods.contents.lazy.filter { mod in
            let ids = mod.ids("categories")
            return !ids.isEmpty && visible.isDisjoint(with: ids)
        }
        return hidden.prefix(Self.namedMax).map { mod in
            (
                Localized(mod.text("title", .ru), mod.text("title", .en)),
                Localized(
                    "все категории мода скрыты, в списках приложения его нет",
                    "is in hidden categories only, so no list of the app has it"
                )
            )
        }
    }
}
