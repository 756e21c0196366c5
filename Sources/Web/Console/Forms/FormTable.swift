import Core

/// The template context of a table in a form.
struct FormTable {
    let field: Field
    let rows: [FormRow]
    let names: FormNames
    /// The faults of the form, by the names of parts, rows and cells.
    let faults: [String: String]
    let options: [String: [(id: String, title: String)]]
    /// The path of the app's types, at which the finder of a cell asks for entries.
    let app: String
    let isLocked: Bool
    let language: Language

    /// The number of cells of a row that fit beside each other in the form of a window of usual width.
    private static let cellsMax = 3

    private var id: String { "f-\(field.name)" }

    var json: [String: JSON] {
        let heads = field.columns.map { column -> JSON in
            [
                "head_id": .string(headID(column)), "head_title": .string(column.title[language]),
                "head_is_required": .bool(!column.isOptional), "head_width": .string(width(column)),
            ]
        }
        return [
            "is_table": true, "heads": .array(heads),
            "table_rows": .array(rows.indices.map { row($0, rows[$0]) }),
            "blank_rows": .array(isLocked ? [] : [row(rows.count, .empty)]),
            "add_value": .string("\(field.name).add"),
            "rows_max": .integer(Int64(field.rowsMax)),
            "is_many_cells": .bool(field.columns.count > Self.cellsMax),
            "is_full": .bool(rows.count >= field.rowsMax),
        ]
    }

    private func headID(_ column: Field.Column) -> String { "\(id)-h-\(column.name)" }

    /// The class of a column: words need more room than a number.
    private func width(_ column: Field.Column) -> String {
        switch column.kind {
        case .integer, .decimal, .time, .date: "narrow-cell"
        case .multiline: "long-cell"
        case .text, .choice, .reference: ""
        }
    }

    private func row(_ index: Int, _ row: FormRow) -> JSON {
        [
            "row_id": .string("\(id)-\(index)"), "row_number": .string(String(index + 1)),
            "row_value": .string("\(field.name).\(index)"),
            "row_is_first": .bool(index == 0), "row_is_last": .bool(index >= rows.count - 1),
            "row_fault": .string(faults["\(field.name).\(index)"] ?? ""),
            "cells": .array(field.columns.map { cell($0, index, row.cells[$0.name] ?? "") }),
        ]
    }

    private func cell(_ column: Field.Column, _ index: Int, _ value: String) -> JSON {
        let fault = faults["\(field.name).\(index).\(column.name)"] ?? ""
        let base: JSON = [
            "cell_name": .string("\(field.name).\(column.name)"),
            "cell_column": .string(column.name), "cell_id": .string("\(id)-\(index)-\(column.name)"),
            "cell_head": .string(headID(column)), "cell_row": .string("\(id)-\(index)"),
            "cell_title": .string(column.title[language]), "cell_value": .string(value),
            "cell_is_required": .bool(!column.isOptional), "cell_fault": .string(fault),
            "cell_width": .string(width(column)),
            "cell_typed": .string(Form.typedName(column, of: field)), "cell_finds": "", "cell_shown": "",
            "is_cell_line": false, "is_cell_area": false, "is_cell_select": false, "is_cell_finder": false,
            "cell_type": "text", "cell_mode": "", "cell_options": [],
        ]
        return base.adding(.object(control(column, value)))
    }

    private func control(_ column: Field.Column, _ value: String) -> [String: JSON] {
        switch column.kind {
        case .text: return ["is_cell_line": true]
        case .multiline: return ["is_cell_area": true]
        case .integer: return ["is_cell_line": true, "cell_mode": "numeric"]
        case .decimal: return ["is_cell_line": true, "cell_mode": "decimal"]
        case .time: return ["is_cell_line": true, "cell_type": "time"]
        case .date: return ["is_cell_line": true, "cell_type": "date"]
        case .choice(let choices):
            return select(choices.map { ($0.name, $0.title[language]) }, value)
        case .reference(let target):
            let shown = names.titles[value] ?? value
            if let known = options[target] { return select(known, value, shown) }
            return select([], value, shown).merging([
                "is_cell_select": false, "is_cell_finder": true, "cell_shown": .string(shown),
                "cell_finds": .string("/\(app)/\(target)/pick?as=cell&q="),
            ]) { $1 }
        }
    }

    private func select(
        _ options: [(id: String, title: String)],
        _ value: String,
        _ shown: String? = nil
    ) -> [String: JSON] {
        var options = [(id: "", title: "—")] + options
        if !options.contains(where: { $0.id == value }) { options.append((value, shown ?? value)) }
        let items = options.map { option -> JSON in
            [
                "option_value": .string(option.id), "option_title": .string(option.title),
                "option_is_on": .bool(option.id == value),
            ]
        }
        return ["is_cell_select": true, "cell_options": .array(items)]
    }
}
