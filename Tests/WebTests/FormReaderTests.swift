import Apps
import Core
import Foundation
import Storage
import TestSupport
import Testing
@testable import Web

struct FormReaderTests {
    /// A type with a field of every kind.
    private let type = ContentType(
        "things",
        singular: "thing",
        title: Localized("Вещи", "Things"),
        titleField: "name",
        window: .between(
            from: Localized("С", "From"),
            isFromOptional: true,
            until: Localized("По", "Until"),
            isUntilOptional: true
        ),
        fields: [
            Field("name", .localizedText(lengthMax: 50), Localized("Имя", "Name")),
            Field("code", .text(lengthMax: 20), Localized("Код", "Code")),
            Field("story", .localizedText(lengthMax: 500, isMultiline: true), Localized("История", "Story")),
            Field("content", .richText, Localized("Текст", "Text")),
            Field("count", .integer(-5...1000), Localized("Число", "Count")),
            Field("cost", .points, Localized("Цена", "Cost")),
            Field("share", .decimal(0...100, fractionDigits: 2), Localized("Доля, %", "Share, %")),
            Field("is_open", .bool, Localized("Открыто", "Open")),
            Field("kind", .choice([Field.Choice("one", Localized("Раз", "One"))]), Localized("Вид", "Kind")),
            Field("day", .date, Localized("День", "Day")),
            Field("starts_at", .timestamp, Localized("Начало", "Starts")),
            Field("slug", .slug, Localized("Адрес", "Slug")),
            Field("site", .url, Localized("Сайт", "Site")),
            Field("phone", .phone, Localized("Телефон", "Phone")),
            Field("image", .image, Localized("Картинка", "Image")),
            Field("images", .images, Localized("Картинки", "Images")),
            Field("file", .file, Localized("Файл", "File")),
            Field("shop", .reference(to: "shops"), Localized("Магазин", "Shop")),
            Field("tags", .references(to: "tags"), Localized("Теги", "Tags")),
            Field(
                "prices",
                .table(
                    [
                        Field.Column("shop", .reference(to: "shops"), Localized("Магазин", "Shop")),
                        Field.Column(
                            "price",
                            .decimal(0...100, fractionDigits: 2),
                            Localized("Цена", "Price")
                        ),
                        Field.Column("count", .integer(-5...5), Localized("Число", "Count")),
                        Field.Column("from", .time, Localized("С", "From")),
                        Field.Column("day", .date, Localized("День", "Day")),
                        Field.Column("note", .multiline(lengthMax: 50), Localized("Текст", "Text")),
                    ],
                    rowsMax: 5
                ),
                Localized("Цены", "Prices")
            ),
        ]
    )

    private var time: HumanTime {
        let zone = Zone(name: "UTC+3", changes: [], offsets: [10_800])
        return HumanTime(zone: zone, language: .ru, now: Timestamp("2026-11-21T12:00:00Z") ?? .earliest)
    }

    private var reader: FormReader { FormReader(type: type, time: time) }

    private func body(of type: ContentType) -> Body {
        var world = Example.World()
        let id = "018f3b1c-0000-7000-8000-000000000001"
        world.contents = ["shops": id, "tags": id, "categories": id, "subcategories": id]
        world.image = String(repeating: "a", count: 64) + ".png"
        world.file = String(repeating: "b", count: 64) + ".zip"
        return Example.body(of: type, in: world)
    }

    /// The form as a browser sends it, with these texts.
    private func form(_ texts: FormTexts, of type: ContentType) -> Form {
        Form(
            type.formParts.flatMap { part in
                // Lists and switches send a marker even if they are empty.
                [(part.name, "")] + texts[part.name].map { (part.name, $0) }
            }
        )
    }

    private var types: [ContentType] { [type] + Mall().types.map { $0.type } }

    @Test func `what a form shows and nobody has touched changes nothing`() {
        for type in types {
            let reader = FormReader(type: type, time: time)
            let body = body(of: type)
            let form = form(FormTexts(body, of: type, time), of: type)
            let (patch, faults) = reader.patch(form, base: body)
            #expect(patch.isEmpty && faults.isEmpty, "\(type.name): \(patch)")
        }
    }

