import Core
import Storage

/// The rows of a list, as its template needs them.
struct ListRows {
    /// The state of rows from a previous request: selected, or refused.
    struct Marks {
        var chosen: Set<String> = []
        /// The reasons for which entries could not be changed, by id.
        var faults: [String: String] = [:]
        /// The remarks of the app on entries, by id.
        var remarks: [String: Badge] = [:]
    }

    let type: ContentType
    let path: String
    let columns: [ListColumn]
    let cell: ListCell
    let mayWrite: Bool
    let mayPurge: Bool
    let isSortable: Bool
    var marks = Marks()

    private var language: Language { cell.time.language }
    private var now: Timestamp { cell.time.now }

    /// The ids of all entries that the rows refer to.
    static func references(in contents: [Content], of type: ContentType) -> Set<String> {
        Set(contents.flatMap { type.references(in: $0.fields).flatMap { $0.ids.prefix(3) } })
    }

    func json(_ contents: [Content]) -> [JSON] {
        contents.enumerated().map { index, content in
            let before = index > 0 ? contents[index - 1].id : nil
            let after = index + 1 < contents.count ? contents[index + 1].id : nil
            return row(content, before, after)
        }
    }

    /// The entry's parent, and a mark on a copy, which has the same title as its original.
    private func subline(_ content: Content) -> String {
        let copy = content.isCopy ? Localized("копия", "copy")[language] : ""
        return [cell.subline(of: type, content.fields), copy].filter { !$0.isEmpty }.joined(separator: " · ")
    }

    private func row(_ content: Content, _ before: String?, _ after: String?) -> JSON {
        let (id, state) = (content.id, content.state(at: now))
        let title = type.title(of: content.fields)
        let isForeign = language != .standard
        // A remark that is shown as a column needs no line of its own.
        let remark = marks.remarks[id].flatMap {
            columns.contains(where: \.isStock) && $0.stock != nil ? nil : $0
        }
        let own: JSON = [
            "row_id": .string(id), "row_path": .string("\(path)/\(id)"),
            "row_title": .string(title.isEmpty ? Localized("Без названия", "No title")[language] : title),
            "row_language": isForeign ? .string(Language.standard.rawValue) : .null,
            "row_sub": .string(subline(content)),
            "row_picture": JSON(ListCell.picture(of: type, content.fields)),
            "row_fault": JSON(marks.faults[id]),
            "row_remark": remark?.json(language) ?? .null,
            "is_chosen": .bool(marks.chosen.contains(id)),
            "cells": .array(
                zip(columns, ListColumn.classes(of: columns)).map { column, classes in
                    cellJSON(column, classes, of: content, state)
                }
            ),
        ]
        return own.merged(with: menu(id, state, before, after))
    }

    private func menu(_ id: String, _ state: Content.State, _ before: String?, _ after: String?) -> JSON {
        let isShelved = state == .archived || state == .trash
        func move(_ place: String, _ neighbour: String?) -> JSON {
            guard isSortable, mayWrite, let neighbour else { return .null }
            let was = before.map { ("was_after", $0) } ?? after.map { ("was_before", $0) }
            let query = [("id", id), (place, neighbour)] + (was.map { [$0] } ?? [])
            return .string(ListAddress.address("\(path)/move", query))
        }
        return [
            "may_copy": .bool(mayWrite), "may_archive": .bool(mayWrite && !isShelved),
            "may_unarchive": .bool(mayWrite && state == .archived),
            "may_remove": .bool(mayWrite && state != .trash),
            "may_recover": .bool(mayWrite && state == .trash),
            "may_purge": .bool(mayPurge && state == .trash),
            "move_up": move("before", before), "move_down": move("after", after),
        ]
    }

