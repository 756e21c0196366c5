import Core
import Web

/// A person of the admin API in the words of the console.
protocol PersonLabels {
    /// Where the pages about such people stand.
    static var path: String { get }

    var person: JSON { get }
    var language: Language { get }
    var name: String { get }
    /// What is out of the ordinary.
    var pills: [JSON] { get }
}

extension PersonLabels {
    private var id: String { person["id"]?.string ?? "" }

    /// Who it is, as lists and pages begin.
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
