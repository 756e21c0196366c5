import Core
import Storage

extension APIClient {
    /// The maximum length of a line of a streamed answer, in bytes.
    fileprivate static let progressLineSizeMax = 16 << 20

    /// Sends a long call; `progress` receives its steps, and the last line is the answer.
    func run(_ call: APICall, progress: Progress) async throws -> JSON {
        let lines = Locked((rest: [UInt8](), last: [UInt8]()))
        let call = try await tried(call).with("Accept", "application/x-ndjson").with(
            "Accept-Language",
            language.rawValue
        )
        let answer = try await api.stream(call) { bytes in
            let complete = try lines.update { state in Result { try state.rest.takeLines(adding: bytes) } }
                .get()
            for line in complete where !line.isEmpty {
                guard let step = ProgressStep(line) else {
                    lines.update { $0.last = line }
                    continue
                }
                progress.show(step.done, of: step.total, step.phase.map { phase($0) })
            }
        }
        progress.end()
        guard 200..<300 ~= answer.status else { throw Failure(answer) }
        // A server without progress lines sends one document, without a line break at its end.
        let last = lines.value.last.isEmpty ? lines.value.rest : lines.value.last
        let json: JSON
        do {
            json = try JSON(parsing: last)
        } catch {
            throw Self.malformed
        }
        guard let problem = try json.get("problem", as: JSON?.self) else {
            return try trial?.taken(answer, json, of: call) ?? json
        }
        throw Failure(
            APIAnswer(
                status: (try? problem.get("status")) ?? 500,
                body: problem.bytes
            )
        )
    }

    private func phase(_ name: String) -> String {
        switch name {
        case "check": Localized("проверка", "checking")[language]
        case "write": Localized("запись", "writing")[language]
        case _: name
        }
    }

    /// Streams an answer of any length to `receive`.
    func download(_ call: APICall, receive: @escaping @Sendable ([UInt8]) throws -> Void) async throws {
        let call = try await whole(call)
        let answer = try await api.stream(call.with("Accept-Language", language.rawValue), receive)
        guard 200..<300 ~= answer.status else { throw Failure(answer) }
    }
}

/// A line about the progress of the work.
private struct ProgressStep: JSONReadable {
    let done: Int
    let total: Int?
    let phase: String?

    /// Nil if the line is the answer itself.
    init?(_ line: [UInt8]) {
        guard let json = try? JSON(parsing: line), let members = json.object, members["total"] != nil,
            Set(members.keys).isSubset(of: ["done", "total", "phase"]), let step = try? Self(json: json)
        else { return nil }
        self = step
    }

    init(json: JSON) throws(Fault) {
        done = try json.get("done")
        total = try json.get("total")
        phase = try json.get("phase")
    }
}

extension [UInt8] {
    /// Adds bytes, and removes and returns the lines that are complete.
    fileprivate mutating func takeLines(adding bytes: [UInt8]) throws(Failure) -> [[UInt8]] {
        let start = count
        self += bytes
        // Most chunks end inside a line, and the earlier bytes have no line break.
        guard let end = self[start...].lastIndex(of: UInt8(ascii: "\n")) else {
            guard count <= APIClient.progressLineSizeMax else { throw APIClient.malformed }
            return []
        }
        let lines = self[..<end].split(separator: UInt8(ascii: "\n")).map { Array($0) }
        removeFirst(end + 1)
        return lines
    }
}
