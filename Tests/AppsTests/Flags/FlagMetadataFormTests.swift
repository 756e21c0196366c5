@testable import Apps
import Core
import Flags
import Storage
import Testing
@testable import Web

/// The form of a parameter in the console (R101).
struct FlagMetadataFormTests {
    private func form(_ fields: [(String, String)]) -> FlagMetadataForm {
        FlagMetadataForm(Form(fields.map { (name: $0.0, value: $0.1) }))
    }

    private func edit(_ edit: FlagEdit) throws -> AnnotatedTemplate {
        var sheet = AnnotatedTemplate()
        try sheet.apply(edit, live: AnnotatedTemplate())
        return sheet
    }

    // R101
    @Test func `a choice has its options in their order`() throws {
        let form = form([
            ("key", "variant"), ("kind", "choice"),
            ("options", "standard = Обычный\n\nextended=Расширенный\nnone"),
            ("group", "Подписка"),
        ])
        let sheet = try edit(try form.addition)
        let options: [FlagMetadata.Option] = [
            .init("standard", "Обычный"), .init("extended", "Расширенный"), .init("none", "none"),
        ]
        #expect(sheet.notes.parameters["variant"]?.kind == .choice(options))
        #expect(sheet.template.parameters["variant"]?.value?.text == "standard", "the first is the default")
        #expect(sheet.template.parameters["variant"]?.group == "Подписка")
        #expect(sheet.faults().isEmpty)
    }

    @Test func `a number is typed with a comma`() throws {
        let form = form([
            ("key", "opacity"), ("kind", "number"), ("min", "0"), ("max", "1"), ("step", "0,05"),
            ("value", "0,35"),
        ])
        let sheet = try edit(try form.addition)
        #expect(sheet.template.parameters["opacity"]?.value?.text == "0.35")
        #expect(sheet.faults().isEmpty)
    }

    @Test(arguments: ["1e5", "a", "1..2", "--1", " "])
    func `what is no number is refused`(text: String) {
        let form = form([("key", "a"), ("kind", "number"), ("min", text)])
        #expect(throws: Problem.self) { try self.edit(try form.addition) }
    }

    @Test func `a schema must be JSON`() {
        let form = form([("key", "a"), ("kind", "json"), ("schema", "{")])
        #expect(throws: Problem.self) { try form.addition }
    }

    // R113, R99
    @Test func `what is known of a parameter comes back from its form`() throws {
        var note = FlagMetadata()
        note.title = "Цена"
        note.owner = "Анна Лис"
        note.reviewOn = CivilDate("2026-11-30")
        note.requires = ["variant": "extended"]
        note.isOff = true
        note.kind = .languages(["ru", "en"])
        let parameter = FlagParameter(FlagValue("a"))
        let edits = try FlagMetadataForm("price", parameter, note).changes(of: "price", parameter)
        #expect(edits == [.setNote(note, of: "price")], "nothing else is changed")
    }

    @Test func `another key renames after everything else`() throws {
        let parameter = FlagParameter(FlagValue("true"), type: .boolean)
        let form = form([("key", "new"), ("kind", "text"), ("description", "Зачем"), ("group", "А")])
        let edits = try form.changes(of: "old", parameter)
        #expect(
            edits == [
                .setNote(FlagMetadata(), of: "old"), .setType(.string, of: "old"),
                .setDescription("Зачем", of: "old"), .setGroup("А", of: "old"),
                .renameParameter("old", to: "new"),
            ]
        )
    }
}
