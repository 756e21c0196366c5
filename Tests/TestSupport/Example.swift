import Core
import Foundation
import Web

/// Values generated from declarations, so that a new content type is tested automatically.
package enum Example {
    /// The targets of an example's references: the ids of an entry per type, and of an upload.
    package struct World: Sendable {
        package var contents: [String: String] = [:]
        package var image = ""
        package var file = ""

        package init() {}
    }

    /// A body that fills every field and can be published; bodies of two different numbers do not conflict.
    package static func body(of type: ContentType, in world: World, number: Int = 1) -> [String: JSON] {
        var body: [String: JSON] = [:]
        for field in type.fields { body[field.name] = value(of: field.kind, field.name, world, number) }
        guard type.window != .none else { return body }
        // The window includes every moment that a field holds.
        body["live_from"] = "2026-01-01T00:00:00.000000Z"
        body["live_until"] = "2027-12-31T23:59:59.999999Z"
        return body
    }

    /// A value in its stored form.
    private static func value(of kind: Field.Kind, _ name: String, _ world: World, _ number: Int) -> JSON {
        let text = "Ёлка «\(name)» \(number) 🎄 <&>\"'\\"
        return switch kind {
        case .text(let lengthMax): .string(String(text.prefix(lengthMax)))
        case .localizedText(let lengthMax, let isMultiline):
            [
                "ru": .string(String((isMultiline ? "\(text)\nдве строки" : text).prefix(lengthMax))),
                "en": .string(String("Tree \(number)".prefix(lengthMax))),
            ]
        case .richText: ["ru": "<p>Текст <strong>жирный</strong> &amp; обычный</p>", "en": "<p>Text</p>"]
        case .integer(let range): .integer(range.lowerBound)
        case .decimal(let range, let fractionDigits):
            fractionDigits == 0 || range.count == 1
                ? .integer(range.lowerBound)
                : .decimal(Decimal(range.lowerBound) + Decimal(sign: .plus, exponent: -1, significand: 5))
        case .bool: true
        case .choice(let choices): JSON(choices.last?.name)
        case .date: "2024-02-29"
        case .timestamp: "2026-06-15T10:20:30.123456Z"
        case .slug: .string("example-\(name.replacing("_", with: "-"))-\(number)")
        case .url: "https://example.com/%D0%B0?b=c&d=1#e"
        case .phone: "+79991234567"
        case .image: .string(world.image)
        case .images: [.string(world.image)]
        case .file: .string(world.file)
        case .reference(let target): JSON(world.contents[target])
        case .references(let target): .array([world.contents[target]].compactMap { $0 }.map { .string($0) })
        case .points: 250
        case .table(let columns, let rowsMax):
            .array((1...min(2, rowsMax)).map { row(of: columns, name, world, $0) })
        }
    }

    private static func row(of columns: [Field.Column], _ name: String, _ world: World, _ number: Int) -> JSON
    {
        let cells = columns.map { column -> (String, JSON) in
            switch column.kind {
            case .time: (column.name, "09:30")
            case .multiline: (column.name, .string("Ёлка\n«\(number)»"))
            case .text, .integer, .decimal, .date, .choice, .reference:
                (column.name, value(of: column.field.kind, column.name, world, number))
            }
        }
        return .object(Dictionary(uniqueKeysWithValues: cells).filter { $0.value != .null })
    }

    /// Values that a field of the kind must refuse, each with the location of the fault within it.
    package static func badValues(of kind: Field.Kind) -> [(value: JSON, path: String)] {
        switch kind {
        case .text(let lengthMax): [(5, ""), (tooLong(lengthMax), ""), ("две\nстроки", "")]
        case .localizedText(let lengthMax, let isMultiline):
            [("text", ""), (["ru": tooLong(lengthMax)], "/ru"), (["xx": "text"], "/xx"), (["en": 5], "/en")]
                + (isMultiline ? [] : [(["ru": "две\nстроки"], "/ru")])
        case .richText:
            [("<p>text</p>", ""), (["ru": 5], "/ru"), (["ru": tooLong(Limits.richTextLengthMax)], "/ru")]
        case .integer(let range): [("1", ""), (.decimal(Decimal(15) / 10), ""), outside(range)]
        case .decimal(let range, let fractionDigits):
            [
                ("1", ""), outside(range),
                (
                    .decimal(
                        Decimal(range.lowerBound)
                            + Decimal(sign: .plus, exponent: -fractionDigits - 1, significand: 1)
                    ), ""
                ),
            ]
        case .bool: [("true", ""), (1, "")]
        case .choice: [("no such choice", ""), (1, "")]
        case .date: [("2026-02-29", ""), ("13.05.2024", ""), (20240513, "")]
        case .timestamp: [("2026-11-22", ""), ("2026-11-22T10:00:00", ""), (1_700_000_000, "")]
        case .slug: [("Не-слаг", ""), ("a--b", ""), ("-a", ""), (tooLong(Limits.slugLengthMax), "")]
        case .url: [("javascript:alert(1)", ""), ("example.com", ""), (5, "")]
        case .phone: [("123", ""), ("89991234567", ""), (89_991_234_567, "")]
        case .image, .file: [("no-such-file.png", ""), (tooLong(80), ""), (5, "")]
        case .images: [("no-such-file.png", ""), (["no-such-file.png"], "/0"), ([5], "/0")]
        case .reference: [("no-id", ""), ("00000000-0000-7000-8000-000000000000", ""), (5, "")]
        case .references: [("no-id", ""), (["00000000-0000-7000-8000-000000000000"], "/0"), ([5], "/0")]
        case .points: [(-1, ""), ("1", ""), (.integer(Limits.pointsMax + 1), "")]
        case .table(let columns, let rowsMax):
            [
                ("rows", ""), ([5], "/0"), ([[:]], "/0"), ([["no_such_column": 1]], "/0/no_such_column"),
                (.array(Array(repeating: [:], count: rowsMax + 1)), ""),
            ] + columns.flatMap(badRows)
        }
    }

    /// Rows with one bad cell.
    private static func badRows(of column: Field.Column) -> [(value: JSON, path: String)] {
        let cells: [JSON] =
            switch column.kind {
            case .time: ["9:30", "24:00", "09:60", 930]
            case .multiline(let lengthMax): [5, tooLong(lengthMax), "a\u{1}"]
            case .text, .integer, .decimal, .date, .choice, .reference:
                badValues(of: column.field.kind).map(\.value)
            }
        return cells.map { ([.object([column.name: $0])], "/0/\(column.name)") }
    }

    private static func tooLong(_ lengthMax: Int) -> JSON {
        .string(String(repeating: "a", count: lengthMax + 1))
    }

    private static func outside(_ range: ClosedRange<Int64>) -> (value: JSON, path: String) {
        (.integer(range.upperBound == .max ? range.lowerBound - 1 : range.upperBound + 1), "")
    }
}

