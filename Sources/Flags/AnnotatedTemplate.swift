import Core

/// A template with the metadata of staff, as it is edited, compared and published.
package struct AnnotatedTemplate: Sendable, Hashable {
    package var template: FlagTemplate
    package var notes: TemplateMetadata

    package init(_ template: FlagTemplate = FlagTemplate(), notes: TemplateMetadata = TemplateMetadata()) {
        (self.template, self.notes) = (template, notes)
    }

    /// Without metadata of parameters and conditions that do not exist.
    package var tidied: AnnotatedTemplate {
        var sheet = self
        let names = Set(template.conditions.map(\.name))
        sheet.notes.parameters = notes.parameters.filter { template.parameters[$0.key] != nil }
        sheet.notes.conditions = notes.conditions.filter { names.contains($0.key) }
        return sheet
    }

    /// All faults that prevent its publication.
    package func faults(isForServer: Bool = false) -> [FlagFault] {
        FlagCheck.faults(of: template, notes: notes.parameters, isForServer: isForServer)
            + prerequisiteFaults(isForServer: isForServer)
    }

    /// The template for apps: a flag that is switched off has its in-app default.
    package var served: FlagTemplate {
        var served = template
        for (key, note) in notes.parameters where note.isOff {
            served.parameters[key]?.value = .inAppDefault
            served.parameters[key]?.conditional = [:]
        }
        return served
    }
}

extension AnnotatedTemplate: JSONReadable {
    /// Reads the members `template` and `notes` of a draft or a version.
    package init(json: JSON) throws(Fault) {
        do {
            self.init(
                try FlagTemplate.parsing(json.get("template")),
                notes: try TemplateMetadata(json: json.get("notes"))
            )
        } catch let fault as Fault {
            throw fault
        } catch {
            let problem = (error as? FlagFaults)?.problem ?? error as? Problem
            throw problem?.faults.first ?? Fault("#/template", "не шаблон", "is no template")
        }
    }
}
