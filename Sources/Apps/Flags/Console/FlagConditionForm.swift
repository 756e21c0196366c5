import Core
import Flags
import Storage
import Web

/// The form of one condition: fields or an expression.
struct FlagConditionForm: Sendable {
    let board: FlagBoard
    /// Nil for a new condition.
    let name: String?
    let form: Form?

    private var words: FlagLabels { board.words }
    private var zone: String { board.console.services.settings.timeZone.name }

    var condition: FlagCondition? {
        name.flatMap { name in board.template.conditions.first { $0.name == name } }
    }

    private var note: FlagConditionNote {
        name.flatMap { board.notes.conditions[$0] } ?? FlagConditionNote()
    }

    /// True if the form edits the expression as text.
    private var isText: Bool {
        switch form?["do"] {
        case "text"?: return true
        case "builder"?: return false
        case _: return form.map { $0["mode"] == "text" } ?? (kept == nil)
        }
    }

    /// The condition of the draft as fields; nil if fields cannot show it.
    private var kept: FlagBuilder? {
        guard let condition else { return FlagBuilder() }
        if let tree = note.tree { return FlagBuilder(tree: tree) }
        return (try? ConditionExpression(parsing: condition.expression)).map {
            FlagBuilder($0, at: board.time.now)
        }
    }

    private var builder: FlagBuilder {
        guard let form else { return kept ?? FlagBuilder() }
        guard form["mode"] != "text" else {
            let expression = try? ConditionExpression(parsing: form["expression"] ?? "")
            return expression.map { FlagBuilder($0, at: board.time.now) } ?? FlagBuilder()
        }
        var builder = FlagBuilder(form)
        builder.act(form["do"] ?? "")
        return builder
    }

    private var expression: String {
        guard let form else { return condition?.expression ?? "" }
        if form["mode"] == "text" { return form["expression"] ?? "" }
        return plain?.first?.text ?? condition?.expression ?? ""
    }

    private var plain: [ConditionExpression]? {
        try? ConditionTree(json: builder.tree(zone: zone)).plain()
    }

    func json(_ problem: Problem?) -> [String: JSON] {
        let texts = form?["do"] == "look" || note.tree != nil && form == nil ? (plain ?? []).map(\.text) : []
        let subject = name ?? ""
        return [
            "title": .string(form?["title"] ?? note.title ?? ""), "name": .string(form?["name"] ?? subject),
            "seen": .string(form?["seen"] ?? board.seen("condition/\(subject)")),
            "is_plain": .bool(isText), "expression": .string(expression),
            "is_any": .bool(builder.isAny),
            "groups": builder.json(FlagClauseWords(words: words, now: board.time.now)),
            "expressions": .array(texts.map { .string($0) }), "is_several": .bool(texts.count > 1),
            "problem": .string(problem.map { message($0) } ?? (form?["do"] == "look" ? fault ?? "" : "")),
            "marked": problem == nil ? .null : marked,
        ]
    }

    private func message(_ problem: Problem) -> String {
        let faults = problem.faults.map { $0.detail[board.language].capitalizedStart }
        return faults.isEmpty ? problem.detail[board.language] : faults.joined(separator: ". ")
    }

    /// The fault of the fields; nil if they make a condition.
    private var fault: String? {
        do throws(ConditionFault) {
            _ = try ConditionTree(json: builder.tree(zone: zone)).plain()
            return nil
        } catch {
            return error.detail[board.language].capitalizedStart
        }
    }

    /// The typed expression with the location of its fault.
    private var marked: JSON {
        guard isText, let text = form?["expression"] else { return .null }
        do throws(ConditionFault) {
            _ = try ConditionExpression(parsing: text)
            return .null
        } catch {
            let scalars = Array(text.unicodeScalars)
            let start = min(max(error.range.lowerBound, 0), scalars.count)
            let end = min(max(error.range.upperBound, start), scalars.count)
            func part(_ range: Range<Int>) -> JSON {
                var view = String.UnicodeScalarView()
                view.append(contentsOf: scalars[range])
                return .string(String(view))
            }
            let bad = start == end ? JSON.string("⌄") : part(start..<end)
            return ["before": part(0..<start), "bad": bad, "after": part(end..<scalars.count)]
        }
    }

    // MARK: Edits

    /// The edits of the condition, and of one more with the same values for each alternative of an OR.
    func edits() throws(Problem) -> [FlagEdit] {
        let new = form?["name"] ?? ""
        var note = self.note
        note.title = form?["title"].flatMap { $0.isEmpty ? nil : $0 }
        let expressions: [String]
        do throws(ConditionFault) {
            if isText {
                note.tree = nil
                expressions = [try ConditionExpression(parsing: expression).text]
            } else {
                let tree = try ConditionTree(json: builder.tree(zone: zone))
                expressions = try tree.plain().map(\.text)
                note.tree = tree.json
            }
        } catch {
            throw .invalid([Fault("#/expression", error.detail)])
        }
        note = try note.checked()
        var edits = (name.map { board.parts(of: $0) } ?? []).map { FlagEdit.removeCondition($0) }
        var first = condition ?? FlagCondition(name: new, expression: "")
        first.name = new
        first.expression = expressions.first ?? "true"
        var place = board.template.conditions.count { board.notes.conditions[$0.name]?.language == nil }
        if let name {
            edits.append(.editCondition(name, first, note))
            place = board.template.conditions.firstIndex { $0.name == name } ?? 0
        } else {
            edits.append(.addCondition(first, note, at: place))
        }
        return edits + (try parts(expressions.dropFirst(), of: first, after: place))
    }

    private func parts(
        _ expressions: ArraySlice<String>,
        of first: FlagCondition,
        after place: Int
    ) throws(Problem) -> [FlagEdit] {
        var edits: [FlagEdit] = []
        for (number, expression) in expressions.enumerated() {
            let name = "\(first.name) \(number + 2)"
            let condition = FlagCondition(name: name, expression: expression, color: first.color)
            var note = FlagConditionNote()
            note.partOf = first.name
            edits.append(.addCondition(condition, try note.checked(), at: place + number + 1))
            for (key, parameter) in board.template.parameters.sorted(by: { $0.key < $1.key }) {
                guard let value = self.name.flatMap({ parameter.conditional[$0] }) else { continue }
                edits.append(.setValue(value, of: key, under: name))
            }
        }
        return edits
    }
}

extension FlagConditionNote {
    /// The same metadata, read once more with its limits.
    fileprivate func checked() throws(Problem) -> FlagConditionNote { try FlagConditionNote(json: json) }
}