extension Vitrina {
    /// Publishes the referenced entries of an example of the type, and returns their ids.
    package func world(for type: ContentType) async throws -> Example.World {
        var world = Example.World()
        world.image = try await services.media.add(
            MediaFixture.png(width: 4, height: 3),
            name: "example.png",
            by: Self.editor
        ).media.id
        world.file = try await services.media.add(
            MediaFixture.zip([("a.txt", "text")]),
            name: "example.zip",
            by: Self.editor
        ).media.id
        for target in type.targets { try await publish(target, in: &world, for: [type.name]) }
        return world
    }

    /// Publishes referenced types first; a reference in a circle is left empty, so it must be optional.
    private func publish(
        _ name: String,
        in world: inout Example.World,
        for others: [String]
    ) async throws {
        guard world.contents[name] == nil, !others.contains(name),
            let type = services.modules.flatMap(\.types).first(where: { $0.type.name == name })?.type
        else { return }
        for target in type.targets { try await publish(target, in: &world, for: others + [name]) }
        let content = try await services.contents.create(
            Example.body(of: type, in: world, number: 1_000),
            of: type,
            publish: true,
            as: ContentStore.Act(author: Self.editor)
        )
        world.contents[name] = content.id
    }
}

extension ContentType {
    /// The types that an entry of this type refers to.
    package var targets: [String] {
        fields.flatMap(\.targets)
    }
}
