import Dispatch

/// Decodes and encodes images, a few at once, on its own threads and never on one that Swift's tasks share.
package actor ImageWorks {
    /// Images that are decoded at once, and those that may wait.
    private static let imagesAtOnceMax = 2
    private static let imagesWaitingMax = 200

    private let queue = DispatchQueue(label: "vitrina.images", attributes: .concurrent)
    private var running = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    package init() {}

    /// Throws `.limited` if too many are waiting already.
    func run<R: Sendable>(_ work: @escaping @Sendable (ImageLibrary) throws -> R) async throws -> R {
        try await enter()
        defer { leave() }
        return try await withCheckedThrowingContinuation { continuation in
            queue.async {
                let result = Result {
                    let library = try ImageLibrary.open()
                    defer { library.end() }
                    return try work(library)
                }
                continuation.resume(with: result)
            }
        }
    }

    private func enter() async throws(Problem) {
        if running < Self.imagesAtOnceMax {
            running += 1
            return
        }
        guard waiting.count < Self.imagesWaitingMax else {
            throw Problem(
                .limited,
                Localized(
                    "Сейчас обрабатывается слишком много картинок. Повторите через несколько секунд.",
                    "Too many images are being read. Try again in a few seconds."
                ),
                retryAfter: 5
            )
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Hands the slot over to the caller that has waited longest.
    private func leave() {
        if waiting.isEmpty { running -= 1 } else { waiting.removeFirst().resume() }
    }
}
