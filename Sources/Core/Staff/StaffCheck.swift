import Storage

/// Validates input about staff; every fault is reported at once.
enum StaffCheck {
    static func new(
        email: String,
        name: String,
        password: String?
    ) throws(Problem) -> (email: String, name: String) {
        let normalized = Email.normalized(email)
        let emailFault = Fault("#/email", "не похожа на адрес почты", "must be an e-mail address")
        try require([
            normalized == nil ? emailFault : nil, nameFault(name),
            password.flatMap { PasswordCheck.fault($0, email: email, name: name) },
        ])
        return (normalized ?? "", name.trimmed)
    }

    /// `staff` is the member to be changed.
    static func changes(_ changes: StaffChanges, of staff: Staff) throws(Problem) -> StaffChanges {
        let passwordFault = changes.password.flatMap {
            PasswordCheck.fault($0, email: staff.email, name: "\(staff.name) \(changes.name ?? "")")
        }
        try require([changes.name.flatMap(nameFault), passwordFault])
        var changes = changes
        changes.name = changes.name.map(\.trimmed)
        return changes
    }

    static func nameFault(_ name: String) -> Fault? {
        let max = Limits.staffNameLengthMax
        let name = name.trimmed
        let isPlain = name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard 1...max ~= name.unicodeScalars.count, isPlain else {
            return Fault(
                "#/name",
                "должно быть от 1 до \(max) символов в одну строку",
                "must have 1 to \(max) characters in one line"
            )
        }
        return nil
    }

    private static func require(_ faults: [Fault?]) throws(Problem) {
        let faults = faults.compactMap { $0 }
        guard faults.isEmpty else { throw .invalid(faults) }
    }
}
