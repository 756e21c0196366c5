import Core
@testable import Flags
import Foundation
import Storage
import TestSupport
import Testing

/// The metadata of flags: kinds of values, prerequisites, review dates, and warnings.
struct TemplateMetadataTests {
    private func note(_ json: JSON) throws -> FlagMetadata { try FlagMetadata(json: json) }

    private func sheet(_ template: FlagTemplate, _ notes: [String: JSON]) throws -> AnnotatedTemplate {
        AnnotatedTemplate(template, notes: try TemplateMetadata(json: ["parameters": .object(notes)]))
    }

    // R101, R113
    @Test(
        arguments: [
            ["kind": "number", "min": 0, "max": 1, "step": 5, "unit": "s", "is_whole": true],
            [
                "kind": "choice",
                "options": [["value": "", "title": "Ничего"], ["value": "b", "title": "Б"]],
            ],
            ["kind": "schema", "schema": ["type": "object"]],
            ["kind": "languages", "languages": ["ru", "pt-BR"]],
            [
                "title": "Крестик", "owner": "Павел", "review_on": "2026-11-30", "requires": ["a": "1"],
                "is_off": true,
            ],
            .object([:]),
        ] as [JSON]
    )
    func `a note is read as it was written`(json: JSON) throws {
        #expect(try note(json).json == json)
    }

    @Test(
        arguments: [
            "x", ["kind": "x"], ["kind": 1], ["title": 1],
            ["title": .string(String(repeating: "x", count: 201))],
            ["kind": "number", "min": "1"], ["kind": "number", "min": 2, "max": 1],
            ["kind": "number", "step": 0],
            ["kind": "choice"], ["kind": "choice", "options": []], ["kind": "choice", "options": [1]],
            ["kind": "choice", "options": [["value": "a"], ["value": "a"]]],
            ["kind": "schema", "schema": "x"],
            ["kind": "languages"], ["kind": "languages", "languages": ["RU"]],
            ["kind": "languages", "languages": ["ru", "ru"]],
            ["kind": "languages", "languages": ["ru'] || true"]],
            ["review_on": "2026-02-30"], ["requires": ["a": 1]], ["is_off": "yes"],
        ] as [JSON]
    )
    func `a note that makes no sense is refused`(json: JSON) async throws {
        #expect(try await problem { try note(json) }.kind == .invalid)
    }

    // R101
    @Test(arguments: TestDatabase.all)
    func `what a note forbids is published by no door`(kind: TestDatabase) async throws {
        try await withFlags(kind) { world in
            let notes = try TemplateMetadata(json: [
                "parameters": [
                    "opacity": ["kind": "number", "min": 0, "max": 1],
                    "variant": [
                        "kind": "choice", "options": [["value": "standard"], ["value": "extended"]],
                    ],
                ]
            ])
            let fine = FlagTemplate(["opacity": "0.5", "variant": "standard"])
            try await world.publish(fine, notes: notes)
            for wrong in [
                FlagTemplate(["opacity": "1.1", "variant": "standard"]),
                FlagTemplate(["opacity": "1", "variant": "x"]),
            ] {
                // The rules apply to a client without metadata too.
                await #expect(throws: FlagFaults.self) { try await world.publish(wrong) }
                try await world.edit(.replace(AnnotatedTemplate(wrong, notes: notes)))
                let revision = try await world.drafts.draft(FlagWorld.place).revision
                await #expect(throws: FlagFaults.self) {
                    _ = try await world.drafts.publish(
                        FlagWorld.place,
                        revision: revision,
                        as: FlagAct(author: FlagWorld.editor)
                    )
                }
            }
            #expect(try await world.current().notes == notes)
        }
    }

    // R99
    @Test func `flags that need each other in a circle, or what is not there, are refused`() throws {
        let template = FlagTemplate(["a": "1", "b": "1", "c": "1"])
        let fine = try sheet(
            template,
            ["a": ["requires": ["b": "1", "c": "2"]], "b": ["requires": ["c": "1"]]]
        )
        #expect(fine.faults().isEmpty)
        let circle = try sheet(
            template,
            ["a": ["requires": ["b": "1"]], "b": ["requires": ["c": "1"]], "c": ["requires": ["a": "1"]]]
        )
        #expect(circle.faults().map(\.reason) == [.prerequisite])
        #expect(circle.faults().first?.detail.en == "depends on itself: a → b → c → a")
        for requires: JSON in [["a": "1"], ["d": "1"]] {
            #expect(
                try sheet(template, ["a": ["requires": requires]]).faults().map(\.reason) == [.prerequisite]
            )
        }
        var typed = template
        typed.parameters["b"]?.type = .boolean
        typed.parameters["b"]?.value = FlagValue("true")
        #expect(
            try sheet(typed, ["a": ["requires": ["b": "maybe"]]]).faults().map(\.reason) == [.prerequisite]
        )
    }

    // R99
    @Test func `a chain of thousands of prerequisites is walked without end`() throws {
        let keys = (0..<3_000).map { "k\($0)" }
        var sheet = AnnotatedTemplate(FlagTemplate(Dictionary(uniqueKeysWithValues: keys.map { ($0, "1") })))
        for (key, next) in zip(keys, keys.dropFirst()) {
            sheet.notes.parameters[key] = FlagMetadata()
            sheet.notes.parameters[key]?.requires = [next: "1"]
        }
        #expect(sheet.faults().isEmpty)
        sheet.notes.parameters["k2999"] = FlagMetadata()
        sheet.notes.parameters["k2999"]?.requires = ["k0": "1"]
        #expect(sheet.faults().map(\.reason) == [.prerequisite])
    }

    // R104, R113
    @Test func `lint names what is probably a mistake`() throws {
        let template = FlagTemplate(
            ["cross": "0.35", "same": "1", "late": "1", "off": "1", "price": "1", "fine": "1"],
            conditions: [
                ("all", "true"), ("never", "false"), ("ios", "device.os == 'ios'"),
                ("idle", "device.os == 'web'"),
            ]
        ).with("1", of: "cross", under: "all").with("0.2", of: "cross", under: "ios")
            .with("1", of: "same", under: "ios").with("2", of: "price", under: "never")
        let sheet = try sheet(
            template,
            [
                "cross": ["kind": "number", "min": 0, "max": 1, "warn_below": 1],
                "late": ["review_on": "2026-11-21", "owner": "Павел"], "off": ["is_off": true],
                "price": ["requires": ["fine": "2"]],
            ]
        )
        let fetches = ["fine", "late"].map {
            FlagStatistics.Line(key: $0, lastDay: nil, count: $0 == "late" ? 5 : 0)
        }
        let warnings = FlagLint.warnings(of: sheet, on: CivilDate("2026-11-21"), fetches: fetches)

        #expect(
            warnings.map { "\($0.reason.rawValue) \($0.pointer)" } == [
                "shadowed #/conditions/1", "unused #/conditions/3",
                "shadowed #/parameters/cross/conditionalValues/ios",
                "unlikely #/parameters/cross/defaultValue",
                "unlikely #/parameters/cross/conditionalValues/ios", "unfetched #/parameters/fine",
                "review #/parameters/late", "off #/parameters/off",
                "prerequisite #/parameters/price/conditionalValues/never", "constant #/parameters/same",
            ]
        )
        #expect(FlagLint.warnings(of: sheet, on: CivilDate("2026-11-20")).allSatisfy { $0.reason != .review })
    }
}
