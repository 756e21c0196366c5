import Core
import FoundationEssentials
import Storage

/// The failure of a command, with a message for the user.
struct Failure: Error, Sendable {
    /// The code for programs: the kind of a problem, or a code of the command line.
    let code: String
    let message: Localized
    /// The faults, each on a line after the message.
    var faults: [Fault] = []
    /// The remedies, each on a line.
    var advice: [Localized] = []
    var requestID: String?
    var current: JSON?
    /// The file with the faults.
    var file: String?
    let exit: Exit

    init(_ exit: Exit, _ code: String, _ message: Localized, faults: [Fault] = [], advice: [Localized] = []) {
        self.exit = exit
        self.code = code
        self.message = message
        self.faults = faults
        self.advice = advice
    }

    init(_ problem: Problem) {
        // `Retry-After` means that a later attempt can succeed.
        let exit = problem.retryAfter == nil ? Exit(problem.kind) : .tryAgain
        self.init(exit, problem.kind.rawValue, problem.detail, faults: problem.faults)
        current = problem.current
    }

    /// The failure of a bucket or a directory of objects.
    init(_ fault: ObjectFault) {
        let exit: Exit =
            switch fault {
            case .missing: .notFound
            case .refused, .wrong: .configuration
            case .unavailable: .unreachable
            case .full: .tryAgain
            }
        self.init(
            exit,
            "objects",
            fault.detail,
            advice: [Localized("Что проверить, скажет vitrina doctor.", "What to check: vitrina doctor")]
        )
    }

    /// The failure in an answer of the admin API.
    init(_ answer: APIAnswer) {
        guard let problem = try? ProblemAnswer(json: JSON(parsing: answer.body)) else {
            self.init(Exit(status: answer.status), "status-\(answer.status)", Self.foreign(answer.status))
            return
        }
        let code = problem.code
        // `Retry-After` means that a later attempt can succeed.
        let mayPass = answer.headers["retry-after"] != nil
        let exit =
            mayPass ? .tryAgain : Problem.Kind(rawValue: code).map { Exit($0) } ?? Exit(status: answer.status)
        self.init(exit, code, problem.detail, faults: problem.faults)
        requestID = problem.requestID
        current = problem.current
        if code == Problem.Kind.unauthenticated.rawValue {
            advice = [
                Localized(
                    "Нужен действующий токен: --token-file, VITRINA_TOKEN или vitrina context add.",
                    "A valid token is needed: --token-file, VITRINA_TOKEN or vitrina context add."
                )
            ]
        }
    }

    private static func foreign(_ status: Int) -> Localized {
        Localized(
            "Сервер ответил кодом \(status), но не как Vitrina. Тот ли это адрес?",
            "The server answered \(status), but not as Vitrina does. Is the address right?"
        )
    }

    /// Reads an answer of the admin API; throws a failure that names the member which is not as it should be.
    static func reading<Answer: JSONReadable>(_ kind: Answer.Type, _ json: JSON) throws(Failure) -> Answer {
        do throws(Fault) {
            return try kind.init(json: json)
        } catch {
            throw .malformed(error)
        }
    }

    private static func malformed(_ fault: Fault) -> Failure {
        Failure(
            .unexpected,
            "malformed-answer",
            Localized(
                "В ответе сервера не то, что ожидалось. Одной ли версии сервер и программа?",
                "The answer of the server is not as expected. Are server and program of one version?"
            ),
            faults: [fault]
        )
    }

    static func usage(_ message: Localized) -> Failure {
        Failure(.usage, "usage", message)
    }

    static func invalid(_ faults: [Fault]) -> Failure {
        Failure(.invalid(faults))
    }

