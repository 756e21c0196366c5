import Core

/// The text of an empty list: what belongs here, and what to do next.
struct ListEmpty {
    let address: ListAddress
    let context: ConsoleContext

    var json: JSON {
        let (title, text) = words
        let isNew = !address.isFiltered && address.state == nil
        return [
            "empty_title": .string(title[context.language]), "empty_text": .string(text[context.language]),
            "is_new": .bool(isNew && context.mayWrite),
            "reset": address.isFiltered ? .string(address.link { ($0.filters, $0.text) = ([], "") }) : .null,
        ]
    }

    private var words: (Localized, Localized) {
        if !address.text.isEmpty {
            return (
                Localized(
                    "По запросу «\(address.text)» ничего нет",
                    "Nothing is found for “\(address.text)”"
                ),
                Localized(
                    "Ищем и в другой раскладке, и с опечаткой. Проверьте слово или уберите фильтры.",
                    "The other keyboard layout and typing mistakes are tried too. Check the word or take filters away."
                )
            )
        }
        if !address.filters.isEmpty {
            return (
                Localized("С такими фильтрами ничего нет", "Nothing fits these filters"),
                Localized("Уберите один из них или сбросьте все.", "Take one of them away, or all.")
            )
        }
        switch address.state {
        case nil: return first
        case .live?:
            return (
                Localized("Ничего не опубликовано", "Nothing is published"),
                Localized(
                    "Опубликованное видно в приложении сразу.",
                    "Published entries are in the app at once."
                )
            )
        case .scheduled?:
            return (
                Localized("Ничего не запланировано", "Nothing is scheduled"),
                Localized(
                    "Здесь ждёт своего срока то, что уже опубликовано с датой начала.",
                    "Published entries that have not begun yet wait here."
                )
            )
        case .draft?:
            return (
                Localized("Черновиков нет", "No drafts"),
                Localized("Всё, что создано, опубликовано.", "Every entry is published.")
            )
        case .ended?:
            return (
                Localized("Ничего не закончилось", "Nothing has ended"),
                Localized("Здесь то, чей срок прошёл.", "Entries whose time is over are here.")
            )
        case .archived?:
            return (
                Localized("Архив пуст", "The archive is empty"),
                Localized(
                    "Сюда убирают то, что приложению больше не нужно, а вам ещё пригодится.",
                    "Put entries here that the app no longer needs, and you may need again."
                )
            )
        case .trash?:
            return (
                Localized("Корзина пуста", "The trash is empty"),
                Localized(
                    "Удалённое лежит здесь 30\u{A0}дней, потом исчезает навсегда.",
                    "Removed entries stay here for 30\u{A0}days, then they are gone for ever."
                )
            )
        }
    }

    private var first: (Localized, Localized) {
        let flag = address.type.fields.first(where: \.isImmediate)?.title
        let home = flag.map {
            Localized(
                " Чтобы она встала на экран, включите «\($0.ru)».",
                " Switch “\($0.en)” on to put it on the screen."
            )
        }
        return (
            Localized("Здесь пока пусто", "There is nothing here yet"),
            Localized(
                "Создайте первую запись или загрузите таблицу. В приложении она появится после публикации."
                    + (home?.ru ?? ""),
                "Create the first one or upload a table. It appears in the app once it is published."
                    + (home?.en ?? "")
            )
        )
    }
}
