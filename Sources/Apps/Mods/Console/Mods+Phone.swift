import Core
import Storage
import Web

/// The app's screens of a mod, a category and a page during their editing.
extension Mods {
    /// The number of mods on the screen of a category.
    private static let cardsMax = 8

    package func phone(for content: LiveContent, _ request: PublicRequest, in zone: Zone) -> PhoneScreen? {
        let (language, baseURL) = (request.language, request.baseURL)
        switch content.type {
        case ModFiles.type.name: return Self.mod(content, baseURL, language)
        case ModCategories.type.name: return Self.category(content, request.live, baseURL, language)
        case ModHelp.type.name: return Self.help(content, baseURL, language)
        case ModPages.type.name:
            return Self.screen([
                "title": .string(content.text("title", language)),
                "html": .string(RichText.sanitized(content.text("text", language))),
            ])
        case _: return nil
        }
    }

    // MARK: Screens

    private static func mod(_ mod: LiveContent, _ baseURL: String, _ language: Language) -> PhoneScreen {
        screen([
            "image": picture(mod, "image", baseURL), "title": .string(mod.text("title", language)),
            "sections": section(
                Localized("Описание", "About")[language],
                mod.text("description", language)
            ),
            "action": .string(Localized("Скачать", "Download")[language]),
        ])
    }

    private static func category(
        _ category: LiveContent,
        _ live: LiveState,
        _ baseURL: String,
        _ language: Language
    ) -> PhoneScreen {
        let cards = live.mods(in: category).prefix(cardsMax).map { mod -> JSON in
            [
                "title": .string(mod.text("title", language)), "sub": "",
                "image": picture(mod, "image", baseURL),
            ]
        }
        let strip: JSON = ["heading": .string(Localized("Моды", "Mods")[language]), "cards": .array(cards)]
        return screen([
            "image": picture(category, "icon", baseURL),
            "title": .string(category.text("label", language)), "strips": cards.isEmpty ? [] : [strip],
        ])
    }

    private static func help(_ block: LiveContent, _ baseURL: String, _ language: Language) -> PhoneScreen {
        screen([
            "image": picture(block, "image", baseURL),
            "sections": section(
                Localized("Как установить мод", "How to install a mod")[language],
                block.text("text", language)
            ),
        ])
    }

    private static func picture(_ content: LiveContent, _ field: String, _ baseURL: String) -> JSON {
        .string(content.string(field).map { "\(baseURL)/media/\($0)" } ?? "")
    }

    /// Fills in every member, because Mustache takes a missing one from the surrounding page.
    private static func screen(_ members: JSON) -> PhoneScreen {
        let none: JSON = [
            "image": "", "shop": "", "title": "", "date": "", "disclaimer": "", "sections": [], "html": "",
            "strips": [], "action": "",
        ]
        return PhoneScreen("phone-page", none.merged(with: members))
    }

    private static func section(_ heading: String, _ text: String) -> JSON {
        guard !text.isEmpty else { return [] }
        let lines = text.split(separator: "\n").map { JSON.string(String($0)) }
        return [["heading": .string(heading), "lines": .array(lines)]]
    }
}
