import Core
import Flags
import Storage
import Web

/// The flags that need attention: drafts to approve, failed schedules, flags due for review.
struct FlagToday: Sendable {
    /// The maximum number of shown flags past their review date; the page of each project marks all of them.
    private static let reviewsMax = 4

    let console: Console

    /// The rows of «Today».
    func lines(_ context: ConsoleContext) async throws -> [AttentionLine] {
        guard context.author.may(.readFlags) else { return [] }
        let projects = try await console.flags(context).store.projects()
        var lines: [AttentionLine] = []
        for project in projects {
            if let draft = try await draft(project, context) { lines.append(draft) }
            lines += try await failures(project, context)
        }
        return lines + projects.flatMap { reviews($0, context) }.prefix(Self.reviewsMax)
    }

    private func line(
        _ project: FlagProject,
        _ context: ConsoleContext,
        title: String? = nil,
        _ detail: Localized,
        path: String
    ) -> AttentionLine {
        let kind = Localized("Флаги", "Flags")[context.language]
        return AttentionLine(
            path: "/flags/\(project.id)\(path)",
            title: title ?? project.title,
            kind: title == nil ? kind : "\(kind) · \(project.title)",
            detail: detail[context.language]
        )
    }

    /// A draft that waits for approval.
    private func draft(_ project: FlagProject, _ context: ConsoleContext) async throws -> AttentionLine? {
        guard context.author.may(.approveFlags), project.settings.requiresApproval else { return nil }
        let draft = try await console.flags(context).drafts.draft(FlagPlace(project))
        guard draft.approval == nil, !draft.changes.isEmpty else { return nil }
        let by = draft.editor?.author ?? ""
        return line(
            project,
            context,
            Localized(
                "черновик ждёт согласования, последняя правка: \(by)",
                "a draft is to be approved, last edited by \(by)"
            ),
            path: "?dialog=publish"
        )
    }

    private func failures(
        _ project: FlagProject,
        _ context: ConsoleContext
    ) async throws -> [AttentionLine] {
        guard context.author.may(.publishFlags) else { return [] }
        let schedules = try await console.flags(context).schedules.list(FlagPlace(project))
        return schedules.filter { $0.failedAt != nil }.map { schedule in
            let fault = schedule.fault?.detail[context.language] ?? ""
            return line(
                project,
                context,
                Localized("по плану не вышло: \(fault)", "was not published as planned: \(fault)"),
                path: "/versions"
            )
        }
    }

    /// The published flags past their review date.
    private func reviews(_ project: FlagProject, _ context: ConsoleContext) -> [AttentionLine] {
        guard context.author.may(.writeFlags),
            let today = CivilDate(String("\(console.services.now())".prefix(10))),
            let live = console.services.flags.live.state.project(project.id),
            let sheet = live[FlagPlace.clients]?.sheet
        else { return [] }
        let due = sheet.notes.parameters.compactMap { key, note in
            note.reviewOn.flatMap { day in day.daysSince1970 <= today.daysSince1970 ? (key, note, day) : nil }
        }
        let time = console.time(context)
        return due.sorted { ($0.2.daysSince1970, $0.0) < ($1.2.daysSince1970, $1.0) }.map { key, note, day in
            let at = Timestamp("\(day)T12:00:00Z").map { time.day($0) } ?? "\(day)"
            let owner = note.owner.map { ", \($0)" } ?? ""
            return line(
                project,
                context,
                title: note.title ?? key,
                Localized(
                    "пора пересмотреть: срок был \(at)\(owner)",
                    "was to be reviewed by \(at)\(owner)"
                ),
                path: "/parameters/\(key)"
            )
        }
    }
}
