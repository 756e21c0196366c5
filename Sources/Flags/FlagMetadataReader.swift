import Core
import FoundationEssentials
import Storage

/// Parses metadata from JSON and collects its faults.
struct FlagMetadataReader {
    private(set) var faults: [Fault] = []

    mutating func note(_ json: JSON, _ pointer: String) -> FlagMetadata {
        let fields = members(json, pointer)
        var note = FlagMetadata()
        note.title = text(fields["title"], "\(pointer)/title")
        note.owner = text(fields["owner"], "\(pointer)/owner")
        note.isOff = bool(fields["is_off"], "\(pointer)/is_off")
        if let text = text(fields["review_on"], "\(pointer)/review_on") {
            note.reviewOn = CivilDate(text)
            if note.reviewOn == nil {
                add(
                    "\(pointer)/review_on",
                    "должно быть датой: 2026-11-30",
                    "must be a date such as 2026-11-30"
                )
            }
        }
        let requires = members(fields["requires"], "\(pointer)/requires")
        limit("\(pointer)/requires", requires.count, Limits.flagRequiresMax)
        for (key, value) in requires {
            note.requires[key] = value.string
            if value.string == nil { add("\(pointer)/requires", "должно быть строками", "must have strings") }
        }
        note.kind = kind(fields, pointer)
        return note
    }

    mutating func condition(_ json: JSON, _ pointer: String) -> FlagConditionNote {
        let fields = members(json, pointer)
        var note = FlagConditionNote(title: text(fields["title"], "\(pointer)/title"))
        note.partOf = text(fields["part_of"], "\(pointer)/part_of")
        note.language = text(fields["language"], "\(pointer)/language")
        note.tree = fields["tree"] == .null ? nil : fields["tree"]
        if let tree = note.tree, tree.bytes.count > Limits.flagTreeSizeMax {
            add("\(pointer)/tree", "слишком большое", "is too large")
        }
        return note
    }

    private mutating func kind(_ fields: [String: JSON], _ pointer: String) -> FlagMetadata.Kind {
        switch text(fields["kind"], "\(pointer)/kind") ?? "plain" {
        case "plain": return .plain
        case "number": return .number(range(fields, pointer))
        case "choice": return .choice(options(fields["options"], "\(pointer)/options"))
        case "schema":
            guard let schema = fields["schema"], schema.object != nil || schema.bool != nil else {
                add("\(pointer)/schema", "должна быть схемой JSON Schema", "must be a JSON Schema")
                return .plain
            }
            return .schema(schema)
        case "languages": return .languages(languages(fields["languages"], "\(pointer)/languages"))
        case _:
            add(
                "\(pointer)/kind",
                "должно быть plain, number, choice, schema или languages",
                "must be plain, number, choice, schema or languages"
            )
            return .plain
        }
    }

    private mutating func range(_ fields: [String: JSON], _ pointer: String) -> FlagRange {
        var range = FlagRange()
        range.min = number(fields["min"], "\(pointer)/min")
        range.max = number(fields["max"], "\(pointer)/max")
        range.step = number(fields["step"], "\(pointer)/step")
        range.warnBelow = number(fields["warn_below"], "\(pointer)/warn_below")
        range.unit = text(fields["unit"], "\(pointer)/unit")
        if let isWhole = fields["is_whole"], isWhole != .null {
            range.declaredWhole = bool(isWhole, "\(pointer)/is_whole")
        }
        if let min = range.min, let max = range.max, min > max {
            add("\(pointer)/max", "меньше, чем min", "is less than min")
        }
        if let step = range.step, step <= 0 {
            add("\(pointer)/step", "должно быть больше 0", "must be above 0")
        }
        return range
    }

    private mutating func options(_ json: JSON?, _ pointer: String) -> [FlagMetadata.Option] {
        guard let elements = json?.array, !elements.isEmpty else {
            add(pointer, "должны быть списком", "must be an array with members")
            return []
        }
        limit(pointer, elements.count, Limits.flagOptionsMax)
        var values: Set<String> = []
        return elements.enumerated().compactMap { index, element in
            let fields = members(element, "\(pointer)/\(index)")
            guard let value = text(fields["value"], "\(pointer)/\(index)/value", isEmptyAllowed: true) else {
                add("\(pointer)/\(index)/value", "нужно", "is missing")
                return nil
            }
            if !values.insert(value).inserted {
                add("\(pointer)/\(index)/value", "уже есть", "is there twice")
            }
            return FlagMetadata.Option(value, text(fields["title"], "\(pointer)/\(index)/title") ?? value)
        }
    }

    private mutating func languages(_ json: JSON?, _ pointer: String) -> [String] {
        let tags = json?.strings ?? []
        limit(pointer, tags.count, Limits.flagLanguagesMax)
        let isFine =
            json?.array?.count == tags.count && !tags.isEmpty && Set(tags).count == tags.count
            && tags.allSatisfy(FlagLanguage.isTag)
        if !isFine {
            add(
                pointer,
                "должны быть списком кодов языков: ru, en, pt-BR",
                "must be an array of language codes such as ru, en, pt-BR"
            )
        }
        return isFine ? tags : []
    }

    // MARK: Values

    mutating func members(_ json: JSON?, _ pointer: String) -> [String: JSON] {
        guard let json, json != .null else { return [:] }
        guard let object = json.object else {
            add(pointer, "должно быть объектом", "must be an object")
            return [:]
        }
        return object
    }

    private mutating func text(_ json: JSON?, _ pointer: String, isEmptyAllowed: Bool = false) -> String? {
        guard let json, json != .null else { return nil }
        guard let text = json.string, text.unicodeScalars.count <= Limits.flagTitleLengthMax else {
            let max = Limits.flagTitleLengthMax
            add(
                pointer,
                "должно быть строкой до \(max) знаков",
                "must be a string of up to \(max) characters"
            )
            return nil
        }
        return text.isEmpty && !isEmptyAllowed ? nil : text
    }

    private mutating func bool(_ json: JSON?, _ pointer: String) -> Bool {
        guard let json, json != .null else { return false }
        if json.bool == nil { add(pointer, "должно быть true или false", "must be true or false") }
        return json.bool ?? false
    }

    private mutating func number(_ json: JSON?, _ pointer: String) -> Decimal? {
        guard let json, json != .null else { return nil }
        if json.decimal == nil { add(pointer, "должно быть числом", "must be a number") }
        return json.decimal
    }

    private mutating func limit(_ pointer: String, _ count: Int, _ max: Int) {
        if count > max { add(pointer, "не больше \(max)", "must not have over \(max) members") }
    }

    private mutating func add(_ pointer: String, _ ru: String, _ en: String) {
        faults.append(Fault(pointer, ru, en))
    }
}
