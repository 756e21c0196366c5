import Apps
import ArgumentParser
import Core
import FoundationEssentials

/// Runs `vitrina promote --from test --to production --only offers,events`.
struct Promote: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "Скопировать записи между установками по плану, который сначала покажут.",
        "Copy contents from one installation to another, by a plan that is shown first.",
        discussion: Localized(
            """
            Примеры:
              vitrina promote --from test --to production --only offers,events --dry-run
              vitrina promote --from test --to production --since "yesterday 18:00"
              vitrina promote --from local --to test --only promotions --with-references --yes

            Оба — имена контекстов (vitrina context); local — база из настроек. Записи узнаются по id. Черновик остаётся \
            черновиком, опубликованное — опубликованным. Ничего не удаляется, не двигается и не снимается. Изменённое и там \
            — конфликт, его не трогают (код выхода 65).
            """,
            """
            Examples:
              vitrina promote --from test --to production --only offers,events --dry-run
              vitrina promote --from test --to production --since "yesterday 18:00"
              vitrina promote --from local --to test --only promotions --with-references --yes

            Both are names of contexts (vitrina context); local is the database of the settings. Contents are known by \
            their ids. A draft stays a draft, and what is published there stays published. Nothing is removed, moved \
            or taken off the air. What the target has changed too is a conflict, and is left alone (exit code 65).
            """
        ).here
    )

    @Option(
        help: ArgumentHelp("Откуда взять записи.", "Where contents come from.", valueName: "context"),
        completion: .custom(Candidates.contexts)
    )
    var from: String
    @Option(
        help: ArgumentHelp("Куда записать.", "Where they go.", valueName: "context"),
        completion: .custom(Candidates.contexts)
    )
    var to: String
    @Option(
        help: ArgumentHelp(
            "Только эти виды: offers,events.",
            "Only these types: offers,events.",
            valueName: "types"
        )
    ) var only: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Только изменённое с тех пор: 2026-11-22 10:00 или -1h.",
            "Only what has changed since, like 2026-11-22 10:00 or -1h.",
            valueName: "time"
        )
    )
    var since: String?
    @Option(help: ArgumentHelp("Только эти записи: id,id.", "Only these contents: id,id.", valueName: "ids"))
    var ids: String?
    @Flag(
        name: .customLong("with-references"),
        help: ArgumentHelp(
            "Взять с собой то, на что они ссылаются и чего там нет.",
            "Take along what they refer to and the target lacks."
        )
    )
    var withReferences = false
    @Flag(
        help: ArgumentHelp("Записать поверх изменённого там.", "Write over what the target has changed too.")
    ) var overwrite = false
    @Flag(name: [.short, .long], help: ArgumentHelp("Не спрашивать.", "Do not ask.")) var yes = false
    @Flag(
        name: .customLong("dry-run"),
        help: ArgumentHelp("Показать план и ничего не менять.", "Show the plan, and change nothing.")
    ) var dryRun = false
    @Option(help: .confirm, completion: .custom(Candidates.contexts)) var confirm: String?
    @OptionGroup var reason: NoteOption
    @OptionGroup var output: OutputOptions
    @OptionGroup var local: LocalOptions

    func run() async throws {
        // The source must never be changed.
        let source = try await open(from, isDryRun: true)
        do {
            let target = try await open(to, isDryRun: dryRun)
            do {
                try requireApart(source, target)
                try await withFolder { folder in
                    try await target.session.run { _ in try await promote(source, target, folder) }
                }
            } catch {
                await target.session.close()
                throw error
            }
            await target.session.close()
        } catch {
            await source.session.close()
            throw error
        }
        await source.session.close()
    }

    private func open(_ name: String, isDryRun: Bool) async throws -> Installation {
        let configuration = try local.configuration(of: name)
        do {
            let session = try await Session(
                configuration: configuration,
                output: output,
                confirmed: confirm,
                isDryRun: isDryRun
            )
            return Installation(name: name, session: session)
        } catch {
            throw Failure(error).on(name)
        }
    }

    private func requireApart(_ source: Installation, _ target: Installation) throws(Failure) {
        guard source.name == target.name || source.address == target.address else { return }
        throw .usage(
            Localized(
                "--from и --to — одно и то же место.",
                "--from and --to are the same place."
            )
        )
    }

    private func withFolder(_ body: (String) async throws -> Void) async throws {
        let temporary = FileManager.default.temporaryDirectory.path
        let folder = "\(temporary)/vitrina-promote-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder)
    }

    private func request(_ session: Session, of source: Session) async throws -> PromoteRequest {
        var request = PromoteRequest(types: try Catalog.types.map { $0.type }.only(only))
        (request.withReferences, request.overwrites) = (withReferences, overwrite)
        request.note = reason.note.flatMap { $0.isEmpty ? nil : $0 }
        if let since {
            guard let moment = session.clock.timestamp(since) else {
                throw Failure.usage(
                    Localized(
                        "--since: \(since) — не время. Например, 2026-11-22 10:00 или yesterday.",
                        "--since: \(since) is no time. Write 2026-11-22 10:00, or yesterday."
                    )
                )
            }
            request.since = moment
        }
        if let ids {
            var known: Set<String> = []
            for text in ids.split(separator: ",").map({ $0.filter { !$0.isWhitespace } }) {
                let whole = try await source.api.whole(text, in: ["contents"])
                guard let id = Identifier.normalized(whole) else {
                    throw Failure.usage(Localized("--ids: \(text) — не id.", "--ids: \(text) is no id."))
                }
                known.insert(id)
            }
            request.ids = known
        }
        return request
    }

    private func promote(_ source: Installation, _ target: Installation, _ folder: String) async throws {
        let session = target.session
        let request = try await request(session, of: source.session)
        var planner = PromotePlanner(from: source, to: target, request, folder: folder)
        let plan = try await planner.plan()
        let hasWork = plan.faults.isEmpty && !plan.written.isEmpty && !dryRun
        if session.isTalkative || !hasWork { answer(plan, isApplied: false, session) }
        session.report(
            Localized("\(from) → \(to): \(plan.summary.ru).", "\(from) → \(to): \(plan.summary.en).")
        )
        try plan.requireWhole(advises: !withReferences)
        guard hasWork else {
            if !dryRun { session.note(Localized("Менять нечего.", "There is nothing to change.")) }
            return try plan.requireNoConflicts()
        }
        try session.terminal.confirm(
            Localized(
                "В \(to) будет записано \(plan.written.count).",
                "\(plan.written.count) will be written to \(to)."
            ),
            isAgreed: yes
        )
        let run = PromoteRun(source: source, target: target, note: request.note, folder: folder)
        let outcome = try await run.run(plan)
        if !outcome.incomplete.isEmpty { try await complete(outcome, request, run) }
        if !session.isTalkative { answer(plan, isApplied: true, session) }
        session.note(outcome.text)
        try outcome.requireNoneRefused(in: to)
        try plan.requireNoConflicts()
    }

    /// Sends types with circular references again, because all their entries exist now.
    private func complete(
        _ outcome: PromoteRun.Outcome,
        _ request: PromoteRequest,
        _ run: PromoteRun
    ) async throws {
        var request = request
        request.types = outcome.incomplete.map(\.type)
        request.ids = Set(outcome.incomplete.flatMap { $0.written.map(\.id) })
        request.since = nil
        var planner = PromotePlanner(from: run.source, to: run.target, request, folder: run.folder)
        let plan = try await planner.plan()
        try plan.requireWhole(advises: false)
        try await run.run(plan).requireNoneRefused(in: to)
        try plan.requireNoConflicts()
    }

    private func answer(_ plan: PromotePlan, isApplied: Bool, _ session: Session) {
        session.answer(
            plan.json(isApplied: isApplied, in: session.terminal.language),
            ids: plan.written.map(\.id)
        ) {
            plan.table(session)
        }
    }
}
