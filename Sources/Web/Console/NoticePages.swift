import Core
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
            let api = console.api(context)
            for call in notice.calls { try await api.run(call) }
            let what = Localized("Отменено: \(notice.text)", "Undone: \(notice.text)")
            return try await console.done(what, to: back, context)
        }
    }
}
