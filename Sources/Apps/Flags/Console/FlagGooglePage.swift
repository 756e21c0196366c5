import Core
import Flags
import HTTPTypes
import Hummingbird
import Storage
import Web

/// The sync with Firebase in the console: `/flags/{project}/google`.
struct FlagGooglePage: Sendable {
    let pages: FlagPages
    private var console: Console { pages.console }

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get("{project}/google") { request, context in
            let isCompared = request.query.contains { $0.name == "compare" }
            return try await show(context, isCompared: isCompared)
        }
        group.post("{project}/google") { request, context in try await link(request, context) }
        group.post("{project}/google/push") { request, context in try await push(request, context) }
        group.post("{project}/google/pull") { request, context in try await pull(request, context) }
        // A browser may reload the page that answered a failed POST.
        for path in ["push", "pull"] {
            group.get("{project}/google/\(path)") { _, context in
                Response.redirect(to: try own(context), type: .normal)
            }
        }
    }

    private func own(_ context: ConsoleContext) throws -> String {
        "/flags/\(try context.flagProject)/google"
    }

    // MARK: The page

    /// Requests Google only for a comparison; `isClash` means that the merge found conflicts.
    private func show(
        _ context: ConsoleContext,
        isCompared: Bool = false,
        problem: Problem? = nil,
        isClash: Bool = false
    ) async throws -> Response {
        let board = try await pages.board(context)
        let (google, place) = (try console.flags(context).google, board.draft.place)
        var problem = problem
        let status = try await google.status(place)
        var comparison: GoogleFlags.Comparison?
        if isCompared, status.standing != .off {
            do {
                comparison = try await tellingProblems { try await google.compare(place) }
            } catch let fault as Problem where [.conflict, .unavailable].contains(fault.kind) {
                problem = problem ?? fault
            }
        }
        let members = self.members(status, comparison, board, isClash: isClash).merging(
            ["problem": FlagMetadataForm.problem(problem, board.language)]
        ) { first, _ in first }
        var page = board.page("flag-google", Localized("Firebase", "Firebase"), at: "/google", members)
        page.status = problem == nil ? .ok : .unprocessableContent
        return try await console.show(page, context)
    }

    private func members(
        _ status: GoogleFlags.Status,
        _ comparison: GoogleFlags.Comparison?,
        _ board: FlagBoard,
        isClash: Bool
    ) -> [String: JSON] {
        let (tone, icon, text) = state(status, board)
        let rows = FlagDiffRows(words: board.words).rows(comparison?.changes ?? [])
        return [
            "tone": .string(tone), "icon": .string(icon), "state": .string(text),
            "google_id": .string(status.link?.project ?? ""), "is_linked": .bool(status.link != nil),
            "is_pushed": .bool(status.link?.pushes ?? false),
            "needs_key": .bool(status.link != nil && !status.hasKey),
            "is_compared": .bool(comparison != nil), "is_same": .bool(rows.isEmpty),
            "is_foreign": .bool(comparison?.isSeen == false), "rows": .array(rows), "one_path": "",
            "from": "Firebase", "to": .string(board.words.say("здесь", "here")),
            "etag": .string(comparison?.theirs.etag ?? ""), "is_clash": .bool(isClash), "review": .null,
        ]
    }

    private func state(
        _ status: GoogleFlags.Status,
        _ board: FlagBoard
    ) -> (tone: String, icon: String, text: String) {
        let words = board.words
        let (sent, current) = (status.state?.number ?? 0, status.current)
        switch status.standing {
        case .off:
            return ("", "info", words.say("Не связан с Firebase", "It is not linked to Firebase"))
        case .never:
            return ("", "info", words.say("В Firebase ещё не отправляли", "Nothing was sent to Firebase yet"))
        case .current:
            let at = status.state?.at.map { board.time.moment($0) } ?? ""
            return (
                "ok", "check",
                words.say(
                    "В Firebase то же: версия \(sent), \(at)",
                    "Firebase has the same: version \(sent), \(at)"
                )
            )
        case .behind:
            return (
                "warn", "warn",
                words.say(
                    "В Firebase версия \(sent), в приложениях уже \(current)",
                    "Firebase has version \(sent), and apps have \(current) already"
                )
            )
        case .conflict, .failed:
            let failure = status.state?.failure
            let at = failure.map { board.time.moment($0.at) } ?? ""
            return ("bad", "stop", "\(at): \(failure?.detail[board.language] ?? "")")
        }
    }

    // MARK: Acts

    /// An empty id removes the link.
    private func link(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        let (id, author) = (form["google_id"] ?? "", context.author)
        try author.require(.writeSettings)
        let store = console.services.flags.store
        let project = try await store.project(try context.flagProject)
        var settings = project.settings
        do {
            settings.google = id.isEmpty ? nil : try GoogleLink(checking: id, pushes: form["push"] != nil)
            _ = try await store.edit(
                project: project.id,
                settings: settings,
                by: author,
                address: context.address
            )
        } catch let problem as Problem where problem.kind == .invalid {
            return try await show(context, problem: problem)
        }
        return try await console.done(
            id.isEmpty
                ? Localized("Связи с Firebase больше нет", "The project is no longer linked to Firebase")
                : Localized("Связано с «\(id)»", "It is linked to \(id)"),
            to: try own(context),
            context
        )
    }

    /// Overwrites changes at Google only if the form confirms them.
    private func push(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        let etag = form["etag"] ?? ""
        let place = FlagPlace(project: try context.flagProject)
        do {
            try await tellingProblems {
                _ = try await console.services.flags.google.push(
                    place,
                    force: etag.isEmpty ? .no : .over(etag: etag),
                    by: context.author,
                    address: context.address
                )
            }
        } catch let problem as Problem where [.conflict, .unavailable].contains(problem.kind) {
            return try await show(context, isCompared: problem.kind == .conflict, problem: problem)
        }
        return try await console.done(
            Localized("Отправлено в Firebase", "It is in Firebase now"),
            to: try own(context),
            context
        )
    }

    private func pull(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        let project = try context.flagProject
        let draft: FlagDraft
        do {
            let side = try form.side()
            draft = try await tellingProblems {
                try await console.services.flags.google.pull(
                    FlagPlace(project: project),
                    preferring: side,
                    by: context.author,
                    address: context.address
                )
            }
        } catch let problem as Problem where [.conflict, .unavailable, .invalid].contains(problem.kind) {
            let isAsked = form["prefer"].map(\.isEmpty) ?? true
            return try await show(
                context,
                isCompared: problem.kind == .conflict,
                problem: problem,
                isClash: isAsked && problem.isClashWithGoogle
            )
        }
        return try await console.done(
            draft.exists
                ? Localized(
                    "Версия из Firebase теперь в черновике",
                    "The version of Firebase is in the draft now"
                )
                : Localized("В Firebase то же самое", "Firebase has the same"),
            to: draft.exists ? "/flags/\(project)?dialog=publish" : try own(context),
            context
        )
    }
}
