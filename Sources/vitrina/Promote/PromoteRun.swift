import Core
import FoundationEssentials

/// Executes a plan.
struct PromoteRun: Sendable {
    struct Outcome: Sendable {
        var new = 0
        var changed = 0
        /// The entries that were changed in the target during the promotion.
        var refused: [Fault] = []
        /// The types with entries whose references are still missing.
        var incomplete: [TypePromotion] = []
    }

    let source: Installation
    let target: Installation
    let note: String?
    let folder: String

    func run(_ plan: PromotePlan) async throws -> Outcome {
        try await upload(plan.media)
        var outcome = Outcome()
        for type in plan.types where !type.written.isEmpty {
            let rows = PromoteRows(plan: type, source: source, target: target, note: note)
            let report = try await rows.send(from: folder, isDryRun: false)
            outcome.new += report.new
            outcome.changed += report.changed
            outcome.refused += type.named(report.faults.shown)
            if report.incomplete > 0 { outcome.incomplete.append(type) }
        }
        return outcome
    }

    private func upload(_ ids: [String]) async throws {
        let progress = target.session.progress(Localized("Файлы", "Files"))
        for (number, id) in ids.enumerated() {
            progress.show(number, of: ids.count)
            let file = "\(folder)/upload"
            defer { try? FileManager.default.removeItem(atPath: file) }
            let name = try await source.naming { try await $0.fetchUpload(id, to: file) }
            let uploaded = try await target.naming { try await $0.upload(file, named: name) }
            guard uploaded == id else {
                throw Failure(
                    .data,
                    "media",
                    Localized(
                        "\(source.name): файл \(id) испорчен.",
                        "\(source.name): the file \(id) is damaged."
                    )
                )
            }
        }
        progress.end()
    }
}

extension PromoteRun.Outcome {
    var text: Localized {
        Localized(
            "Записано: новых \(new), изменённых \(changed).",
            "Written: \(new) new, \(changed) changed."
        )
    }

    func requireNoneRefused(in target: String) throws(Failure) {
        guard !refused.isEmpty else { return }
        throw Failure(
            .tryAgain,
            Problem.Kind.conflict.rawValue,
            Localized(
                "\(target): записано не всё. Повторите, остальное уже там.",
                "\(target): some were left alone. Promote again; the others are there."
            ),
            faults: refused
        )
    }
}
