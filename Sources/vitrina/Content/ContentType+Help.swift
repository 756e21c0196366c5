import Core

extension ContentType {
    /// The fields in the help of `create` and `edit`: name, kind, title.
    var fieldHelp: String {
        var rows = fields.map { ["  \($0.name)", $0.kindHelp, $0.title.here + $0.remark] }
        if case .between(let from, let isFromOptional, let until, let isUntilOptional) = window {
            rows.append([
                "  live_from", Localized("время", "time").here, from.here + (isFromOptional ? "" : " *"),
            ])
            rows.append([
                "  live_until", Localized("время", "time").here, until.here + (isUntilOptional ? "" : " *"),
            ])
        }
        let columns = ["", "", ""].map { Table.Column($0) }
        let table = Table(columns, hasHeader: false, rows: rows).text(width: nil, style: .plain)
        let english = """
            FIELDS (* must be filled in to be published; ! reaches the app at once)
            \(table)

            VALUES
              name.en=Coffee        a text in one language; name=Кофе is name.ru
              description=@file     the text of a file; @@ begins a text with @
              image=@photo.jpg      uploads the picture; or the id of an upload
              live_until=+30d       also 2026-11-22 10:00, tomorrow 10:00, RFC 3339
              tags=ID,ID            ids, or slugs where the type has them\(tableHelp.en)
              image=null            clears the field
            """
        let russian = """
            ПОЛЯ (* нужно для публикации; ! приложение видит сразу)
            \(table)

            ЗНАЧЕНИЯ
              name.en=Coffee        текст на одном языке; name=Кофе — это name.ru
              description=@файл     текст из файла; @@ начинает текст с @
              image=@photo.jpg      загружает картинку; или id загруженной
              live_until=+30d       ещё 2026-11-22 10:00, tomorrow 10:00, RFC 3339
              tags=ID,ID            id или слаги, если они есть у вида\(tableHelp.ru)
              image=null            очищает поле
            """
        return Localized(russian, english).here
    }

    /// The line about values of a table, if the type has one.
    private var tableHelp: Localized {
        guard let table = fields.first(where: { !$0.columns.isEmpty }) else { return Localized("", "") }
        let value = "\(table.name)=@file".padded(to: 21)
        let row = "[{\"\(table.columns[0].name)\": …}, …]"
        return Localized("\n  \(value) строки таблицы как JSON: \(row)", "\n  \(value) rows as JSON: \(row)")
    }
}

extension Field {
    fileprivate var remark: String {
        (isOptional ? "" : " *") + (isImmediate ? " !" : "")
    }

    fileprivate var kindHelp: String {
        switch kind {
        case .text(let lengthMax): "\(Localized("текст", "text").here) ≤ \(lengthMax)"
        case .localizedText(let lengthMax, _): "\(Localized("текст", "text").here) ru, en ≤ \(lengthMax)"
        case .richText: "HTML ru, en"
        case .integer(let range): "\(range.lowerBound)…\(range.upperBound)"
        case .decimal(let range, let digits):
            "\(range.lowerBound)…\(range.upperBound), \(digits) \(Localized("знака после точки", "decimals").here)"
        case .bool: Localized("true или false", "true or false").here
        case .choice(let choices): choices.map(\.name).joined(separator: "|")
        case .date: Localized("день, 2026-11-22", "day, 2026-11-22").here
        case .timestamp: Localized("время", "time").here
        case .slug: Localized("слаг, слова-через-дефис", "slug, lower-case-words").here
        case .url: "https://…"
        case .phone: Localized("телефон, +7…", "phone, +7…").here
        case .image: Localized("картинка", "image").here
        case .images: Localized("картинки через запятую", "images, comma between").here
        case .file: Localized("файл", "file").here
        case .reference(let target): "\(Localized("из", "one of").here) \(target)"
        case .references(let target): "\(target)\(Localized(" через запятую", ", comma between").here)"
        case .points: Localized("баллы", "points").here
        case .table(let columns, let rowsMax):
            "\(Localized("таблица", "table").here) ≤ \(rowsMax): \(columns.map(\.name).joined(separator: ", "))"
        }
    }
}
