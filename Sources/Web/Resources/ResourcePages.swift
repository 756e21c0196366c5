import Core
import HTTPTypes
import Hummingbird
import Storage

/// The pages of a list of staff in the console: the list itself, and one row with its parts.
struct ResourcePages: Sendable {
    let resource: Resource
    let console: Console

    func add(to group: RouterGroup<ConsoleContext>) {
        let path = RouterPath(String(resource.path.dropFirst()))
        group.get(path) { request, context in try await list(request, context) }
        for action in resource.actions {
            group.post("\(path)/{id}/\(action.name)") { request, context in
                try await perform(action, request, context)
            }
        }
        guard resource.hasPage else { return }
        group.get("\(path)/{id}") { _, context in try await show(context) }
    }

    // MARK: The list

    private func list(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let services = console.services
        var records = Records(console, request, context, resource.path, resource.title)
        let (reader, staff) = (reader(context), context.staff)
        let names = resource.parameters
        // Days stand for moments here; what else the address has is the page's own.
        let given =
            (names + ["cursor"]).filter { $0 != "from" && $0 != "until" }
            .flatMap { records.given($0) } + (names.contains("from") ? records.days : [])
        let selection = try await reader.selection(given, services, staff)
        let now = services.now()
        let (page, figures) = try await services.database.read { connection in
            (
                try reader.page(selection, on: connection),
                resource.sums.isEmpty ? [] : try reader.sums(selection.condition, at: now, on: connection)
            )
        }
        records.about = resource.about[context.language]
        let kept = given.filter { !Self.apart.contains($0.name) }
        try await addTabs(to: &records, kept, staff)
        addSums(to: &records, figures)
        records.filter = resource.filters.isEmpty ? .null : try await bar(records)
        if resource.isExported {
            let api = "/" + (resource.address + ["export"]).joined(separator: "/")
            records.csv = records.files(api, given.filter { $0.name != "cursor" && $0.name != "sort" })
        }
        addRows(to: &records, page)
        try await addDialog(to: &records, staff)
        let isFiltered = given.contains { $0.name != "cursor" }
        records.empty =
            isFiltered
            ? (
                Localized("Ничего не нашлось", "Nothing is found"),
                Localized("Уберите или измените фильтры.", "Remove or change the filters.")
            ) : resource.empty
        return try await records.show()
    }

    /// Parameters that say which part of the list is shown, not which rows it has.
    private static let apart: Set = ["cursor", "sort"]

    private func reader(_ context: ConsoleContext) -> ResourceReader {
        ResourceReader(resource, for: context.author, in: context.language)
    }

    private func addRows(to records: inout Records, _ page: AdminPage<ResourceRow>) {
        let cell = ResourceCell(language: records.language, time: records.time)
        let columns = Array(resource.columns.enumerated())
        let shown = columns.filter { $0.element.place == .table || $0.element.place == .main }
        let below = columns.filter { $0.element.place == .below }
        records.heads = shown.map { ($0.element.title, Self.classes(of: $0.element)) }
        let author = records.context.author
        let mayAct = resource.actions.contains { author.may($0.right) }
        if mayAct { records.heads.append((Localized("", ""), "acts")) }
        let heads = records
        records.rows = page.elements.map { row in
            heads.row(
                row.id,
                shown.map { index, column in
                    guard column.place == .main else { return cell.cell(row.values[index], column) }
                    let sub = below.map { cell.words(row.values[$0.offset], $0.element) }
                    return RecordCell.entity(
                        cell.words(row.values[index], column),
                        sub: sub.filter { !$0.isEmpty }.joined(separator: " · "),
                        href: resource.hasPage ? "\(resource.path)/\(row.id)" : ""
                    )
                } + (mayAct ? [acts(row, heads, cell)] : [])
            )
        }
        records.next = page.next
    }

    private static func classes(of column: ResourceColumn) -> String {
        if column.place == .main { return "main" }
        return switch column.kind {
        case .moment: "when fit"
        case .number, .change: "r"
        case .rating: "fit"
        case .quote: "main wide"
        case .person: "who"
        case .object, .link: "main"
        case .id, .text, .bool, .choice, .flags: ""
        }
    }

