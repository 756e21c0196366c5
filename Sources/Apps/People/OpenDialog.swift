import Core
import HTTPTypes
import Web

/// The dialog of a page that stands open, what was typed into it, and what is wrong with that.
struct OpenDialog: Sendable {
    /// Nil where none does.
    var name: String?
    var form = Form([])
    var problem: Problem?

    /// The script of the console puts such a page in place of the one before.
    var status: HTTPResponse.Status {
        problem.map { $0.kind == .conflict ? .unprocessableContent : $0.kind.status } ?? .ok
    }

    func isOpen(_ name: String) -> JSON { .bool(self.name == name) }

    /// What was typed, or else what holds.
    func text(_ field: String, _ now: String = "") -> JSON {
        .string(problem == nil ? now : form[field] ?? now)
    }

    func fault(_ field: String, _ language: Language) -> JSON {
        .string(problem?.words(at: "#/\(field)", language) ?? "")
    }
}

extension Problem {
    /// What is wrong with a value of a form, or with a part of it, as it stands beside its field.
    func words(at pointer: String, _ language: Language) -> String {
        let fault = faults.first { $0.pointer == pointer || $0.pointer.hasPrefix(pointer + "/") }
        return (fault?.detail[language] ?? "").capitalizedStart
    }
}
