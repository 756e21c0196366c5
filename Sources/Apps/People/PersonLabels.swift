import Core
import Storage
import Web

/// The labels of a user in the console, as far as the reader may see the user.
protocol PersonLabels {
    /// The path of the pages.
    static var path: String { get }

    var language: Language { get }
    var id: String { get }
    /// The user's own name; nil if there is none.
    var ownName: String? { get }
    /// The masked phone; nil if there is none.
    var phone: String? { get }
    var createdAt: Timestamp { get }
    var isBlocked: Bool { get }
    var isErased: Bool { get }
    /// The name of the user in lists and on pages.
    var name: String { get }
    /// The badges of unusual states.
    var pills: [JSON] { get }
}

extension PersonLabels {
    /// The name, link and initials, for lists and pages.
    var title: JSON {
        personTitle(id, name, ownName: ownName, isErased: isErased, at: Self.path)
    }

    func pill(_ title: Localized, _ tone: String, _ icon: String) -> JSON {
        ["text": .string(title[language]), "tone": .string(tone), "icon": .string(icon)]
    }
}

/// The name, link and initials of a user whose page is below `path`.
func personTitle(_ id: String, _ name: String, ownName: String?, isErased: Bool, at path: String) -> JSON {
    let initials = Shell.initials(of: ownName ?? "").filter { $0 != "." }
    return [
        "id": .string(id), "path": .string("\(path)/\(id)"), "name": .string(name),
        "initials": .string(isErased ? "" : initials), "colour": .integer(Int64(Shell.colour(of: id))),
    ]
}
