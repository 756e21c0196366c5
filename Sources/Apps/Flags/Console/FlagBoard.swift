import Core
import Flags
import Foundation
import Hummingbird
import Storage
import Web

/// The flags of one project for a page of the console: the draft, and the frame around it.
struct FlagBoard: Sendable {
    let console: Console
    let context: ConsoleContext
    let project: JSON
    /// All projects, including this one.
    let projects: [JSON]
    let draft: JSON
    let template: FlagTemplate
    let notes: TemplateMetadata
    let schedules: [JSON]

    var language: Language { context.language }
    var time: HumanTime { console.time(context) }
    var id: String { project["id"]?.string ?? "" }
    var own: String { "/flags/\(id)" }
    var revision: Int64 { draft["revision"]?.integer ?? 0 }
    /// The published version; 0 if there is none.
    var version: Int64 { draft["version"]?.integer ?? 0 }
    var changes: [JSON] { draft["changes"]?.array ?? [] }
    /// The changes of other members of staff, by subject and name.
    var others: [JSON] { draft["others"]?.array ?? [] }
    var mayWrite: Bool { context.author.may(.writeFlags) }
    var mayPublish: Bool { context.author.may(.publishFlags) }
    var isOwner: Bool { context.author.role == .owner }
    var words: FlagLabels { FlagLabels(template: template, notes: notes, language: language) }

    static func load(_ id: String, _ console: Console, _ context: ConsoleContext) async throws -> FlagBoard {
        let api = console.api(context)
        let projects = try await api.get("/flags")["items"]?.array ?? []
        guard let project = projects.first(where: { $0["id"]?.string == id || $0["number"]?.string == id })
        else {
            throw Problem.notFound(Localized("Такого проекта нет.", "There is no such project."))
        }
        let path = "/flags/\(project["id"]?.string ?? "")"
        let draft = try await api.get("\(path)/draft")
        let schedules = try await api.get("\(path)/schedules")["items"]?.array ?? []
        return FlagBoard(
            console: console,
            context: context,
            project: project,
            projects: projects,
            draft: draft,
            template: try FlagTemplate.parsing(draft["template"] ?? [:]),
            notes: try TemplateMetadata(json: draft["notes"] ?? [:]),
            schedules: schedules
        )
    }

    /// The same board with other flags: those that a schedule will publish.
    func showing(_ template: FlagTemplate, _ notes: TemplateMetadata) -> FlagBoard {
        FlagBoard(
            console: console,
            context: context,
            project: project,
            projects: projects,
            draft: draft,
            template: template,
            notes: notes,
            schedules: schedules
        )
    }

    /// The state of one thing for a form; it changes with each edit or publication by a colleague.
    func seen(_ subject: String) -> String {
        "\(version).\(draft["touched"]?[subject]?["at"]?.string ?? "")"
    }

    // MARK: Around every page

    /// The head, the project switch and the draft bar.
    var shell: [String: JSON] {
        let environment = project["environment"]?.string ?? ""
        return [
            "own": .string(own), "project_title": .string(title(of: project)),
            "environment": .string(words.environment(environment)),
            "is_production": .bool(environment == "production"),
            "projects": .array(projects.map { menuLine($0) }), "is_owner": .bool(isOwner),
            "may_write": .bool(mayWrite), "may_publish": .bool(mayPublish),
            "revision": .string(String(revision)), "version": .string(String(version)),
            "step": .string(String(version + revision)), "project": .string(id),
            "live_text": .string(liveText), "draft_bar": draftBar,
            "clashes": clashes,
        ]
    }

    func title(of project: JSON) -> String { project["title"]?.string ?? project["id"]?.string ?? "" }

    private func menuLine(_ other: JSON) -> JSON {
        let id = other["id"]?.string ?? ""
        let changes = Int(other["changes"]?.integer ?? 0)
        let isHere = id == self.id
        let isSibling = !isHere && other["app"] == project["app"]
        return [
            "href": .string("/flags/\(id)"), "text": .string(title(of: other)),
            "sub": .string(words.environment(other["environment"]?.string ?? "")),
            "is_here": .bool(isHere), "count": .string(changes > 0 ? String(changes) : ""),
            "compare": .string(isSibling ? "\(own)/promotion?from=\(id)" : ""),
        ]
    }

    private var liveText: String {
        let line = project["version"] ?? [:]
        guard version > 0 else {
            return Localized("Пока ничего не опубликовано", "Nothing is published yet")[language]
        }
        let at = line["at"]?.string.flatMap { Timestamp($0) }.map { time.day($0) } ?? ""
        return Localized("В приложениях версия \(version) от \(at)", "Apps have version \(version) of \(at)")[
            language
        ]
    }

    private var draftBar: JSON {
        guard draft["exists"] == true else { return .null }
        let count = changes.count
        let faults = draft["faults"]?.array ?? []
        let needsApproval = project["settings"]?["require_approval"] == true
        let approval = draft["approval"] ?? .null
        let by = draft["updated_by"]?.string ?? ""
        let isApproved = approval != .null
        let text = counted(
            count,
            language,
            ru: (
                "изменение не\u{A0}опубликовано", "изменения не\u{A0}опубликованы",
                "изменений не\u{A0}опубликовано"
            ),
            en: ("change is not published", "changes are not published")
        )
        return [
            "n": .string(String(count)),
            "text": .string(String(text.drop { $0.isNumber || $0 == "\u{A0}" })),
            "who": .string([by, near(draft["updated_at"])].filter { !$0.isEmpty }.joined(separator: ", ")),
            "faults": .string(faults.isEmpty ? "" : words.faults(faults.count)),
            "needs_approval": .bool(needsApproval && !isApproved),
            "approved_by": .string(needsApproval ? approval["by"]?.string ?? "" : ""),
            "may_approve": .bool(
                needsApproval && !isApproved && context.author.may(.approveFlags)
            ),
            "may_publish": .bool(mayPublish && (!needsApproval || isApproved)),
            "is_shared": .bool(!others.isEmpty),
            "next": .string(String(version + 1)),
        ]
    }

    /// The changes published meanwhile that the draft has with other values.
    private var clashes: JSON {
        let names = (draft["clashes"]?.array ?? []).map { clash in
            words.title(clash["subject"]?.string ?? "", clash["name"]?.string ?? "")
        }
        guard !names.isEmpty else { return .null }
        return [
            "names": .string(names.joined(separator: ", ")),
            "by": .string(project["version"]?["by"]?.string ?? ""),
        ]
    }

    /// `14:32` for today, a day for the rest.
    func near(_ moment: JSON?) -> String {
        guard let at = moment?.string.flatMap({ Timestamp($0) }) else { return "" }
        return time.days(until: at) == 0 ? time.time(at) : time.shortDay(at)
    }

    func avatar(_ name: String, _ when: String) -> JSON {
        [
            "name": .string(name), "initials": .string(Shell.initials(of: name)),
            "colour": .integer(Int64(Shell.colour(of: name))), "when": .string(when),
        ]
    }

    /// A page of this project; an edit returns to its path under that of the project.
    func page(
        _ template: String,
        _ title: Localized,
        nav: String = "/flags",
        at tail: String = "",
        _ own: [String: JSON]
    ) -> ConsolePage {
        var members = shell.merging(own) { _, own in own }
        members["here"] = .string(self.own + tail)
        var page = ConsolePage(
            template,
            title: "\(title[language]): \(self.title(of: project))",
            path: nav,
            context: .object(members)
        )
        page.changes = changes.count
        return page
    }
}
