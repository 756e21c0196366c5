import Core
import HTTPTypes
import Hummingbird

/// Undoes the last action.
struct FlashMessagePages: Sendable {
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
            let what = try await undo(notice, context)
            return try await console.done(what, to: back, context)
        }
        group.post("undo/offer") { request, context in
            let fields = try await request.form()
            return try await accept(fields["id"] ?? "", fields.back("/"), context)
        }
    }

    /// Takes the next step that a message offers; it can be undone by itself.
    private func accept(_ id: String, _ back: String, _ context: ConsoleContext) async throws -> Response {
        let notice = try await console.services.notices.find(id, of: context.session.staff.id)
        guard let offer = notice?.offer else {
            let text = Localized("Это предложение уже не действует", "This offer has gone")
            return try await console.done(text, to: back, context)
        }
        var (undo, failed, changed): ([FlashMessage.Call], Int, Int) = ([], 0, 0)
        for call in offer.calls {
            guard case .contents(let name) = call.target, let type = console.type(named: name) else {
                continue
            }
            let report = try await console.run(call, of: name, context)
            failed += report.failed
            changed += report.changed
            undo += FlashMessage.Call.reverting(report, of: type)
        }
        let refused = Localized("не получилось: \(failed)", "refused: \(failed)")[context.language]
        let text = "\(offer.done): \(changed)" + (failed > 0 ? ", \(refused)" : "")
        return try await console.done(Localized(text, text), undo: undo, to: back, context)
    }

    /// A sentence with the number of undone changes, and the refusals with their reasons.
    private func undo(_ notice: FlashMessage, _ context: ConsoleContext) async throws -> Localized {
        var (done, refusals): (Int, [String]) = (0, [])
        for call in notice.calls {
            do {
                switch call.target {
                case .contents(let type):
                    let report = try await console.run(call, of: type, context)
                    done += report.changed
                    refusals += report.failures.map { $0.problem.sentence(context.language) }
                case .operation, .action:
                    try await console.operations(context).run(call)
                    done += 1
                }
            } catch let problem as Problem where Self.tellable.contains(problem.kind) {
                refusals.append(problem.sentence(context.language))
            }
        }
        guard let reason = refusals.first else {
            return Localized("Отменено: \(notice.text)", "Undone: \(notice.text)")
        }
        guard done > 0 else {
            return Localized("Не отменено. \(reason)", "Not undone. \(reason)")
        }
        let count = refusals.count
        return Localized(
            "Отменено не всё: \(notice.text). Не вышло: \(count). \(reason)",
            "Undone in part: \(notice.text). Refused: \(count). \(reason)"
        )
    }

    /// The kinds that a change by somebody else can cause, which are shown as a sentence and not as a page.
    private static let tellable: Set<Problem.Kind> = [.stale, .conflict, .invalid, .notFound]
}

extension Problem {
    /// The detail with every fault, as one text.
    func sentence(_ language: Language) -> String {
        let faults = faults.map { fault in
            let field = fault.pointer.drop { "#/".contains($0) }
            return field.isEmpty ? fault.detail[language] : "\(field): \(fault.detail[language])"
        }
        return ([detail[language]] + faults).joined(separator: " ")
    }
}
