import Core

/// A block of the help about the installation of a mod.
package enum ModHelp: ContentDeclaration {
    package static let type = ContentType(
        "mod_help",
        singular: "help_block",
        title: Localized("Справка по установке", "Install help"),
        noun: Localized("блок справки", "help block"),
        titleField: "name",
        addsLast: true,
        fields: [
            Field("name", .text(lengthMax: 100), Localized("Название для редакции", "Name for the staff")),
            Field(
                "text",
                .localizedText(lengthMax: 5_000, isMultiline: true),
                Localized("Текст", "Text")
            ).searchable(),
            Field("image", .image, Localized("Картинка", "Image")).optional(),
        ]
    )
}
