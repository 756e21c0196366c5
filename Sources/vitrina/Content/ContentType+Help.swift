import Core

extension ContentType {
    /// The fields as the help of `create` and `edit` lists them: name, kind, title.
    var fieldHelp: String {
        var rows = fields.map { ["  \($0.name)", $0.kindHelp, $0.title.en + $0.remark] }
        if case .between(let from, let isFromOptional, let until, let isUntilOptional) = window {
            rows.append(["  live_from", "time", from.en + (isFromOptional ? "" : " *")])
            rows.append(["  live_until", "time", until.en + (isUntilOptional ? "" : " *")])
        }
        let columns = ["", "", ""].map { Table.Column($0) }
        let table = Table(columns, hasHeader: false, rows: rows).text(width: nil, style: .plain)
        return """
            FIELDS (* must be filled in to be published; ! reaches the app at once)
            \(table)

            VALUES
              name.en=Coffee        a text in one language; name=Кофе is name.ru
              description=@file     the text of a file; @@ begins a text with @
              image=@photo.jpg      uploads the picture; or the id of an upload
              live_until=+30d       also 2026-11-22 10:00, tomorrow 10:00, RFC 3339
              tags=ID,ID            ids, or slugs where the type has them
              image=null            clears the field
            """
    }
}

extension Field {
    fileprivate var remark: String {
        (isOptional ? "" : " *") + (isImmediate ? " !" : "")
    }

    fileprivate var kindHelp: String {
        switch kind {
        case .text(let lengthMax): "text ≤ \(lengthMax)"
        case .localizedText(let lengthMax, _): "text ru, en ≤ \(lengthMax)"
        case .richText: "HTML ru, en"
        case .integer(let range): "\(range.lowerBound)…\(range.upperBound)"
        case .decimal(let range, let digits):
            "\(range.lowerBound)…\(range.upperBound), \(digits) decimals"
        case .bool: "true or false"
        case .choice(let choices): choices.map(\.name).joined(separator: "|")
        case .date: "day, 2026-11-22"
        case .timestamp: "time"
        case .slug: "slug, lower-case-words"
        case .url: "https://…"
        case .phone: "phone, +7…"
        case .image: "image"
        case .images: "images, comma between"
        case .file: "file"
        case .reference(let target): "one of \(target)"
        case .references(let target): "\(target), comma between"
        case .points: "points"
        }
    }
}
