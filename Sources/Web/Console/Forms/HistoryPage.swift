import Core
import Hummingbird
import Storage

/// The history of an entry, and the differences between two of its versions.
struct HistoryPage: Sendable {
    private static let pageSize = 50

    let pages: FormPages

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get("{id}/history") { request, context in try await show(request, context) }
    }

    private func show(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let time = pages.console.time(context)
        let (contents, content) = (try pages.console.contents(context), try await pages.content(context))
        let own = "\(pages.path)/\(content.id)"
        let asked = { (name: String) in request.query.last { $0.name == name }?.value }
        let history = try await contents.history(
            of: content.id,
            pages.type,
            limit: Self.pageSize,
            before: asked("cursor").flatMap { Int64($0) }
        )
        let entries = history.elements
        let isLive = content.live != nil
        let sides = Self.sides(entries, isLive: isLive)
        let from = asked("from") ?? (isLive && content.draft != nil ? "live" : nil)
        let to = asked("to") ?? "draft"
        var members: [String: JSON] = [
            "own": .string(own), "list": .string(pages.path),
            "list_title": .string(pages.type.title[context.language]),
            "heading": .string(pages.title(content)),
            "entries": .array(Timeline(path: own, time: time).lines(entries)),
            "more": JSON(history.next.map { "\(own)/history?cursor=\($0)" }),
            "from_sides": .array(side(sides, from ?? sides.last ?? "draft", entries, time)),
            "to_sides": .array(side(sides, to, entries, time)),
            "diff": nil, "may_write": .bool(context.mayWrite),
        ]
        if let from { members["diff"] = try await diff(content, from, to, entries, context) }
        let title = Localized("История", "History")[context.language] + ": " + pages.title(content)
        var page = ConsolePage("history", title: title, path: pages.path, types: [pages.type.name])
        page.context = .object(members)
        return try await pages.console.show(page, context)
    }

    /// The versions that can be compared, newest first.
    private static func sides(_ entries: [HistoryEntry], isLive: Bool) -> [String] {
        ["draft"] + (isLive ? ["live"] : [])
            + entries.filter { $0.body != nil }.map { String($0.version) }
    }

    private func side(
        _ sides: [String],
        _ chosen: String,
        _ entries: [HistoryEntry],
        _ time: HumanTime
    ) -> [JSON] {
        (sides.contains(chosen) ? sides : [chosen] + sides).map { side in
            [
                "value": .string(side), "is_on": .bool(side == chosen),
                "title": .string(name(of: side, entries, time)),
            ]
        }
    }

    private func name(of side: String, _ entries: [HistoryEntry], _ time: HumanTime) -> String {
        switch side {
        case "draft": return Localized("Сейчас в форме", "The draft")[time.language]
        case "live": return Localized("Сейчас в приложении", "What apps see")[time.language]
        case _:
            let entry = entries.first { String($0.version) == side }
            let at = entry.map { ": \(time.moment($0.at))" } ?? ""
            let by = entry.map { ", \($0.author)" } ?? ""
            return Localized("Версия \(side)\(at)\(by)", "Version \(side)\(at)\(by)")[time.language]
        }
    }

    private func diff(
        _ content: Content,
        _ from: String,
        _ to: String,
        _ entries: [HistoryEntry],
        _ context: ConsoleContext
    ) async throws -> JSON {
        let time = pages.console.time(context)
        guard let before = ContentDiff.Side(from), let after = ContentDiff.Side(to) else {
            throw Problem.notFound(Localized("Такой версии нет.", "There is no such version."))
        }
        let changes = try await pages.console.contents(context)
            .diff(of: content.id, pages.type, from: before, to: after).changes
        let sides = [\ContentDiff.Change.before, \.after].map { side in
            FormTexts(Self.body(changes, side), of: pages.type, time)
        }
        let names = try await FormNames(sides, of: pages.type, pages.console, context)
        let rows = changes.compactMap { row($0, names, time) }
        return [
            "from": .string(name(of: from, entries, time)), "to": .string(name(of: to, entries, time)),
            "rows": .array(rows), "is_same": .bool(rows.isEmpty),
            "version": .string(Int64(from).map { String($0) } ?? ""),
            "own": .string("\(pages.path)/\(content.id)"),
        ]
    }

    /// One side of the changes as a body.
    private static func body(
        _ changes: [ContentDiff.Change],
        _ side: KeyPath<ContentDiff.Change, JSON?>
    ) -> Body {
        Dictionary(
            changes.filter { $0.language == nil }.compactMap { change in
                change[keyPath: side].flatMap { $0 == .null ? nil : (change.name, $0) }
            }
        ) { first, _ in first }
    }

    private func row(_ change: ContentDiff.Change, _ names: FormNames, _ time: HumanTime) -> JSON? {
        guard let part = pages.type.formPart(at: "#/\(change.name)") else { return nil }
        let tongue = change.language.map { $0 == Language.standard.rawValue ? "" : " (\($0))" } ?? ""
        if let rows = change.rows {
            return HistoryRows(field: part.field, names: names, time: time).json(of: change, rows)
        }
        let title = JSON.string(part.field.label(time.language) + tongue)
        if let parts = change.text?.parts {
            func words(_ kind: TextDiff.Kind) -> JSON {
                .array(
                    parts.filter { $0.kind == .same || $0.kind == kind }.map { word in
                        [
                            "is_del": .bool(word.kind == .removed), "is_ins": .bool(word.kind == .added),
                            "text": .string(shown(word.text, part.field, word.kind != .same)),
                        ]
                    }
                )
            }
            return ["title": title, "words": true, "before": words(.removed), "after": words(.added)]
        }
        func words(_ value: JSON?) -> JSON {
            let body: Body = value.map { $0 == .null ? [:] : [change.name: $0] } ?? [:]
            let texts = FormTexts(body, of: pages.type, time)[change.name]
            return .string(names.words(texts, of: part.field, time))
        }
        return ["title": title, "words": nil, "before": words(change.before), "after": words(change.after)]
    }

    /// The text without tags, unless nothing else has changed.
    private func shown(_ text: String, _ field: Field, _ isChange: Bool) -> String {
        guard field.kind == .richText else { return text }
        let plain = RichText.plain(text)
        if plain.contains(where: { !$0.isWhitespace }) || !isChange {
            // The spaces at its ends separate it from its neighbours.
            let start = text.first.map { $0.isWhitespace || $0 == "<" } == true ? " " : ""
            let end = text.last.map { $0.isWhitespace || $0 == ">" } == true ? " " : ""
            return start + plain.trimmed + end
        }
        return text
    }
}
