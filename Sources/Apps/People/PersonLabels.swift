import Core
import Web

/// The labels of a user of the admin API in the console.
protocol PersonLabels {
    /// The path of the pages.
    static var path: String { get }

    var person: JSON { get }
    var language: Language { get }
    var name: String { get }
    /// The badges of unusual states.
    var pills: [JSON] { get }
}

extension PersonLabels {
    private var id: String { person["id"]?.string ?? "" }

    /// The name, link and initials, for lists and pages.
    var title: JSON {
        let initials = Shell.initials(of: person["name"]?.string ?? "").filter { $0 != "." }
        return [
            "id": .string(id), "path": .string("\(Self.path)/\(id)"), "name": .string(name),
            "initials": .string(person["is_erased"] == true ? "" : initials),
            "colour": .integer(Int64(Shell.colour(of: id))),
        ]
    }

    func pill(_ title: Localized, _ tone: String, _ icon: String) -> JSON {
        ["text": .string(title[language]), "tone": .string(tone), "icon": .string(icon)]
    }
}
