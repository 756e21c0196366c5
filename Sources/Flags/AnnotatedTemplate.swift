import Core

/// A template with what staff know of it; what is edited, compared and published.
package struct AnnotatedTemplate: Sendable, Hashable {
    package var template: FlagTemplate
    package var notes: TemplateMetadata

    package init(_ template: FlagTemplate = FlagTemplate(), notes: TemplateMetadata = TemplateMetadata()) {
        (self.template, self.notes) = (template, notes)
    }

    /// Without notes of what is not there.
    package var tidied: AnnotatedTemplate {
        var sheet = self
        let names = Set(template.conditions.map(\.name))
        sheet.notes.parameters = notes.parameters.filter { template.parameters[$0.key] != nil }
        sheet.notes.conditions = notes.conditions.filter { names.contains($0.key) }
        return sheet
    }

    /// Everything that keeps it from being published.
    package func faults(isForServer: Bool = false) -> [FlagFault] {
        FlagCheck.faults(of: template, notes: notes.parameters, isForServer: isForServer)
            + prerequisiteFaults(isForServer: isForServer)
    }

    /// What apps are given: a flag that is switched off is whatever they have built in.
    package var served: FlagTemplate {
        var served = template
        for (key, note) in notes.parameters where note.isOff {
            served.parameters[key]?.value = .inAppDefault
            served.parameters[key]?.conditional = [:]
        }
        return served
    }
}