    // MARK: Above the table

    /// Tabs keep what the list is narrowed to, and tell how many rows each has.
    private func addTabs(
        to records: inout Records,
        _ kept: AdminAPI.Query,
        _ staff: StaffContext
    ) async throws {
        let names = Set(resource.tabs.flatMap { $0.query.map(\.name) })
        let here = names.compactMap { name in records.value(name).map { "\(name)=\($0)" } }.sorted()
        let others = kept.filter { !names.contains($0.name) }
        for tab in resource.tabs {
            let list = tab.list?() ?? resource
            let common = others.filter { list.parameters.contains($0.name) }
            // A whole number of a phone is looked up once, not once for each tab.
            let query = tab.query.filter { !Self.apart.contains($0.name) } + common
            let count = records.mayCountTabs ? try await self.count(query, of: list, staff) : nil
            let own = tab.query.map { "\($0.name)=\($0.value)" }.sorted()
            let days = records.given("since", "till")
            records.tab(
                tab.title,
                tab.query + common.filter { $0.name != "from" && $0.name != "until" } + days,
                isHere: list.path == resource.path && own == here,
                count: count,
                at: list.path
            )
        }
        if resource.navigation != resource.path { records.item = resource.navigation }
    }

    private func count(
        _ query: AdminAPI.Query,
        of list: Resource,
        _ staff: StaffContext
    ) async throws -> Int64 {
        let reader = ResourceReader(list, for: staff.author, in: staff.language)
        let selection = try await reader.selection(query, console.services, staff)
        return try await console.services.database.read { try reader.count(selection.condition, on: $0) }
    }

    private func addSums(to records: inout Records, _ figures: [Int64?]) {
        for (sum, figure) in zip(resource.sums, figures) where !sum.isHidden {
            switch sum.kind {
            case .count: records.stat(sum.title, figure.map { RecordCell.grouped($0) } ?? "—")
            case .hundredths(let unit):
                records.stat(
                    sum.title,
                    figure.map { RecordCell.hundredths($0, records.language) } ?? "—",
                    unit: unit
                )
            }
        }
    }

    private func bar(_ records: Records) async throws -> JSON {
        var (selects, chips): ([JSON], [JSON]) = ([], [])
        var (words, kept): (JSON, [String]) = (.null, [])
        var (hasPhone, hasDates) = (false, false)
        for filter in resource.filters {
            switch filter.kind {
            case .words: words = records.words(filter.title)
            case .phone: hasPhone = true
            case .period: hasDates = true
            case .person(let table, _):
                kept.append(filter.name)
                guard let id = records.value(filter.name) else { continue }
                chips.append(
                    records.chip(
                        filter.title,
                        try await name(of: id, in: table, records),
                        without: filter.name
                    )
                )
            case .content:
                kept.append(filter.name)
                guard let id = records.value(filter.name) else { continue }
                let title = try await console.services.contents.titles(of: [id]).first?.title
                chips.append(records.chip(filter.title, title ?? "…", without: filter.name))
            case .id, .tabs: kept.append(filter.name)
            case .choice(let options, let all):
                let choices = [("", all)] + options.map { ($0.value, $0.title) }
                selects.append(records.select(filter.name, filter.title, choices))
            case .bool(_, let yes, let no, let all):
                let choices = [("", all), ("true", yes), ("false", no)]
                selects.append(records.select(filter.name, filter.title, choices))
            case .number(let range, let all, _):
                let choices = range.reversed().map { (String($0), Localized(same: String($0))) }
                selects.append(records.select(filter.name, filter.title, [("", all)] + choices))
            }
        }
        return records.bar(
            selects,
            hasPhone: hasPhone,
            words: words,
            hasDates: hasDates,
            chips: chips,
            kept: kept
        )
    }

    private func name(of id: String, in table: String, _ records: Records) async throws -> String {
        let author = records.context.author
        let person = try await console.services.database.read { connection in
            try connection.rows(
                "SELECT \(PersonCard.columns("p", "p_")) FROM \(name: table) p WHERE p.id = \(id)"
            ).first.flatMap { try PersonCard($0, "p_") }
        }
        return RecordCell.name(JSON(person, for: author), records.language)
    }

