import Core
import Flags
import Hummingbird
import Storage
import Web

/// The flags of one project for a page of the console: the draft, and the frame around it.
struct FlagBoard: Sendable {
    /// A project with its draft.
    struct Project: Sendable {
        let project: FlagProject
        let draft: FlagDraft
    }

    let console: Console
    let context: ConsoleContext
    let project: FlagProject
    /// All projects, including this one.
    let projects: [Project]
    let draft: FlagDraft
    let changes: [FlagChange]
    let faults: [FlagFault]
    let warnings: [FlagWarning]
    let schedules: [FlagSchedule]

    var language: Language { context.language }
    var time: HumanTime { console.time(context) }
    var id: String { project.id }
    var own: String { "/flags/\(id)" }
    var revision: Int64 { draft.revision }
    /// The published version; 0 if there is none.
    var version: Int64 { draft.live.number }
    var template: FlagTemplate { draft.sheet.template }
    var notes: TemplateMetadata { draft.sheet.notes }
    /// The changes of other members of staff.
    var others: [FlagDraft.Foreign] { draft.foreign(to: context.author) }
    var mayWrite: Bool { context.author.may(.writeFlags) }
    var mayPublish: Bool { context.author.may(.publishFlags) }
    var isOwner: Bool { context.author.role == .owner }
    var words: FlagLabels { FlagLabels(draft.sheet, language) }

    static func load(_ id: String, _ console: Console, _ context: ConsoleContext) async throws -> FlagBoard {
        let flags = try console.flags(context)
        var projects: [Project] = []
        for project in try await flags.store.projects() {
            let draft = try await flags.drafts.draft(FlagPlace(project))
            projects.append(Project(project: project, draft: draft))
        }
        guard let here = projects.first(where: { $0.project.id == id || String($0.project.number) == id })
        else { throw Problem.noFlagProject }
        return FlagBoard(
            console: console,
            context: context,
            project: here.project,
            projects: projects,
            draft: here.draft,
            changes: here.draft.changes,
            faults: here.draft.faults,
            warnings: try await flags.drafts.lint(here.draft.place),
            schedules: try await flags.schedules.list(here.draft.place)
        )
    }

    /// The state of one subject for a form; it changes with each edit or publication by a colleague.
    func seen(_ subject: String) -> String {
        "\(version).\(draft.touches[subject]?.at.description ?? "")"
    }

    // MARK: Around every page

    /// The head, the project switch and the draft bar.
    var shell: [String: JSON] {
        [
            "own": .string(own), "project_title": .string(project.title),
            "environment": .string(words.environment(project.environment)),
            "is_production": .bool(project.environment == "production"),
            "projects": .array(projects.map { menuLine($0) }), "is_owner": .bool(isOwner),
            "may_write": .bool(mayWrite), "may_publish": .bool(mayPublish),
            "revision": .string(String(revision)), "version": .string(String(version)),
            "step": .string(String(version + revision)), "project": .string(id),
            "live_text": .string(liveText), "draft_bar": draftBar,
            "clashes": clashes,
        ]
    }

    private func menuLine(_ other: Project) -> JSON {
        let id = other.project.id
        let isHere = id == self.id
        let changes = isHere ? self.changes.count : other.draft.changes.count
        let isSibling = !isHere && other.project.app == project.app
        return [
            "href": .string("/flags/\(id)"), "text": .string(other.project.title),
            "sub": .string(words.environment(other.project.environment)),
            "is_here": .bool(isHere), "count": .string(changes > 0 ? String(changes) : ""),
            "compare": .string(isSibling ? "\(own)/promotion?from=\(id)" : ""),
        ]
    }

    private var liveText: String {
        guard version > 0 else {
            return Localized("Пока ничего не опубликовано", "Nothing is published yet")[language]
        }
        let at = time.day(draft.published.at)
        return Localized("В приложениях версия \(version) от \(at)", "Apps have version \(version) of \(at)")[
            language
        ]
    }

    private var draftBar: JSON {
        guard draft.exists else { return .null }
        let needsApproval = project.settings.requiresApproval
        let isApproved = draft.approval != nil
        let text = counted(
            changes.count,
            language,
            ru: (
                "изменение не\u{A0}опубликовано", "изменения не\u{A0}опубликованы",
                "изменений не\u{A0}опубликовано"
            ),
            en: ("change is not published", "changes are not published")
        )
        return [
            "n": .string(String(changes.count)),
            "text": .string(String(text.drop { $0.isNumber || $0 == "\u{A0}" })),
            "who": .string(
                [draft.editor?.author ?? "", near(draft.editor?.at)].filter { !$0.isEmpty }
                    .joined(separator: ", ")
            ),
            "faults": .string(faults.isEmpty ? "" : words.faults(faults.count)),
            "needs_approval": .bool(needsApproval && !isApproved),
            "approved_by": .string(needsApproval ? draft.approval?.author ?? "" : ""),
            "may_approve": .bool(
                needsApproval && !isApproved && context.author.may(.approveFlags)
            ),
            "may_publish": .bool(mayPublish && (!needsApproval || isApproved)),
            "is_shared": .bool(!others.isEmpty),
            "next": .string(String(version + 1)),
        ]
    }

    /// The conflicts of the draft with later publications.
    private var clashes: JSON {
        guard !draft.clashes.isEmpty else { return .null }
        let names = draft.clashes.map { words.title($0.subject, $0.name) }
        return [
            "names": .string(names.joined(separator: ", ")), "by": .string(draft.published.author),
        ]
    }

    /// `14:32` for today, a day otherwise.
    func near(_ moment: Timestamp?) -> String {
        guard let at = moment else { return "" }
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
            title: "\(title[language]): \(project.title)",
            path: nav,
            context: .object(members)
        )
        page.changes = changes.count
        return page
    }
}
