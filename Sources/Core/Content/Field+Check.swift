import FoundationEssentials
import Storage

extension Field {
    /// The value in its normalized form, or its fault.
    ///
    /// A missing value is not checked here; null is not passed.
    func checked(_ json: JSON) -> Result<JSON, CheckFailure> {
        switch (kind, json) {
        case (.text(let lengthMax), .string(let text)): plainText(text, lengthMax, isMultiline: false)
        case (.localizedText(let lengthMax, let isMultiline), .object(let texts)):
            perLanguage(texts) { plainText($0, lengthMax, isMultiline: isMultiline) }
        case (.localizedText, _):
            .failure(.init("должно быть объектом {\"ru\": …}", "must be an object {\"ru\": …}"))
        case (.richText, .object(let texts)): perLanguage(texts, richText)
        case (.richText, _):
            .failure(.init("должно быть объектом {\"ru\": …}", "must be an object {\"ru\": …}"))
        case (.integer(let range), .integer(let number)) where range.contains(number): .success(json)
        case (.integer(let range), .integer): outside(range)
        case (.integer, _): .failure(.init("должно быть целым числом", "must be a whole number"))
        case (.points, .integer(let number)) where 0...Limits.pointsMax ~= number: .success(json)
        case (.points, .integer): outside(0...Limits.pointsMax)
        case (.points, _): .failure(.init("должно быть целым числом", "must be a whole number"))
        case (.decimal(let range, let digits), .integer(let number)): decimal(Decimal(number), range, digits)
        case (.decimal(let range, let digits), .decimal(let number)): decimal(number, range, digits)
        case (.decimal, _): .failure(.init("должно быть числом", "must be a number"))
        case (.bool, .bool): .success(json)
        case (.bool, _): .failure(.init("должно быть true или false", "must be true or false"))
        case (.choice(let choices), .string(let name)) where choices.contains { $0.name == name }:
            .success(json)
        case (.choice(let choices), _): oneOf(choices)
        case (.date, .string(let text)): date(text)
        case (.timestamp, .string(let text)): Self.moment(text)
        case (.slug, .string(let text)): slug(text)
        case (.url, .string(let text)): url(text)
        case (.phone, .string(let text)): phone(text)
        case (.image, .string(let text)): image(text)
        case (.file, .string(let text)): archive(text)
        case (.images, .array(let elements)): list(elements, max: Limits.imagesMax, image)
        case (.images, _): .failure(.init("должно быть списком картинок", "must be a list of images"))
        case (.reference, .string(let text)): identifier(text)
        case (.references, .array(let elements)): list(elements, max: Limits.referencesMax, identifier)
        case (.references, _): .failure(.init("должно быть списком", "must be a list"))
        case (.table(let columns, let rowsMax), .array(let rows)):
            Self.rows(rows, of: columns, max: rowsMax)
        case (.table, _): .failure(.init("должно быть списком строк", "must be a list of rows"))
        case (.text, _), (.date, _), (.timestamp, _), (.slug, _), (.url, _), (.phone, _), (.image, _),
            (.file, _),
            (.reference, _):
            .failure(.init("должно быть строкой", "must be a string"))
        }
    }

    /// True for null, `""`, `[]` and objects of empty texts, which all mean that nothing was filled in.
    static func isEmpty(_ json: JSON) -> Bool {
        switch json {
        case .null: true
        case .string(let text): text.isEmpty
        case .array(let elements): elements.isEmpty
        case .object(let members): members.values.allSatisfy(isEmpty)
        case .bool, .integer, .decimal: false
        }
    }

    /// RFC 3339 with a zone, in its normalized form.
    static func moment(_ text: String) -> Result<JSON, CheckFailure> {
        guard let moment = Timestamp(text) else {
            return .failure(
                .init(
                    "должно быть временем вида 2026-11-22T10:00:00Z",
                    "must be a time like 2026-11-22T10:00:00Z"
                )
            )
        }
        return .success(.string(moment.description))
    }
}

private typealias Checked = Result<JSON, CheckFailure>

/// The trimmed text, if it is short enough and has no control characters.
func plainText(_ text: String, _ lengthMax: Int, isMultiline: Bool) -> Result<JSON, CheckFailure> {
    let text = tidied(text)
    guard text.unicodeScalars.count <= lengthMax else {
        return .failure(
            .init(
                "не длиннее \(lengthMax) знаков, сейчас \(text.unicodeScalars.count)",
                "must have at most \(lengthMax) characters, has \(text.unicodeScalars.count)"
            )
        )
    }
    // The general category Cc, which Unicode never changes; to look it up takes longer than all other checks.
    let isControl = { (scalar: Unicode.Scalar) in
        (scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value)
            && !(isMultiline && (scalar == "\n" || scalar == "\t"))
    }
    guard !text.unicodeScalars.contains(where: isControl) else {
        return .failure(
            isMultiline
                ? .init("не должно содержать управляющих знаков", "must not contain control characters")
                : .init("должно быть одной строкой", "must be one line without control characters")
        )
    }
    return .success(.string(text))
}

/// The text without blanks around it, and with LF at the end of each line.
private func tidied(_ text: String) -> String {
    let text = text.trimmed
    // Most texts have no CR, and to look for a character takes longer than to look for a byte.
    return text.utf8.contains(0x0D) ? text.replacing("\r\n", with: "\n") : text
}

private func richText(_ html: String) -> Checked {
    guard html.utf8.count <= Limits.richTextLengthMax else {
        return .failure(
            .init("слишком длинный текст", "must have at most \(Limits.richTextLengthMax) bytes")
        )
    }
    return .success(.string(RichText.sanitized(html)))
}

