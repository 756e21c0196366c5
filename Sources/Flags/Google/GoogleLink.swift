import Core
import Storage

/// The link of a project to a real Firebase project.
package struct GoogleLink: Sendable, Hashable {
    /// Its id at Google.
    package let project: String
    /// True if each publication is pushed automatically.
    package let pushes: Bool

    package init(project: String, pushes: Bool = false) {
        (self.project, self.pushes) = (project, pushes)
    }

    /// Throws if the text is not a valid project id.
    package init(checking project: String, pushes: Bool) throws(Problem) {
        guard project.isProjectName() else { throw .invalid([Self.noProject]) }
        self.init(project: project, pushes: pushes)
    }

    private static let noProject = Fault(
        "#/settings/google/project",
        "должно быть id проекта Firebase",
        "must be the id of a Firebase project"
    )

    var json: JSON { ["project": .string(project), "push": .bool(pushes)] }

    /// Adds a fault for each invalid member.
    init?(json: JSON, _ faults: inout [Fault]) {
        let pointer = "#/settings/google"
        guard let members = json.object else {
            faults.append(Fault(pointer, "должны быть объектом", "must be an object"))
            return nil
        }
        let count = faults.count
        let project = members["project"]?.string ?? ""
        if !project.isProjectName() { faults.append(Self.noProject) }
        let push = members["push"] ?? false
        if push.bool == nil {
            faults.append(Fault("\(pointer)/push", "должно быть true или false", "must be true or false"))
        }
        for name in members.keys.sorted() where name != "project" && name != "push" {
            faults.append(Fault("\(pointer)/\(name.clipped)", "нет такого поля", "is not a member here"))
        }
        guard faults.count == count else { return nil }
        self.init(project: project, pushes: push.bool ?? false)
    }
}