    @Test func `every kind is read as it is kept, but for the seconds of a moment`() throws {
        for type in types {
            let reader = FormReader(type: type, time: time)
            let body = body(of: type)
            let form = form(FormTexts(body, of: type, time), of: type)
            let (patch, faults) = reader.patch(form, base: [:])
            #expect(faults.isEmpty)
            let read = try type.body([:], patchedBy: patch)
            for (name, value) in body {
                let isMoment = type.field(name)?.kind == .timestamp || ContentType.windowNames.contains(name)
                let kept = try type.body([:], patchedBy: [name: value])[name]
                if isMoment {
                    #expect(
                        read[name]?.string?.prefix(16) == kept?.string?.prefix(16),
                        "\(type.name) \(name)"
                    )
                } else {
                    #expect(read[name] == kept, "\(type.name) \(name)")
                }
            }
        }
    }

    @Test func `what is emptied is taken away, in its language alone`() throws {
        let body = body(of: type)
        let form = Form([("name.en", ""), ("count", " "), ("tags", ""), ("starts_at", "")])
        let (patch, faults) = reader.patch(form, base: body)
        #expect(faults.isEmpty)
        #expect(patch["name"] == ["en": nil])
        let after = try type.body(body, patchedBy: patch)
        #expect(after["name"]?["ru"] == body["name"]?["ru"] && after["name"]?["en"] == nil)
        #expect(after["count"] == nil && after["tags"] == nil && after["starts_at"] == nil)
    }

    @Test func `times are those of the wall clock of the mall`() {
        let (patch, faults) = reader.patch(Form([("live_from", "2026-12-31T23:59")]), base: [:])
        #expect(faults.isEmpty)
        #expect(patch["live_from"] == "2026-12-31T20:59:00.000000Z")
    }

    @Test func `numbers are read with a point, a comma and spaces around them`() {
        let (patch, _) = reader.patch(
            Form([("share", " 2,50 "), ("cost", " 350 "), ("code", "007")]),
            base: [:]
        )
        #expect(patch["share"]?.text == "2.5" || patch["share"]?.text == "2.50")
        #expect(patch["cost"] == 350)
        #expect(patch["code"] == "007")
    }

    @Test func `what is wrong is told, whatever is sent`() {
        let wrong: [(String, String)] = [
            ("count", "много"), ("count", "99999999999999999999"), ("cost", "-1"), ("share", "NaN"),
            ("kind", "two"),
            ("day", "2026-02-30"), ("starts_at", "вчера"), ("starts_at", "9999999-99-99T99:99"),
            ("slug", "Так нельзя"),
            ("site", "javascript:alert(1)"), ("phone", "12"), ("image", "../../etc/passwd"), ("shop", "нет"),
            ("tags", "нет"), ("name.ru", String(repeating: "я", count: 51)), ("is_open", "maybe"),
        ]
        for (name, value) in wrong {
            let (patch, faults) = reader.patch(Form([(name, value)]), base: [:])
            if faults.isEmpty {
                #expect(throws: Problem.self, "\(name) \(value)") { try type.body([:], patchedBy: patch) }
            }
        }
    }

    @Test func `what the form does not ask for is left alone`() {
        let (patch, faults) = reader.patch(
            Form([("version", "9"), ("_do", "publish"), ("id", "x")]),
            base: [:]
        )
        #expect(patch.isEmpty && faults.isEmpty)
    }

    @Test func `a fault finds its place, in its language`() {
        #expect(type.formPart(at: "#/name/en")?.name == "name.en")
        #expect(type.formPart(at: "#/name")?.name == "name.ru")
        #expect(type.formPart(at: "#/images/3")?.name == "images")
        #expect(type.formPart(at: "#/live_until")?.name == "live_until")
        #expect(type.formPart(at: "#") == nil && type.formPart(at: "#/nothing") == nil)
    }

    @Test func `a conflict keeps what only one side has changed and asks where both have`() throws {
        let body = body(of: type)
        let base = FormTexts(body, of: type, time)
        var (theirs, mine) = (base, base)
        theirs["cost"] = ["400"]
        theirs["count"] = ["7"]
        mine["cost"] = ["500"]
        mine["code"] = ["mine"]
        let conflict = FormConflict(
            author: "Игорь",
            at: time.now,
            version: 3,
            base: base,
            theirs: theirs,
            mine: mine
        )
        let merged = conflict.merged(of: type)
        #expect(merged["cost"] == ["500"] && merged["count"] == ["7"] && merged["code"] == ["mine"])
        let form = Form([("cost", "500"), ("code", "mine"), ("_take.cost", "theirs")]).takingTheirs(of: type)
        #expect(form["cost"] == nil && form["code"] == "mine")
    }
}
