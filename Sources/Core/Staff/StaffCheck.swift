import Foundation

/// Checks what people type about staff; every fault is reported at once.
enum StaffCheck {
    static func new(
        email: String,
        name: String,
        password: String?
    ) throws(Problem) -> (email: String, name: String) {
        let normalized = Email.normalized(email)
        let emailFault = Fault("#/email", "не похожа на адрес почты", "must be an e-mail address")
        try require([
            normalized == nil ? emailFault : nil, nameFault(name), password.flatMap(passwordFault),
        ])
        return (normalized ?? "", trimmed(name))
    }

    static func changes(_ changes: StaffChanges) throws(Problem) -> StaffChanges {
        try require([changes.name.flatMap(nameFault), changes.password.flatMap(passwordFault)])
        var changes = changes
        changes.name = changes.name.map(trimmed)
        return changes
    }

    static func nameFault(_ name: String) -> Fault? {
        let max = Limits.staffNameLengthMax
        let name = trimmed(name)
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

    static func trimmed(_ name: String) -> String {
        name.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private static func passwordFault(_ password: String) -> Fault? {
        let (min, max) = (Limits.passwordLengthMin, Limits.passwordLengthMax)
        guard min...max ~= password.unicodeScalars.count else {
            return Fault(
                "#/password",
                "должен быть от \(min) до \(max) символов",
                "must have \(min) to \(max) characters"
            )
        }
        return nil
    }

    private static func require(_ faults: [Fault?]) throws(Problem) {
        let faults = faults.compactMap { $0 }
        guard faults.isEmpty else { throw .invalid(faults) }
    }
}
