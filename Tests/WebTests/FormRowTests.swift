import Core
import Testing

@testable import Web

/// The rows of a table in a form.
struct FormRowTests {
    private let type = ContentType(
        "ships",
        singular: "ship",
        title: Localized("Суда", "Ships"),
        titleField: "name",
        fields: [
            Field("name", .text(lengthMax: 50), Localized("Имя", "Name")),
            Field(
                "decks",
                .table(
                    [
                        Field.Column("name", .text(lengthMax: 50), Localized("Имя", "Name")),
                        Field.Column("cabin", .reference(to: "cabins"), Localized("Каюта", "Cabin"))
                            .optional(),
                        Field.Column("height", .integer(0...50), Localized("Высота", "Height")).optional(),
                    ],
                    rowsMax: 3
                ),
                Localized("Палубы", "Decks")
            ),
        ]
    )

    private var decks: Field { type.fields[1] }

    @Test func `the cells of a row are sent one after another in each column`() {
        let form = Form([
            ("decks", ""), ("decks.name", "A"), ("decks.cabin", "1"), ("decks.cabin.id", ""),
            ("decks.height", "5"),
            ("decks.name", " "), ("decks.cabin", ""), ("decks.cabin.id", ""), ("decks.height", ""),
            ("decks.name", "C"), ("decks.cabin", "1"), ("decks.cabin.id", "slug"), ("decks.height", "x"),
        ])

        let rows = form.rows(of: decks)

        #expect(
            rows == [
                FormRow(cells: ["name": "A", "cabin": "1", "height": "5"]), .empty,
                FormRow(cells: ["name": "C", "cabin": "slug", "height": "x"]),
            ]
        )
        #expect(rows.map { FormRow(text: $0.text) } == rows)
    }

    @Test(arguments: [
        ("decks.add", "A B _"), ("decks.1.up", "B A"), ("decks.0.up", "A B"), ("decks.0.down", "B A"),
        ("decks.1.down", "A B"), ("decks.0.remove", "B"), ("decks.7.remove", "A B"),
    ])
    func `a button changes the rows`(button: String, expected: String) throws {
        let act = try #require(FormRowAct(button, of: type))

        let rows = act.changed(["A", "B"].map { FormRow(cells: ["name": $0]) })

        #expect(rows.map { $0.cells["name"] ?? "_" }.joined(separator: " ") == expected)
    }

    @Test func `a full table takes no row more`() throws {
        let full = Array(repeating: FormRow(cells: ["name": "A"]), count: 3)
        #expect(try #require(FormRowAct("decks.add", of: type)).changed(full) == full)
    }

    @Test(arguments: [
        "", "decks", "decks.-1.up", "decks.x.up", "decks.1.add", "decks.1.2.up", "name.add", "other.add",
        "decks.99999999999999999999.up", "decks.up",
    ])
    func `another text is no button of a table`(button: String) {
        #expect(FormRowAct(button, of: type) == nil)
    }

    @Test(arguments: [
        ("#/decks", "decks", "Decks"), ("#/decks/2", "decks.2", "Decks, row 3"),
        ("#/decks/2/name", "decks.2.name", "Decks, row 3, Name"), ("#/name", "name", "Name"),
        ("#/decks/x", "decks", "Decks"),
    ])
    func `a fault has the name and the title of its cell`(pointer: String, name: String, title: String) throws
    {
        let part = try #require(type.formPart(at: pointer))
        #expect(part.name(at: pointer) == name)
        #expect(part.title(at: pointer, .en) == title)
    }
}
