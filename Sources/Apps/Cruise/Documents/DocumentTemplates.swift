import Core

/// The text of a voucher or a contract, with places for data of an order.
package enum DocumentTemplates: ContentDeclaration {
    package static let type = ContentType(
        "document_templates",
        singular: "document_template",
        title: Localized("Шаблоны документов", "Templates of documents"),
        noun: Localized("шаблон", "template"),
        titleField: "title",
        fields: [
            Field(
                "kind",
                .choice(DocumentKind.allCases.map { Field.Choice($0.rawValue, $0.title) }),
                Localized("Документ", "Document")
            ).filter(),
            Field("title", .localizedText(lengthMax: 200), Localized("Название", "Title")),
            Field("body", .richText, Localized("Текст", "Text"))
                .help(
                    Localized(
                        "Места для данных заказа: \(OrderDocument.places)",
                        "Places for data of the order: \(OrderDocument.places)"
                    )
                ),
        ]
    )
}
