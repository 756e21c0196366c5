import Core
import HTTPTypes
import Web

/// The open dialog of a page, with the typed values and their problem.
struct OpenDialog: Sendable {
    /// Nil if none is open.
    var name: String?
    var form = Form([])
    var problem: Problem?

    /// The console's script replaces the page when it gets this status.
    var status: HTTPResponse.Status {
        problem.map { $0.kind == .conflict ? .unprocessableContent : $0.kind.status } ?? .ok
    }

    func isOpen(_ name: String) -> JSON { .bool(self.name == name) }

    /// The typed text, or the saved one.
    func text(_ field: String, _ now: String = "") -> JSON {
        .string(problem == nil ? now : form[field] ?? now)
    }

    func fault(_ field: String, _ language: Language) -> JSON {
        .string(problem?.words(at: "#/\(field)", language) ?? "")
    }
}

extension Problem {
    /// The fault of a value of a form, or of a part of it, for the text at its field.
    func words(at pointer: String, _ language: Language) -> String {
        let fault = faults.first { $0.pointer == pointer || $0.pointer.hasPrefix(pointer + "/") }
        return (fault?.detail[language] ?? "").capitalizedStart
    }
}
