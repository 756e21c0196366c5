import Core
import Storage

/// One cell of a table, in one of several forms that its template tries in turn.
package enum RecordCell {
    package static let empty: [String: JSON] = [
        "entity": nil, "words": nil, "more": "", "link": nil, "amount": nil, "tone": "", "pill": nil,
        "stars": nil, "quote": nil, "message": nil, "acts": [],
    ]

    package static func words(_ text: String, more: String = "") -> JSON {
        ["words": .string(text.isEmpty ? "—" : text), "more": .string(more)]
    }

    package static func entity(_ title: String, sub: String = "", href: String = "") -> JSON {
        ["entity": ["title": .string(title), "sub": .string(sub), "href": .string(href)]]
    }

    /// A person, with a link to their page.
    static func person(_ user: PersonCard.Answer, at path: String, _ language: Language) -> JSON {
        entity(
            name(user, language),
            sub: user.name == nil ? "" : user.phone ?? "",
            href: "\(path)/\(user.id)"
        )
    }

    /// The name of a person in a list, else the phone.
    package static func name(_ user: PersonCard.Answer?, _ language: Language) -> String {
        name(user?.name, user?.phone, isErased: user?.isErased == true, language)
    }

    /// The name of a person from a name and a phone, masked if necessary.
    package static func name(
        _ name: String?,
        _ phone: String?,
        isErased: Bool,
        _ language: Language
    ) -> String {
        if isErased { return Localized("Данные стёрты", "Erased")[language] }
        return name ?? phone ?? Localized("Без входа", "Not signed in")[language]
    }

    /// A number with its sign: `+300`, `−50`.
    package static func amount(_ number: Int64) -> JSON {
        ["amount": .string(signed(number)), "tone": number > 0 ? "plus" : "minus"]
    }

    package static func signed(_ number: Int64) -> String {
        (number > 0 ? "+" : number < 0 ? "−" : "") + grouped(Int64(clamping: number.magnitude))
    }

    /// A number in groups of three digits: `12 345`.
    package static func grouped(_ number: Int64) -> String {
        let digits = String(number.magnitude)
        var text = number < 0 ? "−" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += "\u{A0}" }
            text.append(digit)
        }
        return text
    }

    /// A hundredth of the number with two digits after the point: `4,53`.
    package static func hundredths(_ number: Int64, _ language: Language) -> String {
        let digits = number.magnitude % 100
        let sign = number < 0 ? "−" : ""
        return sign + grouped(Int64(number.magnitude / 100)) + (language == .ru ? "," : ".")
            + (digits < 10 ? "0" : "") + String(digits)
    }

    /// Hundredths of a currency: `1 234,50 ₽`.
    package static func money(_ number: Int64, _ unit: Localized, _ language: Language) -> String {
        "\(hundredths(number, language))\u{A0}\(unit[language])"
    }

    /// Bytes in the unit that fits: `240 КБ`, `1.5 MB`.
    package static func size(_ bytes: Int64, _ language: Language) -> String {
        let units = [
            Localized("Б", "B"), Localized("КБ", "KB"), Localized("МБ", "MB"), Localized("ГБ", "GB"),
        ]
        var (rest, unit) = (max(0, bytes), 0)
        while rest >= 10_240, unit < units.count - 1 { (rest, unit) = (rest / 1024, unit + 1) }
        if rest >= 1024, unit < units.count - 1 {
            let tenths = rest * 10 / 1024
            let point = language == .ru ? "," : "."
            return "\(tenths / 10)\(point)\(tenths % 10)\u{A0}\(units[unit + 1][language])"
        }
        return "\(rest)\u{A0}\(units[unit][language])"
    }

    /// Hundredths in a table for a spreadsheet: `1234.50`.
    static func plain(hundredths number: Int64) -> String {
        let (whole, rest) = (number.magnitude / 100, number.magnitude % 100)
        return "\(number < 0 ? "-" : "")\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }

    /// The cell with every member that the template uses.
    package static func whole(_ cell: JSON, classes: String = "", label: String = "") -> JSON {
        var members = empty.merging(cell.object ?? [:]) { $1 }
        members["classes"] = .string(classes)
        members["label"] = .string(label)
        return .object(members)
    }

    /// The text of a message, collapsed.
    static func message(_ text: String) -> JSON { ["message": ["parts": LinkedText(text).json]] }

    package static func pill(_ text: String, _ tone: String, icon: String = "") -> JSON {
        ["pill": ["text": .string(text), "tone_class": .string(tone), "icon": .string(icon)]]
    }

    package static func link(_ title: String, _ path: String) -> JSON {
        ["link": ["title": .string(title), "path": .string(path)]]
    }

    /// A button that leads to a page or a dialog, or submits a form.
    package static func act(
        _ title: Localized,
        of name: String,
        to path: String = "",
        post: String = "",
        back: String = "",
        isPrimary: Bool = false,
        _ language: Language
    ) -> JSON {
        [
            "title": .string(title[language]), "name": .string("\(title[language]): \(name)"),
            "path": .string(path), "post": .string(post), "back": .string(back),
            "is_primary": .bool(isPrimary),
        ]
    }

    package static func acts(_ acts: [JSON]) -> JSON { ["acts": .array(acts)] }
}

extension HumanTime {
    /// A moment of the API as a list shows it.
    package func words(_ json: JSON?) -> String {
        json?.string.flatMap { Timestamp($0) }.map { moment($0) } ?? ""
    }
}
