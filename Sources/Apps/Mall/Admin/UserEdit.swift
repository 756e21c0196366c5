import Core
import Web

/// What staff put right in somebody's profile.
struct UserEdit: Sendable, Hashable {
    let name: String?
    let email: String?

    /// Throws every fault at once.
    init(name: String?, email: String?) throws(Problem) {
        var faults: [Fault] = []
        let name = name?.trimmingSpaces
        if let name, !name.isLine(lengthMax: Limits.personNameLengthMax) {
            faults.append(.line("name", lengthMax: Limits.personNameLengthMax))
        }
        self.name = name
        // Nobody has an address at a bare name of a machine.
        self.email = email.flatMap { Email.normalized($0) }.flatMap {
            $0.drop { $0 != "@" }.contains(".") ? $0 : nil
        }
        if email != nil, self.email == nil {
            faults.append(Fault("#/email", "не похоже на адрес почты", "is no e-mail address"))
        }
        if name == nil, email == nil {
            faults.append(Fault("#", "нужно имя или почта", "must have a name or an e-mail address"))
        }
        guard faults.isEmpty else { throw .invalid(faults) }
    }
}

extension Fault {
    /// A text that must be one line of a certain length.
    static func line(_ name: String, lengthMax: Int) -> Fault {
        Fault(
            "#/\(name)",
            "от 1 до \(lengthMax) символов в одну строку",
            "must have 1 to \(lengthMax) characters in one line"
        )
    }
}

extension String {
    /// Not empty, not too long, and without line breaks and the like.
    func isLine(lengthMax: Int) -> Bool {
        !isEmpty && unicodeScalars.count <= lengthMax
            && unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    /// Without what is blank at both ends.
    var trimmingSpaces: String {
        let start = drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }
}
