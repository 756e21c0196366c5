import Core
import Flags
import HTTPTypes
import Hummingbird
import Storage
import Web

/// The page that evaluates flags for a context, with the reasons: `/flags/{project}/explain`.
struct FlagExplainPage: Sendable {
    let pages: FlagPages
    private var console: Console { pages.console }

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get("{project}/explain") { request, context in try await show(request, context) }
    }

    private func show(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let board = try await pages.board(context)
        let form = request.asked
        let asked = { (name: String) in form[name] ?? "" }
        var problem: Problem?
        var explanation: FlagExplanation?
        do throws(Problem) {
            explanation = try self.explanation(board, asked)
        } catch {
            problem = error
        }
        let faults = problem.map { [$0.detail] + $0.faults.map(\.detail) } ?? []
        let texts = faults.map { $0[board.language] }
        let key = asked("key")
        let parameters = explanation?.parameters.filter { key.isEmpty || $0.outcome.key == key } ?? []
        let devices = try await console.flags(context).store.devices(of: board.id)
        var page = board.page(
            "flag-explain",
            Localized("Что получит", "What somebody gets"),
            at: "/explain",
            [
                "fields": .array(fields(board.words, asked, devices)), "signals": .string(asked("signals")),
                "is_live": .bool(asked("of") == "live"), "key": .string(key),
                "parameters": .array(parameters.map { parameter($0, board) }),
                "conditions": .array((explanation?.conditions ?? []).map { condition($0, board) }),
                "problem": .string(texts.joined(separator: " ")), "review": .null,
            ]
        )
        page.status = problem?.kind.status ?? .ok
        return try await console.show(page, context)
    }

    /// Explains the published version or the draft for the context of the form.
    private func explanation(
        _ board: FlagBoard,
        _ asked: (String) -> String
    ) throws(Problem) -> FlagExplanation {
        var known: [String: JSON] = [:]
        for name in ["id", "platform", "app_version", "country", "language"] where !asked(name).isEmpty {
            known[name] = .string(asked(name))
        }
        if let at = board.time.moment(ofField: asked("at")) { known["at"] = .string(at.description) }
        let signals = asked("signals").split(whereSeparator: \.isNewline).compactMap {
            line -> (String, JSON)? in
            let parts = line.split(separator: "=", maxSplits: 1).map {
                String($0).split(separator: " ").joined(separator: " ")
            }
            return parts.count == 2 ? (parts[0], .string(parts[1])) : nil
        }
        if !signals.isEmpty { known["signals"] = .object(Dictionary(signals) { _, last in last }) }
        // The reader of JSON checks the typed values.
        let input = try FlagContext(json: .object(known), now: console.services.now())
        let sheet = asked("of") == "live" ? board.draft.live.sheet : board.draft.sheet
        let key = asked("key")
        if !key.isEmpty, sheet.template.parameters[key] == nil { throw .noFlag(key) }
        return CompiledTemplate(sheet).explain(input)
    }

    private func fields(_ words: FlagLabels, _ asked: (String) -> String, _ devices: [FlagDevice]) -> [JSON] {
        let platforms = [
            ("", words.say("не указана", "not given")), ("ios", "iOS"), ("android", "Android"),
            ("web", "Web"),
        ]
        return [
            ("platform", words.say("Платформа", "Platform"), ""),
            ("app_version", words.say("Версия приложения", "App version"), "2.4.0"),
            ("country", words.say("Страна", "Country"), "RU"),
            ("language", words.say("Язык", "Language"), "ru"),
            ("id", words.say("Номер установки", "Installation id"), ""),
            ("at", words.say("Когда", "When"), ""),
        ].map { name, text, hint in
            [
                "name": .string(name), "text": .string(text), "hint": .string(hint),
                "value": .string(asked(name)), "is_time": .bool(name == "at"),
                "is_choice": .bool(name == "platform"),
                "choices": .array(
                    name != "platform"
                        ? []
                        : platforms.map { value, title in
                            [
                                "value": .string(value), "text": .string(title),
                                "is_on": .bool(value == asked(name).lowercased()),
                            ]
                        }
                ),
                "devices": name == "id" ? .array(devices.map(\.json)) : [],
            ]
        }
    }

    private func parameter(_ line: FlagExplanation.Parameter, _ board: FlagBoard) -> JSON {
        let (words, key) = (board.words, line.outcome.key)
        let passed = line.passedOver.map { candidate -> JSON in
            let name =
                candidate.condition.map { words.title(ofCondition: $0) }
                ?? words.say("Для всех", "For everybody")
            let value = candidate.value.text.map { words.text($0, of: key) } ?? "–"
            return .string("\(name): \(value). \(candidate.why[board.language])")
        }
        return [
            "key": .string(key), "title": .string(words.title(ofParameter: key)),
            "href": .string("\(board.own)/parameters/\(key)"),
            "shown": .string(
                line.outcome.value?.text.map { words.text($0, of: key) }
                    ?? words.say("как в приложении", "as built into the app")
            ),
            "why": .string(line.why[board.language]), "passed": .array(passed),
        ]
    }

    private func condition(_ line: FlagExplanation.Condition, _ board: FlagBoard) -> JSON {
        [
            "title": .string(board.words.title(ofCondition: line.name)), "holds": .bool(line.holds),
            "fault": JSON(line.fault?.detail[board.language]),
            "clauses": .array(
                line.clauses.map { clause in
                    [
                        "text": .string(clause.text), "why": .string(clause.why[board.language]),
                        "holds": .bool(clause.holds),
                    ]
                }
            ),
        ]
    }
}
