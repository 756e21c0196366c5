import Core
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
        "/flags/\(try context.parameters.require("project"))/google"
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
        let api = console.api(context)
        var problem = problem
        var status = try await api.get("\(board.own)/google")
        if isCompared, status["state"] != "off" {
            do {
                status = try await api.get("\(board.own)/google", [("compare", "true")])
            } catch let fault as Problem where [.conflict, .unavailable].contains(fault.kind) {
                problem = problem ?? fault
            }
        }
        let members = self.members(status, board, isClash: isClash).merging(
            ["problem": FlagMetadataForm.problem(problem, board.language)]
        ) { first, _ in first }
        var page = board.page("flag-google", Localized("Firebase", "Firebase"), at: "/google", members)
        page.status = problem == nil ? .ok : .unprocessableContent
        return try await console.show(page, context)
    }

    private func members(_ status: JSON, _ board: FlagBoard, isClash: Bool) -> [String: JSON] {
        let (tone, icon, text) = state(status, board)
        let comparison = status["comparison"] ?? .null
        let rows = FlagDiffRows(words: board.words).rows(comparison["changes"]?.array ?? [])
        let isLinked = status["state"] != "off"
        return [
            "tone": .string(tone), "icon": .string(icon), "state": .string(text),
            "google_id": status["project"].flatMap { $0 == .null ? nil : $0 } ?? "",
            "is_linked": .bool(isLinked), "is_pushed": status["push"] ?? false,
            "needs_key": .bool(isLinked && status["has_key"] != true),
            "is_compared": .bool(comparison != .null), "is_same": .bool(rows.isEmpty),
            "is_foreign": .bool(comparison["is_seen"] == false), "rows": .array(rows), "one_path": "",
            "from": "Firebase", "to": .string(board.words.say("здесь", "here")),
            "etag": comparison["etag"] ?? "", "is_clash": .bool(isClash), "review": .null,
        ]
    }

    private func state(_ status: JSON, _ board: FlagBoard) -> (tone: String, icon: String, text: String) {
        let words = board.words
        let moment = { (name: String) in
            status[name]?.string.flatMap { Timestamp($0) }.map { board.time.moment($0) } ?? ""
        }
        let (sent, current) = (status["version"]?.integer ?? 0, status["current"]?.integer ?? 0)
        switch status["state"]?.string {
        case "off"?:
            return ("", "info", words.say("Не связан с Firebase", "It is not linked to Firebase"))
        case "never"?:
            return ("", "info", words.say("В Firebase ещё не отправляли", "Nothing was sent to Firebase yet"))
        case "current"?:
            return (
                "ok", "check",
                words.say(
                    "В Firebase то же: версия \(sent), \(moment("at"))",
                    "Firebase has the same: version \(sent), \(moment("at"))"
                )
            )
        case "behind"?:
            return (
                "warn", "warn",
                words.say(
                    "В Firebase версия \(sent), в приложениях уже \(current)",
                    "Firebase has version \(sent), and apps have \(current) already"
                )
            )
        case _:
            return (
                "bad", "stop", [moment("fault_at"), status["fault"]?.string ?? ""].joined(separator: ": ")
            )
        }
    }

    // MARK: Acts

    /// An empty id removes the link.
    private func link(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        let id = form["google_id"] ?? ""
        let link: JSON = id.isEmpty ? .null : ["project": .string(id), "push": .bool(form["push"] != nil)]
        do {
            try await console.api(context).send(
                .patch,
                "/flags/\(try context.parameters.require("project"))",
                body: ["settings": ["google": link]]
            )
        } catch let problem as Problem where problem.kind == .invalid {
            return try await show(context, problem: problem)
        }
        return try await console.done(
            id.isEmpty
                ? Localized("Связи с Firebase больше нет", "It is linked to Firebase no longer")
                : Localized("Связано с «\(id)»", "It is linked to \(id)"),
            to: try own(context),
            context
        )
    }

    /// Overwrites changes at Google only if the form confirms them.
    private func push(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        let etag = form["etag"] ?? ""
        let body: JSON = etag.isEmpty ? [:] : ["force": true, "etag": .string(etag)]
        do {
            try await console.api(context).send(.post, "\(try own(context))/push", body: body)
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
        let side = form["prefer"] ?? ""
        let project = "/flags/\(try context.parameters.require("project"))"
        let draft: JSON
        do {
            draft = try await console.api(context).send(
                .post,
                "\(project)/google/pull",
                body: side.isEmpty ? [:] : ["prefer": .string(side)]
            )
        } catch let problem as Problem where [.conflict, .unavailable, .invalid].contains(problem.kind) {
            let isClash = problem.kind == .conflict && side.isEmpty && problem.current?["clashes"] != nil
            return try await show(
                context,
                isCompared: problem.kind == .conflict,
                problem: problem,
                isClash: isClash
            )
        }
        let isChanged = draft["exists"] == true
        return try await console.done(
            isChanged
                ? Localized("Из Firebase взято в черновик", "What Firebase has is in the draft")
                : Localized("В Firebase то же самое", "Firebase has the same"),
            to: isChanged ? "\(project)?dialog=publish" : try own(context),
            context
        )
    }
}
