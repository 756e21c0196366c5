import Core
import Flags

extension FlagExplanation {
    /// An explanation as the admin API answers it.
    package struct Answer: Sendable {
        package struct Condition: Sendable {
            package let name: String
            package let holds: Bool
            package let clauses: [Clause]
            package let fault: String?
        }

        package struct Clause: Sendable {
            package let text: String
            package let holds: Bool
            package let why: String
        }

        package struct Parameter: Sendable {
            package let key: String
            /// Nil for the in-app default.
            package let value: String?
            package let condition: String?
            package let why: String
            package let passedOver: [Candidate]
        }

        /// A value that was not chosen.
        package struct Candidate: Sendable {
            package let condition: String?
        }

        package let conditions: [Condition]
        package let parameters: [Parameter]
    }
}

extension FlagExplanation.Answer: JSONReadable {
    package init(json: JSON) throws(Fault) {
        conditions = try json.get("conditions")
        parameters = try json.get("parameters")
    }
}

extension FlagExplanation.Answer.Condition: JSONReadable {
    package init(json: JSON) throws(Fault) {
        name = try json.get("name")
        holds = try json.get("holds")
        clauses = try json.get("clauses")
        fault = try json.get("fault")
    }
}

extension FlagExplanation.Answer.Clause: JSONReadable {
    package init(json: JSON) throws(Fault) {
        text = try json.get("text")
        holds = try json.get("holds")
        why = try json.get("why")
    }
}

extension FlagExplanation.Answer.Parameter: JSONReadable {
    package init(json: JSON) throws(Fault) {
        key = try json.get("key")
        value = try json.get("value")
        condition = try json.get("condition")
        why = try json.get("why")
        passedOver = try json.get("passed_over")
    }
}

extension FlagExplanation.Answer.Candidate: JSONReadable {
    package init(json: JSON) throws(Fault) { condition = try json.get("condition") }
}
