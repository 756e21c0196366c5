import Core
import Hummingbird

/// What the day brings: what goes live and ends, what is odd, what colleagues did.
struct TodayPage: Sendable {
    let console: Console

    func show(_ context: ConsoleContext) async throws -> Response {
        try await console.show(
            ConsolePage("today", title: Localized("Сводка", "Today")[context.language], path: "/"),
            context
        )
    }
}
