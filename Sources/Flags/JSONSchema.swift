import Core
import FoundationEssentials

/// Validates values against a JSON Schema (draft 2020-12).
///
/// It supports the assertions on types, values, numbers, texts, arrays and objects, and the applicators. A schema with
/// any other assertion, or with a reference, is refused when it is set rather than applied in part.
package struct JSONSchema: Sendable {
    private let schema: JSON

    package init(_ schema: JSON) {
        self.schema = schema
    }

    /// The position and the reason for which the value is not valid; nil if it is.
    package func refusal(of value: JSON) -> Localized? {
        Self.refusal(of: value, at: "", schema)
    }

    // MARK: Values

    private static func refusal(of value: JSON, at path: String, _ schema: JSON) -> Localized? {
        guard let members = schema.object else {
            return schema == false ? told(path, "не может быть здесь", "is not allowed here") : nil
        }
        if let types = members["type"], !names(types).contains(where: { value.isOf($0) }) {
            let list = names(types).joined(separator: ", ")
            return told(path, "должно иметь тип \(list)", "must be of the type \(list)")
        }
        if let values = members["enum"]?.array, !values.contains(where: { $0.isEqual(value) }) {
            let list = values.prefix(10).map(\.text).joined(separator: ", ")
            return told(path, "должно быть одним из \(list)", "must be one of \(list)")
        }
        if let one = members["const"], !one.isEqual(value) {
            return told(path, "должно быть \(one.text)", "must be \(one.text)")
        }
        return (value.decimal.flatMap { number($0, path, members) })
            ?? (value.string.flatMap { text($0, path, members) })
            ?? (value.array.flatMap { array($0, path, members) })
            ?? (value.object.flatMap { object($0, path, members) })
            ?? combination(value, path, members)
    }

    private static func number(_ number: Decimal, _ path: String, _ schema: [String: JSON]) -> Localized? {
        if let min = schema["minimum"]?.decimal, number < min {
            return told(path, "должно быть не меньше \(min)", "must be at least \(min)")
        }
        if let max = schema["maximum"]?.decimal, number > max {
            return told(path, "должно быть не больше \(max)", "must be at most \(max)")
        }
        if let min = schema["exclusiveMinimum"]?.decimal, number <= min {
            return told(path, "должно быть больше \(min)", "must be over \(min)")
        }
        if let max = schema["exclusiveMaximum"]?.decimal, number >= max {
            return told(path, "должно быть меньше \(max)", "must be under \(max)")
        }
        if let step = schema["multipleOf"]?.decimal, step > 0, !(number / step).isWhole {
            return told(path, "должно делиться на \(step)", "must be a multiple of \(step)")
        }
        return nil
    }

    private static func text(_ text: String, _ path: String, _ schema: [String: JSON]) -> Localized? {
        if let refusal = count(text.unicodeScalars.count, path, schema, "Length", ("знаков", "characters")) {
            return refusal
        }
        guard let pattern = schema["pattern"]?.string, let regex = try? LinearRegex(pattern) else {
            return nil
        }
        return regex.isFound(in: text)
            ? nil : told(path, "должно подходить под \(pattern)", "must match \(pattern)")
    }

    private static func array(_ elements: [JSON], _ path: String, _ schema: [String: JSON]) -> Localized? {
        if let refusal = count(elements.count, path, schema, "Items", ("элементов", "items")) {
            return refusal
        }
        if schema["uniqueItems"] == true, Set(elements).count < elements.count {
            return told(path, "не должно повторяться", "must not have an item twice")
        }
        let first = schema["prefixItems"]?.array ?? []
        for (index, element) in elements.enumerated() {
            let schema = index < first.count ? first[index] : schema["items"] ?? true
            if let refusal = refusal(of: element, at: "\(path)/\(index)", schema) { return refusal }
        }
        guard let wanted = schema["contains"],
            !elements.contains(where: { refusal(of: $0, at: "", wanted) == nil })
        else { return nil }
        return told(path, "не содержит нужного элемента", "does not have the item that it must contain")
    }

    private static func object(
        _ members: [String: JSON],
        _ path: String,
        _ schema: [String: JSON]
    ) -> Localized? {
        if let refusal = count(members.count, path, schema, "Properties", ("полей", "members")) {
            return refusal
        }
        if let absent = schema["required"]?.strings.first(where: { members[$0] == nil }) {
            return told(path, "не хватает поля \(absent)", "must have the member \(absent)")
        }
        let properties = schema["properties"]?.object ?? [:]
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            let here = "\(path)/\(name)"
            if let names = schema["propertyNames"], refusal(of: .string(name), at: "", names) != nil {
                return told(here, "не может так называться", "is not an allowed name")
            }
            guard let schema = properties[name] ?? schema["additionalProperties"] else { continue }
            if let refusal = refusal(of: value, at: here, schema) { return refusal }
        }
        return nil
    }

    private static func combination(_ value: JSON, _ path: String, _ schema: [String: JSON]) -> Localized? {
        for part in schema["allOf"]?.array ?? [] {
            if let refusal = refusal(of: value, at: path, part) { return refusal }
        }
        if let parts = schema["anyOf"]?.array,
            !parts.contains(where: { refusal(of: value, at: path, $0) == nil })
        {
            return told(path, "не подходит ни под один вариант", "is none of what it may be")
        }
        if let parts = schema["oneOf"]?.array,
            parts.count(where: { refusal(of: value, at: path, $0) == nil }) != 1
        {
            return told(
                path,
                "должно подходить ровно под один вариант",
                "must be exactly one of what it may be"
            )
        }
        if let other = schema["not"], refusal(of: value, at: path, other) == nil {
            return told(path, "такое значение запрещено", "is what it must not be")
        }
        return nil
    }

    /// Checks `minLength` and `maxLength`, and so on.
    private static func count(
        _ count: Int,
        _ path: String,
        _ schema: [String: JSON],
        _ name: String,
        _ what: (ru: String, en: String)
    ) -> Localized? {
        if let min = schema["min\(name)"]?.integer, count < min {
            return told(
                path,
                "должно быть не меньше \(min) \(what.ru)",
                "must have at least \(min) \(what.en)"
            )
        }
        if let max = schema["max\(name)"]?.integer, count > max {
            return told(
                path,
                "должно быть не больше \(max) \(what.ru)",
                "must have at most \(max) \(what.en)"
            )
        }
        return nil
    }

    private static func names(_ types: JSON) -> [String] {
        types.string.map { [$0] } ?? types.strings
    }

    private static func told(_ path: String, _ ru: String, _ en: String) -> Localized {
        path.isEmpty ? Localized(ru, en) : Localized("\(path): \(ru)", "\(path) \(en)")
    }
}

