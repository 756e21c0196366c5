import Core

extension ContentType {
    /// The description of the type for clients that show its form.
    package func schema(in language: Language) -> JSON {
        [
            "name": .string(name),
            "singular": .string(singular),
            "title": .string(title[language]),
            "title_field": .string(titleField),
            "order": order == .title ? "title" : "manual",
            "window": window(in: language),
            "fields": .array(fields.map { $0.schema(in: language) }),
        ]
    }

    private func window(in language: Language) -> JSON {
        switch window {
        case .none: .null
        case .between(let from, let isFromOptional, let until, let isUntilOptional):
            [
                "live_from": ["title": .string(from[language]), "required": .bool(!isFromOptional)],
                "live_until": ["title": .string(until[language]), "required": .bool(!isUntilOptional)],
            ]
        }
    }
}

extension Field {
    fileprivate func schema(in language: Language) -> JSON {
        var members = limits(in: language)
        members["name"] = .string(name)
        members["kind"] = .string(kindName)
        members["title"] = .string(title[language])
        members["required"] = .bool(!isOptional)
        members["filter"] = .bool(isFilter)
        members["immediate"] = .bool(isImmediate)
        if let help { members["help"] = .string(help[language]) }
        if let pixelsMin {
            members["pixels_min"] = [
                "width": .integer(Int64(pixelsMin.width)), "height": .integer(Int64(pixelsMin.height)),
            ]
        }
        if let initial { members["initial"] = initial }
        return .object(members)
    }

    /// The name of the kind in the admin API.
    package var kindName: String {
        switch kind {
        case .text: "text"
        case .localizedText: "localized_text"
        case .richText: "rich_text"
        case .integer: "integer"
        case .decimal: "decimal"
        case .bool: "bool"
        case .choice: "choice"
        case .date: "date"
        case .timestamp: "timestamp"
        case .slug: "slug"
        case .url: "url"
        case .phone: "phone"
        case .image: "image"
        case .images: "images"
        case .file: "file"
        case .reference: "reference"
        case .references: "references"
        case .points: "points"
        case .table: "table"
        }
    }

    fileprivate func limits(in language: Language) -> [String: JSON] {
        switch kind {
        case .text(let lengthMax): ["length_max": .integer(Int64(lengthMax))]
        case .localizedText(let lengthMax, let isMultiline):
            ["length_max": .integer(Int64(lengthMax)), "multiline": .bool(isMultiline)]
        case .richText: ["length_max": .integer(Int64(Limits.richTextLengthMax))]
        case .integer(let range): ["min": .integer(range.lowerBound), "max": .integer(range.upperBound)]
        case .decimal(let range, let digits):
            [
                "min": .integer(range.lowerBound), "max": .integer(range.upperBound),
                "fraction_digits": .integer(Int64(digits)),
            ]
        case .choice(let choices):
            [
                "choices": .array(
                    choices.map { ["name": .string($0.name), "title": .string($0.title[language])] }
                )
            ]
        case .slug: ["length_max": .integer(Int64(Limits.slugLengthMax))]
        case .url: ["length_max": .integer(Int64(Limits.urlLengthMax))]
        case .images: ["count_max": .integer(Int64(Limits.imagesMax))]
        case .reference(let target): ["to": .string(target)]
        case .references(let target):
            ["to": .string(target), "count_max": .integer(Int64(Limits.referencesMax))]
        case .points: ["min": 0, "max": .integer(Limits.pointsMax)]
        case .table(let columns, let rowsMax):
            [
                "columns": .array(columns.map { $0.schema(in: language) }),
                "rows_max": .integer(Int64(rowsMax)),
            ]
        case .bool, .date, .timestamp, .phone, .image, .file: [:]
        }
    }
}

extension Field.Column {
    fileprivate func schema(in language: Language) -> JSON {
        var members = field.limits(in: language)
        members["name"] = .string(name)
        members["kind"] = .string(kindName)
        members["title"] = .string(title[language])
        members["required"] = .bool(!isOptional)
        return .object(members)
    }

    /// The name of the kind in the admin API.
    private var kindName: String {
        switch kind {
        case .multiline: "multiline"
        case .time: "time"
        case .text, .integer, .decimal, .date, .choice, .reference: field.kindName
        }
    }
}
