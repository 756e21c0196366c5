import Core
import Web

/// An edit of a user's profile by staff.
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
        self.email = email.flatMap { Email.reachable($0) }
        if email != nil, self.email == nil {
            faults.append(Fault("#/email", "не похоже на адрес почты", "is no e-mail address"))
        }
        if name == nil, email == nil {
            faults.append(Fault("#", "нужно имя или почта", "must have a name or an e-mail address"))
        }
        guard faults.isEmpty else { throw .invalid(faults) }
    }
}
