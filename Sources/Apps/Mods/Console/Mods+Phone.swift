import Core
import Foundation
import Storage
import Web

/// What players see of a mod, a category and a page while somebody edits it.
extension Mods {
    /// Mods that the screen of a category shows.
    private static let cardsMax = 8

    package func phone(
        for type: ContentType,
        fields: Body,
        id: String,
        live: LiveState,
        language: Language,
        now: Timestamp,
        zone: TimeZone,
        baseURL: String
    ) -> PhoneScreen? {
        let content = LiveContent(id: id, type: type, position: 0, createdAt: now, body: fields)
        let image = content.string("image").map { "\(baseURL)/media/\($0)" } ?? ""
        switch type.name {
        case ModFiles.type.name:
            return Self.screen([
                "image": .string(image), "title": .string(content.text("title", language)),
                "sections": Self.section(
                    Localized("Описание", "About")[language],
                    content.text("description", language)
                ),
                "action": .string(Localized("Скачать", "Download")[language]),
            ])
        case ModCategories.type.name:
            let cards = live.mods(in: content).prefix(Self.cardsMax).map { mod -> JSON in
                [
                    "title": .string(mod.text("title", language)), "sub": "",
                    "image": .string(mod.string("image").map { "\(baseURL)/media/\($0)" } ?? ""),
                ]
            }
            let strip: JSON = [
                "heading": .string(Localized("Моды", "Mods")[language]), "cards": .array(cards),
            ]
            return Self.screen([
                "image": .string(content.string("icon").map { "\(baseURL)/media/\($0)" } ?? ""),
                "title": .string(content.text("label", language)), "strips": cards.isEmpty ? [] : [strip],
            ])
        case ModHelp.type.name:
            return Self.screen([
                "image": .string(image),
                "sections": Self.section(
                    Localized("Как установить мод", "How to install a mod")[language],
                    content.text("text", language)
                ),
            ])
        case ModPages.type.name:
            return Self.screen([
                "title": .string(content.text("title", language)),
                "html": .string(RichText.sanitized(content.text("text", language))),
            ])
        case _: return nil
        }
    }

    /// Every member is there, since a template takes what is missing from the page around it.
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