private func perLanguage(_ texts: [String: JSON], _ check: (String) -> Checked) -> Checked {
    var result: [String: JSON] = [:]
    for (name, json) in texts.sorted(by: { $0.key < $1.key }) {
        guard Language(rawValue: name) != nil else {
            return .failure(.init("нет такого языка", "is not a language we have").within(name))
        }
        guard let text = json.string else {
            if json == .null { continue }
            return .failure(.init("должно быть строкой", "must be a string").within(name))
        }
        switch check(text) {
        case .success(let checked): if !Field.isEmpty(checked) { result[name] = checked }
        case .failure(let failure): return .failure(failure.within(name))
        }
    }
    return .success(.object(result))
}

private func outside(_ range: ClosedRange<Int64>) -> Checked {
    .failure(
        .init(
            "должно быть от \(range.lowerBound) до \(range.upperBound)",
            "must be from \(range.lowerBound) to \(range.upperBound)"
        )
    )
}

private func decimal(_ number: Decimal, _ range: ClosedRange<Int64>, _ digits: Int) -> Checked {
    guard Decimal(range.lowerBound)...Decimal(range.upperBound) ~= number else { return outside(range) }
    guard number.fractionDigits <= digits else {
        return .failure(
            .init(
                "не больше \(digits) знаков после запятой",
                "must have at most \(digits) digits after the point"
            )
        )
    }
    return .success(JSON(number))
}

private func oneOf(_ choices: [Field.Choice]) -> Checked {
    let names = choices.map(\.name).joined(separator: ", ")
    return .failure(.init("должно быть одним из: \(names)", "must be one of \(names)"))
}

private func date(_ text: String) -> Checked {
    guard let date = CivilDate(text) else {
        return .failure(.init("должно быть датой вида 2026-11-22", "must be a date like 2026-11-22"))
    }
    return .success(.string(date.description))
}

private func slug(_ text: String) -> Checked {
    let isAllowed = { (byte: UInt8) in 97...122 ~= byte || 48...57 ~= byte || byte == 45 }
    guard 1...Limits.slugLengthMax ~= text.utf8.count, text.utf8.allSatisfy(isAllowed), text.utf8.first != 45,
        text.utf8.last != 45, !text.contains("--")
    else {
        return .failure(
            .init(
                "латинские буквы, цифры и дефисы, до \(Limits.slugLengthMax) знаков",
                "must be lower-case Latin letters, digits and single hyphens, at most \(Limits.slugLengthMax)"
            )
        )
    }
    guard Identifier.normalized(text) == nil else {
        return .failure(.init("не должно выглядеть как UUID", "must not look like a UUID"))
    }
    return .success(.string(text))
}

private func url(_ text: String) -> Checked {
    let text = text.trimmed
    let isAllowed = { (scalar: Unicode.Scalar) in
        scalar.value > 0x20 && scalar.value != 0x7F && !"<>\"\\^`{|}".unicodeScalars.contains(scalar)
    }
    let parts = URLComponents(anyScript: text)
    guard
        text.isEmpty
            || text.utf8.count <= Limits.urlLengthMax && text.unicodeScalars.allSatisfy(isAllowed)
                && ["http", "https"].contains(parts?.scheme?.lowercased())
                && parts?.host?.isEmpty == false
    else {
        return .failure(
            .init("должно быть адресом вида https://…", "must be an address like https://example.com")
        )
    }
    return .success(.string(text))
}

/// Removes formatting: `+7 (999) 123-45-67` becomes `+79991234567`.
private func phone(_ text: String) -> Checked {
    let mask = Set(" ()-.\u{A0}".unicodeScalars)
    let bare = String(String.UnicodeScalarView(text.unicodeScalars.filter { !mask.contains($0) }))
    let digits = bare.dropFirst().utf8
    guard
        bare.isEmpty || bare.hasPrefix("+") && 10...15 ~= digits.count && digits.allSatisfy({ 48...57 ~= $0 })
    else {
        return .failure(.init("должно быть телефоном вида +79991234567", "must be a phone like +79991234567"))
    }
    return .success(.string(bare))
}

private func image(_ text: String) -> Checked {
    guard let type = Media.type(ofID: text) else { return noMedia(text) }
    guard type != .zip else {
        return .failure(.init("это архив, а не картинка", "is an archive, not an image"))
    }
    return .success(.string(text))
}

private func archive(_ text: String) -> Checked {
    guard let type = Media.type(ofID: text) else { return noMedia(text) }
    guard type == .zip else { return .failure(.init("это не ZIP-архив", "is not a ZIP archive")) }
    return .success(.string(text))
}

/// An empty text is not a fault.
private func noMedia(_ text: String) -> Checked {
    text.isEmpty
        ? .success(.string(text)) : .failure(.init("нет такого файла", "is not an uploaded file"))
}

private func identifier(_ text: String) -> Checked {
    if text.isEmpty { return .success(.string(text)) }
    guard let id = Identifier.normalized(text) else {
        return .failure(.init("должно быть идентификатором записи", "must be the id of a content"))
    }
    return .success(.string(id))
}

private func list(_ elements: [JSON], max: Int, _ check: (String) -> Checked) -> Checked {
    guard elements.count <= max else {
        return .failure(.init("не больше \(max)", "must have at most \(max) elements"))
    }
    var result: [JSON] = []
    for (index, element) in elements.enumerated() {
        guard let text = element.string, !text.isEmpty else {
            return .failure(.init("должно быть строкой", "must be a string").within(index))
        }
        switch check(text) {
        case .success(let checked): if !result.contains(checked) { result.append(checked) }
        case .failure(let failure): return .failure(failure.within(index))
        }
    }
    return .success(.array(result))
}
