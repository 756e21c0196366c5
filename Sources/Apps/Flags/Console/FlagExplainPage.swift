import Core
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
        var answer: JSON = [:]
        do throws(Problem) {
            answer = try await self.answer(board, asked)
        } catch {
            problem = error
        }
        let faults = problem.map { [$0.detail] + $0.faults.map(\.detail) } ?? []
        let texts = faults.map { $0[board.language] }
        let devices = try await console.api(context).get("\(board.own)/devices")["items"]?.array ?? []
        var page = board.page(
            "flag-explain",
            Localized("Что получит", "What somebody gets"),
            at: "/explain",
            [
                "fields": .array(fields(board.words, asked, devices)), "signals": .string(asked("signals")),
                "is_live": .bool(asked("of") == "live"), "key": .string(asked("key")),
                "parameters": .array((answer["parameters"]?.array ?? []).map { parameter($0, board) }),
                "conditions": .array((answer["conditions"]?.array ?? []).map { condition($0, board) }),
                "problem": .string(texts.joined(separator: " ")), "review": .null,
            ]
        )
        page.status = problem?.kind.status ?? .ok
        return try await console.show(page, context)
    }

    private func answer(_ board: FlagBoard, _ asked: (String) -> String) async throws(Problem) -> JSON {
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
        var body: [String: JSON] = ["context": .object(known), "draft": .bool(asked("of") != "live")]
        if !asked("key").isEmpty { body["key"] = .string(asked("key")) }
        do {
            return try await console.api(board.context).send(
                .post,
                "\(board.own)/explain",
                body: .object(body)
            )
        } catch let problem as Problem {
            throw problem
        } catch {
            throw Problem(.unexpected, Localized("Не получилось посчитать.", "It could not be told."))
        }
    }

    private func fields(_ words: FlagLabels, _ asked: (String) -> String, _ devices: [JSON]) -> [JSON] {
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
                "devices": name == "id" ? .array(devices) : [],
            ]
        }
    }

    private func parameter(_ line: JSON, _ board: FlagBoard) -> JSON {
        let (words, key) = (board.words, line["key"]?.string ?? "")
        let passed = (line["passed_over"]?.array ?? []).map { candidate -> JSON in
            let name =
                candidate["condition"]?.string.map { words.title(ofCondition: $0) }
                ?? words.say("Для всех", "For everybody")
            let value = candidate["value"]?.string.map { words.text($0, of: key) } ?? "–"
            return .string("\(name): \(value). \(candidate["why"]?.string ?? "")")
        }
        return [
            "key": .string(key), "title": .string(words.title(ofParameter: key)),
            "href": .string("\(board.own)/parameters/\(key)"),
            "shown": .string(
                line["value"]?.string.map { words.text($0, of: key) }
                    ?? words.say("как в приложении", "as built into the app")
            ),
            "why": line["why"] ?? "", "passed": .array(passed),
        ]
    }

    private func condition(_ line: JSON, _ board: FlagBoard) -> JSON {
        [
            "title": .string(board.words.title(ofCondition: line["name"]?.string ?? "")),
            "holds": line["holds"] ?? false, "fault": line["fault"] ?? "",
            "clauses": .array(
                (line["clauses"]?.array ?? []).map { clause in
                    [
                        "text": clause["text"] ?? "", "why": clause["why"] ?? "",
                        "holds": clause["holds"] ?? false,
                    ]
                }
            ),
        ]
    }
}
