import Apps
import Core
import Foundation
import Storage
import Testing

@testable import Web

/// The pages of the console, as they are written.
struct TemplatesTests {
    static let files = Catalog.modules.reduce(into: Web.embeddedFiles) { files, module in
        files.merge(module.files) { own, _ in own }
    }
    static let templates = files.filter { $0.key.hasSuffix(".mustache") }.sorted { $0.key < $1.key }
    /// Names, keys and signs that are the same in every language.
    static let neutral: Set = [
        "Ctrl", "Esc", "Enter", "Alt", "Vitrina", "Русский", "English", "EN", "RU", "CSV", "JSON", "nbsp",
        "middot",
        "HTTP", "Excel", "ID", "id", "OK", "OpenAPI", "Firebase", "SHA",
    ]

    @Test func `every template can be read in every language`() throws {
        #expect(Self.templates.count > 10)
        try Templates(Self.files).prepare()
    }

    @Test func `every text that is seen has both languages`() throws {
        for (name, template) in Self.templates {
            var text = template
            text.replace(#/\[\[[^\]]*\]\]/#, with: " ")
            text.replace(#/\{\{[^}]*\}\}/#, with: " ")
            text.replace(#/<code>[^<]*<\/code>|https?:\/\/[^" ]*/#, with: " ")
            let attributes = text.matches(of: #/(aria-label|title|placeholder|alt|label)="([^"]*)"/#).map {
                String($0.2)
            }
            text.replace(#/<[^>]*>/#, with: " ")
            let shown = ([text] + attributes).joined(separator: " ")
            let words = shown.split { !$0.isLetter }.map(String.init).filter { $0.count > 1 }
            let foreign = words.filter { !Self.neutral.contains($0) }
            #expect(foreign.isEmpty, "\(name): \(foreign.joined(separator: " "))")
        }
    }

    @Test func `no template holds a script, a style or anything that is not escaped`() {
        for (name, template) in Self.templates {
            // HTML that the server has sanitised or built itself; the name shows this.
            let rest = template.replacing("{{{html}}}", with: "")
            #expect(!rest.contains("{{{") && !rest.contains("{{&"), "\(name)")
            #expect(!template.contains(#/\sstyle=/#) && !template.contains(#/<style/#), "\(name)")
            #expect(!template.contains(#/\son[a-z]+=/#) && !template.contains("javascript:"), "\(name)")
            #expect(!template.contains(#/<script(?![^>]*src=)/#), "\(name)")
        }
    }

    @Test func `the languages of a pair are not the same way round`() throws {
        for (name, template) in Self.templates {
            for pair in template.matches(of: #/\[\[([^|\]]*)\|([^\]]*)\]\]/#) {
                let english = pair.2.contains { ("а"..."я").contains($0.lowercased()) }
                let isNamed = ["Переключить на русский", "Русский"].contains(String(pair.2))
                #expect(!english || isNamed || pair.2.contains("“"), "\(name): \(pair.0)")
            }
        }
    }

    @Test(arguments: [
        ("[[Да|Yes]]", "Да", "Yes"), ("a [[б|c]] d [[е|f]]", "a б d е", "a c d f"), ("[[|more]]", "", "more"),
    ])
    func `a pair becomes the text of one language`(template: String, ru: String, en: String) throws {
        #expect(try Templates.text(template, in: .ru) == ru)
        #expect(try Templates.text(template, in: .en) == en)
    }

    @Test(arguments: ["[[one", "[[one]]", "[[a|b|c]]"])
    func `a pair that is none is refused`(template: String) {
        #expect(throws: Templates.Fault.self) { try Templates.text(template, in: .ru) }
    }

    @Test func `what a template is given is escaped`() throws {
        let templates = Templates([
            "x.mustache": "<a title=\"{{text}}\">{{text}}</a>{{#empty}}no{{/empty}}"
        ])
        let page = try templates.render("x", ["text": "<b>'\"&", "empty": ""], in: .ru)
        #expect(page == "<a title=\"&lt;b&gt;&#39;&quot;&amp;\">&lt;b&gt;&#39;&quot;&amp;</a>")
    }

    @Test(arguments: [
        ("{{a}} {{b.c}} {{b.missing}}{{missing}}", "1 &lt;2&gt; "),
        ("{{{b.c}}}", "<2>"),
        ("{{#list}}[{{name}}{{a}}]{{/list}}{{^list}}none{{/list}}", "[x1][y1]"),
        ("{{#words}}{{.}},{{/words}}", "one,two,"),
        ("{{#none}}a{{/none}}{{^none}}b{{/none}}{{^missing}}c{{/missing}}", "bc"),
        ("{{#yes}}a{{/yes}}{{#no}}b{{/no}}{{#zero}}{{.}}{{/zero}}{{#empty}}c{{/empty}}", "a0"),
        ("{{#b}}{{c}}{{#a}}{{.}}{{/a}}{{/b}}", "&lt;2&gt;1"),
        ("{{#list}}{{> part}}{{/list}}", "(x)(y)"),
        ("{{> *which}}", "()"),
        ("{{#yes}}\n  line\n  {{/yes}}\nend {{#yes}}\n{{/yes}}", "  line\nend \n"),
    ])
    func `a template is filled in`(template: String, page: String) throws {
        let context: JSON = [
            "a": 1, "b": ["c": "<2>"], "list": [["name": "x"], ["name": "y"]], "words": ["one", "two"],
            "none": .null, "yes": true, "no": false, "zero": 0, "empty": [], "which": "part",
        ]
        let templates = Templates(["x.mustache": template, "part.mustache": "({{name}})"])

        #expect(try templates.render("x", context, in: .en) == page)
    }

    @Test(arguments: [
        "{{a", "{{#a}}", "{{/a}}", "{{#a}}{{/b}}", "{{}}", "{{a b=c}}", "{{! a}}", "{{> missing}}", "{{{a}}",
    ])
    func `a template that is none is refused at the start`(template: String) {
        #expect(throws: Templates.Fault.self) { try Templates(["x.mustache": template]).prepare() }
    }
}