    /// Creates the failure for any error; its text is never the dump of a Swift value.
    init(_ error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let problem as Problem: self.init(problem)
        case let fault as ObjectFault: self.init(fault)
        case let error as any ProblemConvertible: self.init(error.problem)
        case let fault as Fault: self = .malformed(fault)
        case StorageError.migration(let what):
            self.init(.configuration, "migration", Localized(same: what))
        case StorageError.damaged(let what):
            self.init(
                .data,
                "damaged",
                Localized("База повреждена: \(what)", "The database is damaged: \(what)"),
                advice: [
                    Localized(
                        "Сохраните её как есть и верните последнюю копию.",
                        "Keep it as it is, and put back the last copy."
                    )
                ]
            )
        case let error as StorageError:
            let problem = Problem(error)
            let isAway = if case .unreachable = error { true } else { false }
            self.init(
                isAway ? .unreachable : Exit(problem.kind),
                problem.kind.rawValue,
                problem.detail,
                advice: [Localized(same: error.description)]
            )
        case let error as CocoaError:
            let isFull = error.code == .fileWriteOutOfSpace
            self.init(isFull ? .tryAgain : .data, "file", Localized(same: error.described))
        case let error as FileError:
            let mayPass = error.isFull || error.isScarce
            self.init(mayPass ? .tryAgain : .data, "file", Localized(same: error.description))
        case is CancellationError:
            self.init(.interrupted, "interrupted", Localized("Прервано.", "Interrupted."))
        case _:
            self.init(
                .unexpected,
                Problem.Kind.unexpected.rawValue,
                Localized("Внутренняя ошибка: \(error)", "Something went wrong on our side: \(error)")
            )
        }
    }
}

extension Failure {
    /// The lines for people on standard error.
    func lines(in language: Language, style: Style) -> [String] {
        var lines = ["\(style.bad(Localized("ошибка:", "error:")[language])) \(printable(message[language]))"]
        lines += faults.map { line(of: $0, in: language, style: style) }
        lines += advice.map { "  \(printable($0[language]))" }
        if let requestID {
            lines.append("  \(Localized("запрос", "request")[language]) \(printable(requestID))")
        }
        return lines
    }

    /// One line `name: fault`; in a file the location precedes it, as compilers and editors write it.
    private func line(of fault: Fault, in language: Language, style: Style) -> String {
        let detail = printable(fault.detail[language])
        guard let file, let line = fault.line else {
            let name = fault.name.isEmpty ? "" : "\(style.strong(printable(fault.name))): "
            return "  \(name)\(detail)"
        }
        let column = fault.column.map { " \(style.strong(printable($0))):" } ?? ""
        return "\(printable(file)):\(line):\(column) \(detail)"
    }

    /// The JSON for programs on standard error.
    func json(in language: Language) -> JSON {
        let errors = faults.map { $0.json(in: language) }
        var error: [String: JSON] = [
            "code": .string(code), "message": .string(message[language]),
            "exit": .integer(Int64(exit.rawValue)),
            "errors": .array(errors),
        ]
        if !advice.isEmpty { error["advice"] = .array(advice.map { .string($0[language]) }) }
        error["request_id"] = requestID.map { .string($0) }
        error["current"] = current
        return ["error": .object(error)]
    }
}

extension Fault {
    /// The pointer as typed after `--set`: `#/name/en` is `name.en`.
    var name: String {
        String(pointer.drop { $0 == "#" || $0 == "/" }).replacing("/", with: ".").replacing("~1", with: "/")
            .replacing("~0", with: "~")
    }
}

/// The problem in an answer; another program at that address may answer anything.
private struct ProblemAnswer: JSONReadable {
    private static let prefix = "/problems/"

    let code: String
    let detail: Localized
    let faults: [Fault]
    let requestID: String?
    let current: JSON?

    init(json: JSON) throws(Fault) {
        let type: String = try json.get("type")
        guard type.hasPrefix(Self.prefix) else {
            throw Fault("#/type", "не ошибка Vitrina", "is no problem of Vitrina")
        }
        code = String(type.dropFirst(Self.prefix.count))
        let (detail, title): (String?, String?) = (try json.get("detail"), try json.get("title"))
        self.detail = Localized(same: detail ?? title ?? code)
        faults = try json.get("errors", as: [Fault]?.self) ?? []
        requestID = try json.get("request_id")
        current = try json.get("current")
    }
}