    // MARK: Actions

    private func acts(_ row: ResourceRow, _ records: Records, _ cell: ResourceCell) -> JSON {
        let title = resource.columns.firstIndex { $0.place == .main }
            .map { cell.words(row.values[$0], resource.columns[$0]) }
        let offered = resource.actions.filter { records.context.author.may($0.right) && $0.isOffered(row) }
        return RecordCell.acts(
            offered.map { action in
                let isAsked = action.question != nil
                let dialog = records.here(
                    without: "act",
                    "row",
                    and: [("act", action.name), ("row", row.id)]
                )
                return RecordCell.act(
                    action.title,
                    of: title ?? resource.one[cell.language],
                    to: isAsked ? dialog : "",
                    post: isAsked ? "" : "\(resource.path)/\(row.id)/\(action.name)",
                    back: records.here(),
                    isPrimary: action.isPrimary,
                    cell.language
                )
            }
        )
    }

    /// Asks for the reason, and whether it is meant.
    private func addDialog(to records: inout Records, _ staff: StaffContext) async throws {
        guard let name = records.value("act"), let id = records.value("row"),
            let action = resource.actions.first(where: { $0.name == name }), let question = action.question,
            staff.author.may(action.right)
        else { return }
        let row = try await reader(records.context).row(id, console.services, staff)
        guard action.isOffered(row) else { return }
        let (language, cell) = (
            records.language, ResourceCell(language: records.language, time: records.time)
        )
        let title = zip(resource.columns, row.values).first { $0.0.place == .main }.map {
            cell.words($0.1, $0.0)
        }
        records.more = [
            "ask": [
                "action": .string("\(resource.path)/\(row.id)/\(action.name)"),
                "back": .string(records.here(without: "act", "row")),
                "title": .string("\(resource.one[language]): \(action.title[language].lowercased())"),
                "about": .string(title ?? ""), "text": .string(question[language]),
                "verb": .string(action.title[language]),
            ]
        ]
    }

    private func perform(
        _ action: ResourceAction,
        _ request: Request,
        _ context: ConsoleContext
    ) async throws -> Response {
        let form = try await request.form()
        let note = form["note"].flatMap { $0.isEmpty ? nil : $0 }
        try await resource.perform(action, on: try context.id, note: note, console.services, context.staff)
        return try await console.done(action.done, to: form.place(resource.path), context)
    }

    // MARK: One row

    private func show(_ context: ConsoleContext) async throws -> Response {
        let row = try await reader(context).row(try context.id, console.services, context.staff)
        let (time, language) = (console.time(context), context.language)
        let cell = ResourceCell(language: language, time: time)
        let columns = Array(zip(resource.columns, row.values))
        let title =
            columns.first { $0.0.place == .main }.map { cell.words($0.1, $0.0) } ?? resource.one[language]
        let lines = columns.filter { $0.0.place != .main && $0.0.place != .answer }
        let parts = zip(resource.parts, row.parts).map { self.part($0, $1, cell) }
        let page = ConsolePage(
            "record",
            title: title,
            path: resource.path,
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
                "has_parts": .bool(!parts.isEmpty), "parts": .array(parts),
            ]
        )
        return try await console.show(page, context)
    }

    private func part(_ part: ResourcePart, _ rows: [[JSON]], _ cell: ResourceCell) -> JSON {
        let language = cell.language
        return [
            "title": .string(part.title[language]), "empty": .string(part.empty[language]),
            "heads": .array(
                part.columns.map {
                    ["title": .string($0.title[language]), "classes": .string(Self.classes(of: $0))]
                }
            ),
            "has_rows": .bool(!rows.isEmpty),
            "rows": .array(
                rows.map { values in
                    let cells = zip(part.columns, values).map { column, value in
                        RecordCell.whole(
                            cell.cell(value, column),
                            classes: Self.classes(of: column),
                            label: column.title[language]
                        )
                    }
                    return ["row_id": "", "cells": .array(cells)]
                }
            ),
        ]
    }
}