    private func cellJSON(
        _ column: ListColumn,
        _ classes: String,
        of content: Content,
        _ state: Content.State
    ) -> JSON {
        let parts: JSON
        switch column.kind {
        case .field(let field):
            let stock = column.isStock ? marks.remarks[content.id]?.cell(language) : nil
            parts =
                stock.map { ListCell.empty.merged(with: ["stock": $0]) } ?? value(field, of: content, state)
        case .window: parts = window(content, state)
        case .created: parts = moment(content.createdAt)
        case .updated: parts = moment(content.updatedAt)
        case .state: parts = pill(content, state)
        }
        // A badge needs no label.
        let label = column.name == "@state" ? "" : column.title[language]
        let own: JSON = [
            "label": .string(label), "classes": .string(classes),
        ]
        return parts.merged(with: own)
    }

    private func value(_ field: Field, of content: Content, _ state: Content.State) -> JSON {
        let body = content.fields
        let isShelved = state == .archived || state == .trash
        guard field.isImmediate, mayWrite, !isShelved else {
            return field.isImmediate && isShelved
                ? ListCell.empty.merged(with: ["words": "—"]) : cell.cell(of: field, body[field.name])
        }
        let isOn = body[field.name]?.bool ?? false
        let title = type.title(of: body)
        let toggle: JSON = [
            "is_on": .string(isOn ? "true" : "false"), "next_value": .string(isOn ? "false" : "true"),
            "act": .string("\(path)/\(content.id)/flags/\(field.name)"),
            "name": .string("\(field.title[language]): \(title)"),
        ]
        return ListCell.empty.merged(with: ["toggle": toggle])
    }

    private func moment(_ moment: Timestamp) -> JSON {
        ListCell.empty.merged(with: ["chip": .string(cell.time.moment(moment))])
    }

    // MARK: State and dates

    private func pill(_ content: Content, _ state: Content.State) -> JSON {
        let (tone, icon, text) = Self.look(of: state)
        let planned = content.schedule.publication?.at
        let hasEdits = content.draft != nil && content.live != nil
        return ListCell.empty.merged(with: [
            "pill": ["tone_class": .string(tone), "icon": .string(icon), "text": .string(text[language])],
            "planned": .string(planned.map { cell.time.moment($0) } ?? ""),
            "has_edits": .bool(hasEdits),
        ])
    }

    static func look(of state: Content.State) -> (tone: String, icon: String, text: Localized) {
        switch state {
        case .live: ("pub", "pub", state.heading)
        case .scheduled: ("plan", "clock", state.heading)
        case .draft: ("draft", "draft", state.heading)
        case .ended: ("arch", "stop", state.heading)
        case .archived: ("arch", "arch", state.heading)
        case .trash: ("arch", "x", state.heading)
        }
    }

    private func window(_ content: Content, _ state: Content.State) -> JSON {
        let body = content.live ?? content.fields
        let (from, until) = (body.timestamp("live_from"), body.timestamp("live_until"))
        var tone = ""
        if state == .scheduled { tone = "plan" }
        if state == .live, let until, cell.time.days(until: until) < 3 { tone = "warn" }
        let text = Self.window(from, until, cell.time)
        return ListCell.empty.merged(with: ["chip": .string(text[language]), "tone": .string(tone)])
    }

    /// `до 31 дек`, `с 5 дек, 10:00`, `1–25 дек`.
    static func window(_ from: Timestamp?, _ until: Timestamp?, _ time: HumanTime) -> Localized {
        let start = from.flatMap { time.now < $0 ? $0 : nil }
        switch (start, until) {
        case (nil, nil):
            return from == nil ? Localized("не указан", "not set") : Localized("без срока", "open-ended")
        case (nil, let until?):
            return Localized("до\u{A0}\(time.shortDay(until))", "until\u{A0}\(time.shortDay(until))")
        case (let start?, nil):
            return Localized("с\u{A0}\(time.moment(start))", "from\u{A0}\(time.moment(start))")
        case (let start?, let until?):
            let (first, last) = (time.shortDay(start), time.shortDay(until))
            let isOneMonth =
                first.split(separator: "\u{A0}").dropFirst() == last.split(separator: "\u{A0}").dropFirst()
            let range = "\(isOneMonth ? String(time.dayNumber(start)) : first)–\(last)"
            return Localized(range, range)
        }
    }
}
