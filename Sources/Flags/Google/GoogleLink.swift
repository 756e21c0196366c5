import Core
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

    /// Throws where it is no id of a project there.
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

    /// Adds a fault for each member that is not what it should be.
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
            faults.append(Fault("\(pointer)/\(name.prefix(80))", "нет такого поля", "is not a member here"))
        }
        guard faults.count == count else { return nil }
        self.init(project: project, pushes: push.bool ?? false)
    }
}
