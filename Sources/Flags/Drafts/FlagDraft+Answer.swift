import Core

extension FlagDraft {
    /// A draft as the admin API answers it, without its template.
    package struct Answer: Sendable {
        package let revision: Int64
        package let changes: [FlagChange]
        /// The faults that prevent its publication.
        package let faults: [Fault]
    }

    /// A draft with its template, as the admin API answers it.
    package struct WholeAnswer: Sendable {
        package let draft: Answer
        package let sheet: AnnotatedTemplate
        /// The changes of other people.
        package let others: [ForeignAnswer]
        package let warnings: [FlagWarning]
    }

    /// A change of another person, as the admin API answers it.
    package struct ForeignAnswer: Sendable {
        /// Empty for the order of conditions.
        package let name: String
        package let author: String
    }
}

extension FlagDraft.Answer: JSONReadable {
    package init(json: JSON) throws(Fault) {
        revision = try json.get("revision")
        changes = try json.get("changes")
        faults = try json.get("faults")
    }
}

extension FlagDraft.WholeAnswer: JSONReadable {
    package init(json: JSON) throws(Fault) {
        draft = try FlagDraft.Answer(json: json)
        sheet = try AnnotatedTemplate(json: json)
        others = try json.get("others")
        warnings = try json.get("warnings")
    }
}

extension FlagDraft.ForeignAnswer: JSONReadable {
    package init(json: JSON) throws(Fault) {
        name = try json.get("name")
        author = try json.get("by")
    }
}
