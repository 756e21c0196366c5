import Storage

/// Where the flags of a project go, or come from: a real project of Firebase.
package struct GoogleLink: Sendable, Hashable {
    /// Its id there.
    package let project: String
    /// Whether each publication goes there by itself.
    package let pushes: Bool

    package init(project: String, pushes: Bool = false) {
        (self.project, self.pushes) = (project, pushes)
    }

    var json: JSON { ["project": .string(project), "push": .bool(pushes)] }

    /// Adds a fault for each member that is not what it should be.
    init?(json: JSON, _ faults: inout [Fault]) {
        let pointer = "#/settings/google"
        guard let members = json.object else {
            faults.append(Fault(pointer, "должны быть объектом", "must be an object"))
            return nil
        }
        let count = faults.count
        let project = members["project"]?.string ?? ""
        if !FlagProject.isName(project, 4...30) {
            faults.append(
                Fault(
                    "\(pointer)/project",
                    "должно быть id проекта Firebase",
                    "must be the id of a Firebase project"
                )
            )
        }
        let push = members["push"] ?? false
        if push.bool == nil {
            faults.append(Fault("\(pointer)/push", "должно быть true или false", "must be true or false"))
        }
        for name in members.keys.sorted() where name != "project" && name != "push" {
            faults.append(Fault("\(pointer)/\(name.prefix(80))", "нет такого поля", "is not a member here"))
        }
        guard faults.count == count else { return nil }
        self.init(project: project, pushes: push.bool ?? false)
    }
}

/// How Firebase is reached, as whoever runs the server has decided.
package struct GoogleSettings: Sendable {
    package static let url = "https://firebaseremoteconfig.googleapis.com"

    /// The folder of key files; nil where nothing can go there.
    package var keys: String?
    /// Without a slash at the end.
    package var url = GoogleSettings.url
    package var timeout: Duration = Limits.googleTimeout

    package init(keys: String? = nil, url: String = GoogleSettings.url) {
        (self.keys, self.url) = (keys, url)
    }
}

/// Why nothing went to Google or came from there.
package struct GoogleFault: Error, Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// Another attempt may go better.
        case away
        /// It will not, until somebody mends something.
        case refused
        /// Somebody has published there meanwhile.
        case mismatch
        /// What stands there was changed by others, and would be lost.
        case conflict
    }

    package let kind: Kind
    /// A sentence with its full stop.
    package let detail: Localized

    package init(_ kind: Kind, _ detail: Localized) {
        (self.kind, self.detail) = (kind, detail)
    }

    package static func refused(_ ru: String, _ en: String) -> GoogleFault {
        GoogleFault(.refused, Localized(ru, en))
    }

    package var problem: Problem {
        Problem(kind == .away ? .unavailable : .conflict, detail)
    }
}
