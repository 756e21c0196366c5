import Core
import Hummingbird
import Storage

/// The frame of a page that lists records: the ledger, gifts, guests, invitations and reviews.
package struct Records {
    package let request: Request
    package let context: ConsoleContext
    package let console: Console
    /// The path of the page: `/people/points`.
    package let path: String
    package let heading: Localized
    package var about = ""
    package var crumbs: [JSON] = []
    package var actions: [JSON] = []
    package var tabs: [JSON] = []
    package var stats: [JSON] = []
    package var note: JSON = .null
    /// Plots by day, for the template `plots`.
    package var plots: JSON = .null
    package var filter: JSON = .null
    package var csv: JSON = .null
    package var heads: [(title: Localized, classes: String)] = []
    package var rows: [JSON] = []
    /// The text for a list without rows: a title and what to do.
    package var empty: (title: Localized, text: Localized)?
    package var next: String?
    /// Dialogs.
    package var more: JSON = [:]
    /// The item of the navigation; nil if it is the page itself.
    package var item: String?
    /// The module whose scripts its forms need.
    package var module: String?

    package init(
        _ console: Console,
        _ request: Request,
        _ context: ConsoleContext,
        _ path: String,
        _ heading: Localized
    ) {
        (self.console, self.request, self.context) = (console, request, context)
        (self.path, self.heading) = (path, heading)
    }

    package var language: Language { context.language }
    package var time: HumanTime { console.time(context) }

    /// The last value of a query parameter; nil if it is empty.
    package func value(_ name: String) -> String? {
        request.query.last { $0.name == name }.flatMap { $0.value.isEmpty ? nil : $0.value }
    }

    /// The parameters that are given, as the API takes them.
    package func given(_ names: String...) -> Form.Fields {
        names.compactMap { name in value(name).map { (name: name, value: $0) } }
    }

    /// False if counting could look up a whole number, which is limited and audited for readers of masks.
    package var mayCountTabs: Bool {
        context.author.may(.readPeople) || value("q") == nil && value("phone") == nil
    }

    /// The chosen days as moments: `since` from its start, `till` to its end.
    package var days: Form.Fields {
        let from = value("since").flatMap { time.moment(ofField: "\($0)T00:00") }
        let last = value("till").flatMap { time.moment(ofField: "\($0)T00:00") }
        // Days do not all have the same length.
        let until = last.flatMap {
            time.moment(ofField: time.field($0.advanced(by: .seconds(36 * 3600))).prefix(10) + "T00:00")
        }
        return [("from", from), ("until", until)].compactMap { name, moment in
            moment.map { (name: name, value: $0.description) }
        }
    }

    /// This page with other parameters; empty ones are left out.
    package func address(_ query: Form.Fields, at path: String? = nil) -> String {
        let words = query.filter { !$0.value.isEmpty }.map { "\($0.name)=\($0.value.percentEncoded)" }
        return (path ?? self.path) + (words.isEmpty ? "" : "?" + words.joined(separator: "&"))
    }

    /// The URL of this page without these parameters.
    package func here(without names: String..., and more: Form.Fields = []) -> String {
        address(request.query.filter { !names.contains($0.name) && $0.name != "dialog" } + more)
    }

    package func show(status: HTTPResponse.Status = .ok) async throws -> Response {
        var page = ConsolePage("records", title: heading[language], path: item ?? path)
        page.status = status
        page.module = module
        page.context = body.adding(more)
        return try await console.show(page, context)
    }

    private var body: JSON {
        [
            "heading": .string(heading[language]), "about": .string(about),
            "has_crumbs": .bool(!crumbs.isEmpty), "crumbs": .array(crumbs), "actions": .array(actions),
            "csv": csv, "has_tabs": .bool(!tabs.isEmpty), "tabs": .array(tabs),
            "has_stats": .bool(!stats.isEmpty), "stats": .array(stats),
            "stats_count": .integer(Int64(stats.count)), "note": note, "plot_days": plots,
            "filter": filter,
            "heads": .array(
                heads.map { ["title": .string($0.title[language]), "classes": .string($0.classes)] }
            ),
            "has_rows": .bool(!rows.isEmpty), "rows": .array(rows),
            "empty": rows.isEmpty
                ? empty.map { ["title": .string($0.title[language]), "text": .string($0.text[language])] }
                    ?? .null
                : .null,
            "pager": pager, "refresh_seconds": nil, "points": nil, "find": nil, "ask": nil, "secret": nil,
        ]
    }

    private var pager: JSON {
        let first = value("cursor") == nil ? nil : here(without: "cursor")
        guard first != nil || next != nil else { return .null }
        let more = next.map { here(without: "cursor", and: [("cursor", $0)]) }
        return ["first": JSON(first ?? ""), "next": JSON(more ?? "")]
    }

    // MARK: Parts

    package mutating func tab(
        _ title: Localized,
        _ query: Form.Fields,
        isHere: Bool,
        count: BoundedCount? = nil,
        at path: String? = nil
    ) {
        tabs.append([
            "title": .string(title[language]), "path": .string(address(query, at: path)),
            "is_here": .bool(isHere),
            "count": count.map { $0.isMore ? .string($0.text) : .integer($0.number) } ?? .null,
        ])
    }

    package mutating func stat(_ title: Localized, _ value: String, unit: Localized? = nil) {
        stats.append([
            "title": .string(title[language]), "value": .string(value), "unit": JSON(unit?[language] ?? ""),
        ])
    }

    package mutating func action(
        _ title: Localized,
        _ path: String,
        icon: String,
        isPrimary: Bool = false,
        isFile: Bool = false,
        key: String = ""
    ) {
        actions.append([
            "title": .string(title[language]), "path": .string(path), "icon": .string(icon),
            "is_primary": .bool(isPrimary), "is_file": .bool(isFile), "key": .string(key),
        ])
    }

    package func select(
        _ name: String,
        _ title: Localized,
        _ options: [(value: String, title: Localized)]
    ) -> JSON {
        let chosen = value(name) ?? ""
        return [
            "name": .string(name), "title": .string(title[language]),
            "options": .array(
                options.map { option in
                    [
                        "value": .string(option.value), "title": .string(option.title[language]),
                        "is_chosen": .bool(option.value == chosen),
                    ]
                }
            ),
        ]
    }

    /// The bar above the table; `kept` are parameters that stay.
    package func bar(
        _ selects: [JSON],
        hasPhone: Bool = true,
        words: JSON = .null,
        hasDates: Bool = true,
        chips: [JSON] = [],
        kept: [String] = []
    ) -> JSON {
        [
            "action": .string(path), "selects": .array(selects), "words": words,
            "has_phone": .bool(hasPhone && words == .null),
            "phone": JSON(value("phone") ?? ""), "has_dates": .bool(hasDates),
            "since": JSON(value("since") ?? ""), "till": JSON(value("till") ?? ""), "chips": .array(chips),
            "hidden": .array(
                kept.compactMap { name in
                    value(name).map { ["name": .string(name), "value": .string($0)] }
                }
            ),
        ]
    }

    /// The field of the bar that searches for people.
    package func words(_ title: Localized) -> JSON {
        ["value": JSON(value("q") ?? ""), "title": .string(Self.searched(title, context)[language])]
    }

    /// The label of the search for people; without permission to read them, only what a mask shows.
    package static func searched(_ title: Localized, _ context: ConsoleContext) -> Localized {
        context.author.may(.readPeople)
            ? title
            : Localized("Две последние цифры или весь номер", "The last two digits, or the whole number")
    }

    package func chip(_ title: Localized, _ value: String, without name: String) -> JSON {
        [
            "title": .string(title[language]), "value": .string(value),
            "off": .string(here(without: name, "cursor")),
        ]
    }

    /// Links to the table as files, for those who may export it.
    package func files(_ path: String, _ query: Form.Fields) -> JSON {
        guard context.author.may(.readPeople) else { return .null }
        let base = "/admin/api/v1\(path)"
        return [
            "plain": .string(address(query, at: base)),
            "excel": .string(address(query + [("bom", "true"), ("separator", ";")], at: base)),
        ]
    }

    package func row(_ id: String, _ cells: [JSON]) -> JSON {
        let cells = zip(cells, heads).map { cell, head -> JSON in
            RecordCell.whole(
                cell,
                classes: head.classes,
                label: head.classes.contains("main") ? "" : head.title[language]
            )
        }
        return ["row_id": .string(id), "cells": .array(cells)]
    }
}
