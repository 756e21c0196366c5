import Core
import Foundation
import Hummingbird
import Storage

/// Everything that has happened to a content, and what differs between two of its versions.
struct HistoryPage: Sendable {
    private static let pageSize = "50"

    let pages: FormPages

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get("{id}/history") { request, context in try await show(request, context) }
    }

    private func show(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let api = pages.console.api(context)
        let time = pages.console.time(context)
        let content = try await pages.content(try context.id, context)
        let own = "\(pages.path)/\(content["id"]?.string ?? "")"
        let asked = { (name: String) in request.query.last { $0.name == name }?.value }
        var query: AdminAPI.Query = [("limit", Self.pageSize)]
        if let cursor = asked("cursor") { query.append(("cursor", cursor)) }
        let history = try await api.get("\(own)/history", query)
        let entries = history["items"]?.array ?? []
        let isLive = content["live"]?.object != nil
        let sides = Self.sides(entries, isLive: isLive)
        let from = asked("from") ?? (isLive && content["has_draft"] == true ? "live" : nil)
        let to = asked("to") ?? "draft"
        var members: [String: JSON] = [
            "own": .string(own), "list": .string(pages.path),
            "list_title": .string(pages.type.title[context.language]), "heading": content["title"] ?? "",
            "entries": .array(Timeline(path: own, time: time).lines(entries)),
            "more": history["next"]?.string.map { .string("\(own)/history?cursor=\($0)") } ?? .null,
            "from_sides": .array(side(sides, from ?? sides.last ?? "draft", entries, time)),
            "to_sides": .array(side(sides, to, entries, time)),
            "diff": nil, "may_write": .bool(context.mayWrite),
        ]
        if let from { members["diff"] = try await diff(own, from, to, entries, context) }
        let title =
            Localized("История", "History")[context.language] + ": " + (content["title"]?.string ?? "")
        var page = ConsolePage("history", title: title, path: pages.path, types: [pages.type.name])
        page.context = .object(members)
        return try await pages.console.show(page, context)
    }

    /// What can be compared: the newest first.
    private static func sides(_ entries: [JSON], isLive: Bool) -> [String] {
        ["draft"] + (isLive ? ["live"] : [])
            + entries.filter { $0["fields"]?.object != nil }.compactMap { $0["version"]?.integer }.map {
                String($0)
            }
    }

    private func side(_ sides: [String], _ chosen: String, _ entries: [JSON], _ time: HumanTime) -> [JSON] {
        (sides.contains(chosen) ? sides : [chosen] + sides).map { side in
            [
                "value": .string(side), "is_on": .bool(side == chosen),
                "title": .string(name(of: side, entries, time)),
            ]
        }
    }

    private func name(of side: String, _ entries: [JSON], _ time: HumanTime) -> String {
        switch side {
        case "draft": return Localized("Сейчас в форме", "The draft")[time.language]
        case "live": return Localized("Сейчас в приложении", "What apps see")[time.language]
        case _:
            let entry = entries.first { $0["version"]?.integer.map { String($0) } == side }
            let at = entry?["at"]?.string.flatMap { Timestamp($0) }.map { ": \(time.moment($0))" } ?? ""
            let by = entry?["by"]?.string.map { ", \($0)" } ?? ""
            return Localized("Версия \(side)\(at)\(by)", "Version \(side)\(at)\(by)")[time.language]
        }
    }

    private func diff(
        _ own: String,
        _ from: String,
        _ to: String,
        _ entries: [JSON],
        _ context: ConsoleContext
    ) async throws -> JSON {
        let api = pages.console.api(context)
        let time = pages.console.time(context)
        let diff = try await api.get("\(own)/diff", [("from", from), ("to", to)])
        let changes = diff["changes"]?.array ?? []
        let sides = ["before", "after"].map { name in
            FormTexts(Self.body(changes, name), of: pages.type, time)
        }
        let names = try await FormNames(sides, of: pages.type, api, pages.console)
        let rows = changes.compactMap { row($0, names, time) }
        return [
            "from": .string(name(of: from, entries, time)), "to": .string(name(of: to, entries, time)),
            "rows": .array(rows), "is_same": .bool(rows.isEmpty),
            "version": .string(Int64(from).map { String($0) } ?? ""), "own": .string(own),
        ]
    }

    /// One side of the changes as a body.
    private static func body(_ changes: [JSON], _ side: String) -> Body {
        Dictionary(
            changes.compactMap { change in
                guard let name = change["field"]?.string, change["language"]?.string == nil,
                    let value = change[side], value != .null
                else { return nil }
                return (name, value)
            }
        ) { first, _ in first }
    }

    private func row(_ change: JSON, _ names: FormNames, _ time: HumanTime) -> JSON? {
        guard let name = change["field"]?.string, let part = pages.type.formPart(at: "#/\(name)") else {
            return nil
        }
        let tongue =
            change["language"]?.string.map { $0 == Language.standard.rawValue ? "" : " (\($0))" } ?? ""
        var members: [String: JSON] = [
            "title": .string(part.field.label(time.language) + tongue), "words": nil, "before": "",
            "after": "",
        ]
        if let words = change["words"]?.array {
            members["words"] = true
            for (side, kind) in [("before", "removed"), ("after", "added")] {
                members[side] = .array(
                    words.filter { $0["kind"] == "same" || $0["kind"] == .string(kind) }.map { word in
                        [
                            "is_del": .bool(word["kind"] == "removed"),
                            "is_ins": .bool(word["kind"] == "added"),
                            "text": .string(
                                shown(word["text"]?.string ?? "", part.field, word["kind"] != "same")
                            ),
                        ]
                    }
                )
            }
            return .object(members)
        }
        for side in ["before", "after"] {
            let body: Body = change[side].map { $0 == .null ? [:] : [name: $0] } ?? [:]
            let texts = FormTexts(body, of: pages.type, time)[name]
            members[side] = .string(names.words(texts, of: part.field, time))
        }
        return .object(members)
    }

    /// Without tags, unless nothing else has changed.
    private func shown(_ text: String, _ field: Field, _ isChange: Bool) -> String {
        guard field.kind == .richText else { return text }
        let plain = RichText.plain(text)
        if plain.contains(where: { !$0.isWhitespace }) || !isChange {
            // The spaces at its ends part it from its neighbours.
            let start = text.first.map { $0.isWhitespace || $0 == "<" } == true ? " " : ""
            let end = text.last.map { $0.isWhitespace || $0 == ">" } == true ? " " : ""
            return start + plain.trimmingCharacters(in: .whitespacesAndNewlines) + end
        }
        return text
    }
}
