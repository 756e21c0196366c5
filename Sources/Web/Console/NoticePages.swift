import Core
import HTTPTypes
import Hummingbird

/// Taking the last act back.
struct NoticePages: Sendable {
    let console: Console

    func add(to group: RouterGroup<ConsoleContext>) {
        group.post("undo") { request, context in
            let fields = try await request.form()
            let notice = try await console.services.notices.take(
                fields["id"],
                of: context.session.staff.id
            )
            let back = fields.back("/")
            guard let notice else {
                let text = Localized("Отменять нечего", "There is nothing to undo")
                return try await console.done(text, to: back, context)
            }
            let what = try await undo(notice, console.api(context), context.language)
            return try await console.done(what, to: back, context)
        }
        group.post("undo/offer") { request, context in
            let fields = try await request.form()
            return try await accept(fields["id"] ?? "", fields.back("/"), context)
        }
    }

    /// Takes the next step that a message offers; it can be taken back by itself.
    private func accept(_ id: String, _ back: String, _ context: ConsoleContext) async throws -> Response {
        let notice = try await console.services.notices.find(id, of: context.session.staff.id)
        guard let offer = notice?.offer else {
            let text = Localized("Это предложение уже не действует", "This offer has gone")
            return try await console.done(text, to: back, context)
        }
        let api = console.api(context)
        var (undo, failed, changed): ([Notice.Call], Int64, Int64) = ([], 0, 0)
        for call in offer.calls {
            let method = HTTPRequest.Method(rawValue: call.method) ?? .post
            let report = try await api.send(method, call.path, body: call.body)
            failed += report["failed"]?.integer ?? 0
            changed += report["changed"]?.integer ?? 0
            undo += Notice.Call.reverting(
                report: report,
                at: call.path.replacing("/bulk", with: "")
            )
        }
        let refused = Localized("не получилось: \(failed)", "refused: \(failed)")[context.language]
        let text = "\(offer.done): \(changed)" + (failed > 0 ? ", \(refused)" : "")
        return try await console.done(Localized(text, text), undo: undo, to: back, context)
    }

    /// What was taken back, and what was not and why.
    private func undo(_ notice: Notice, _ api: AdminAPI, _ language: Language) async throws -> Localized {
        var result = AdminAPI.Undone()
        for call in notice.calls {
            do {
                let part = try await api.run(call)
                result.done += part.done
                result.refusals += part.refusals
            } catch let problem as Problem where Self.tellable.contains(problem.kind) {
                let faults = problem.faults.map { $0.detail[language] }
                result.refusals.append(([problem.detail[language]] + faults).joined(separator: " "))
            }
        }
        guard let reason = result.refusals.first else {
            return Localized("Отменено: \(notice.text)", "Undone: \(notice.text)")
        }
        guard result.done > 0 else {
            return Localized("Не отменено. \(reason)", "Not undone. \(reason)")
        }
        let count = result.refusals.count
        return Localized(
            "Отменено не всё: \(notice.text). Не вышло: \(count). \(reason)",
            "Undone in part: \(notice.text). Refused: \(count). \(reason)"
        )
    }

    /// What somebody has done since, as a sentence and no page of its own.
    private static let tellable: Set<Problem.Kind> = [.stale, .conflict, .invalid, .notFound]
}
