import Core
import Storage
import Web

/// What is odd about the mods as a whole.
extension Mods {
    /// Mods that are told of one by one.
    private static let namedMax = 50

    /// A mod whose categories are all hidden is found by its address alone; one without any is told of beside it.
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
                    "stands in hidden categories only, so the app lists it nowhere"
                )
            )
        }
    }
}
