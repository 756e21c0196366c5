import Core
import Flags
import Storage
import Web

/// The flags that need attention: drafts to approve, failed schedules, flags due for review.
struct FlagToday: Sendable {
    /// The most flags shown past their review date; the page of each project marks all of them.
    private static let reviewsMax = 4

    let console: Console

    /// The rows of «Today».
    func lines(_ context: ConsoleContext) async throws -> [AttentionLine] {
        guard context.author.may(.readFlags) else { return [] }
        let projects = try await console.api(context).get("/flags")["items"]?.array ?? []
        var lines: [AttentionLine] = []
        for project in projects {
            if let draft = try await draft(project, context) { lines.append(draft) }
            lines += try await failures(project, context)
        }
        return lines + projects.flatMap { reviews($0, context) }.prefix(Self.reviewsMax)
    }

    private func line(
        _ project: JSON,
        _ context: ConsoleContext,
        title: String? = nil,
        _ detail: Localized,
        path: String
    ) -> AttentionLine {
        let name = project["title"]?.string ?? project["id"]?.string ?? ""
        let kind = Localized("Флаги", "Flags")[context.language]
        return AttentionLine(
            path: "/flags/\(project["id"]?.string ?? "")\(path)",
            title: title ?? name,
            kind: title == nil ? kind : "\(kind) · \(name)",
            detail: detail[context.language]
        )
    }

    /// A draft that waits for approval.
    private func draft(_ project: JSON, _ context: ConsoleContext) async throws -> AttentionLine? {
        guard context.author.may(.approveFlags), project["settings"]?["require_approval"] == true,
            project["changes"]?.integer ?? 0 > 0
        else { return nil }
        let draft = try await console.api(context).get("/flags/\(project["id"]?.string ?? "")/draft")
        guard draft["approval"] == .null else { return nil }
        let by = draft["updated_by"]?.string ?? ""
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

    private func failures(_ project: JSON, _ context: ConsoleContext) async throws -> [AttentionLine] {
        guard context.author.may(.publishFlags) else { return [] }
        let path = "/flags/\(project["id"]?.string ?? "")/schedules"
        let schedules = try await console.api(context).get(path)["items"]?.array ?? []
        return schedules.filter { $0["failed_at"]?.string != nil }.map { schedule in
            let fault = schedule["fault"]?["detail"]?.string ?? ""
            return line(
                project,
                context,
                Localized("по плану не вышло: \(fault)", "was not published as planned: \(fault)"),
                path: "/versions"
            )
        }
    }

    /// The published flags past their review date.
    private func reviews(_ project: JSON, _ context: ConsoleContext) -> [AttentionLine] {
        guard context.author.may(.writeFlags),
            let today = CivilDate(String("\(console.services.now())".prefix(10))),
            let live = console.services.flags.live.state.project(project["id"]?.string ?? ""),
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
