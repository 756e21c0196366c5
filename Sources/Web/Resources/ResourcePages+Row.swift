import Core
import HTTPTypes
import Hummingbird
import Storage

/// The page about one row, with its parts.
extension ResourcePages {
    func show(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let row = try await reader(context).row(try context.id, console.services, context.staff)
        let (time, language) = (console.time(context), context.language)
        let cell = ResourceCell(language: language, time: time)
        let columns = Array(zip(resource.columns, row.values))
        let title =
            columns.first { $0.0.place == .main }.map { cell.words($0.1, $0.0) } ?? resource.one[language]
        let lines = columns.filter { $0.0.place != .main && $0.0.place != .answer }
        let here = "\(resource.path)/\(row.id.percentEncoded)"
        let dialog = try await dialog(request, context, cell, back: here, nil)
        let parts = zip(resource.parts, row.parts)
            .filter { part, _ in part.isShown }
            .map { self.part($0, $1, cell) }
        let panel = try await resource.panel?.context(row, console.services, context.staff)
        var page = ConsolePage(
            "record",
            title: title,
            path: resource.navigation,
            context: [
                "heading": .string(title), "list": .string(resource.title[language]),
                "list_path": .string(resource.path), "one": .string(resource.one[language]),
                "lines": .array(
                    lines.map {
                        [
                            "title": .string($0.0.title[language]),
                            "cell": RecordCell.whole(cell.cell($0.1, $0.0)),
                        ]
                    }
                ),
                "has_parts": .bool(!parts.isEmpty || panel != nil), "parts": .array(parts),
                "panel": panel ?? .null, "panel_template": .string(resource.panel?.template ?? ""),
                "actions": RecordCell.whole(acts(row, context, cell, to: here)), "ask": dialog ?? .null,
            ]
        )
        page.module = resource.app
        return try await console.show(page, context)
    }

    func part(_ part: ResourcePart, _ rows: [[JSON]], _ cell: ResourceCell) -> JSON {
        let language = cell.language
        let shown = part.columns.filter { $0.place == .table }
        return [
            "title": .string(part.title[language]), "empty": .string(part.empty[language]),
            "heads": .array(
                shown.map {
                    ["title": .string($0.title[language]), "classes": .string(Self.classes(of: $0))]
                }
            ),
            "has_rows": .bool(!rows.isEmpty),
            "rows": .array(
                rows.map { values in
                    let cells = zip(part.columns, values).filter { $0.0.place == .table }.map {
                        column,
                        value in
                        RecordCell.whole(
                            cell.cell(value, column),
                            // A phone hides an empty cell, which would otherwise be the heading of its row.
                            classes: Self.classes(of: column)
                                + (cell.words(value, column).isEmpty ? " blank" : ""),
                            label: column.title[language]
                        )
                    }
                    return ["row_id": "", "cells": .array(cells)]
                }
            ),
        ]
    }
}