// MARK: The schema itself

extension JSONSchema {
    /// The first unsupported part of the schema; nil if all of it is supported.
    package var fault: Localized? { Self.fault(in: schema, depth: 0) }

    private static func fault(in schema: JSON, depth: Int) -> Localized? {
        if schema.bool != nil { return nil }
        guard let members = schema.object, depth < Limits.flagSchemaDepthMax else {
            return Localized(
                "схема должна быть объектом не глубже \(Limits.flagSchemaDepthMax) уровней",
                "must be an object at most \(Limits.flagSchemaDepthMax) levels deep"
            )
        }
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            if let fault = fault(of: name, value, depth: depth) { return fault }
        }
        return nil
    }

    private static func fault(of name: String, _ value: JSON, depth: Int) -> Localized? {
        switch name {
        case "properties":
            return (value.object ?? [:]).values.compactMap { fault(in: $0, depth: depth + 1) }.first
                ?? wrong(name, unless: value.object != nil)
        case "items", "additionalProperties", "propertyNames", "not", "contains":
            return fault(in: value, depth: depth + 1)
        case "allOf", "anyOf", "oneOf", "prefixItems":
            return (value.array ?? []).compactMap { fault(in: $0, depth: depth + 1) }.first
                ?? wrong(name, unless: value.array?.isEmpty == false)
        case "type":
            let types = names(value)
            return wrong(name, unless: !types.isEmpty && types.allSatisfy(JSON.typeNames.contains))
        case "pattern":
            return wrong(name, unless: value.string.map { (try? LinearRegex($0)) != nil } ?? false)
        case "enum", "required": return wrong(name, unless: value.array != nil)
        case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
            return wrong(name, unless: value.decimal != nil)
        case "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties":
            return wrong(name, unless: value.integer != nil)
        case "uniqueItems": return wrong(name, unless: value.bool != nil)
        case "const", "title", "description", "default", "examples", "$schema", "$id", "$comment": return nil
        case _:
            return Localized(
                "слово схемы «\(name.clipped)» здесь не известно",
                "has the unknown word \(name.clipped)"
            )
        }
    }

    private static func wrong(_ name: String, unless isRight: Bool) -> Localized? {
        isRight
            ? nil : Localized("слово схемы «\(name)» имеет неверное значение", "has a wrong value of \(name)")
    }
}

extension JSON {
    fileprivate static let typeNames: Set = [
        "null", "boolean", "integer", "number", "string", "array", "object",
    ]

    fileprivate func isOf(_ type: String) -> Bool {
        switch self {
        case .null: type == "null"
        case .bool: type == "boolean"
        case .integer: type == "integer" || type == "number"
        case .decimal(let number): type == "number" || type == "integer" && number.isWhole
        case .string: type == "string"
        case .array: type == "array"
        case .object: type == "object"
        }
    }

    var decimal: Decimal? {
        switch self {
        case .integer(let number): Decimal(number)
        case .decimal(let number): number
        case .null, .bool, .string, .array, .object: nil
        }
    }

    /// 1 and 1.0 are the same value.
    fileprivate func isEqual(_ other: JSON) -> Bool {
        if let left = decimal, let right = other.decimal { return left == right }
        return self == other
    }
}
