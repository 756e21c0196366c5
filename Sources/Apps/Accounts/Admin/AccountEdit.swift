import Core
import Web

/// An edit of an account by staff (A87); a field that is not named stays as it is.
struct AccountEdit: Sendable, Hashable {
    /// The change of a text, which may be removed.
    enum Change: Sendable, Hashable {
        case unchanged
        case to(String?)

        func value(_ old: String?) -> String? {
            switch self {
            case .unchanged: old
            case .to(let text): text
            }
        }
    }

    let login: String?
    let email: Change
    let push: Change
    let first: Change
    let last: Change
    let patronymic: Change
    let isConfirmed: Bool?

    static let names = ["login", "email", "push_token", "first_name", "last_name", "patronymic"]

    /// Throws every fault at once.
    init(_ members: [String: JSON]) throws(Problem) {
        var reader = MemberReader(members)
        let texts = Dictionary(
            Self.names.map { name in (name, reader.optionalString(name)?.trimmingSpaces) }
        ) { first, _ in first }
        isConfirmed = reader.optionalBool("is_confirmed")
        try reader.finish()
        var faults: [Fault] = []
        func change(_ name: String) -> Change {
            guard let value = members[name] else { return .unchanged }
            guard value != .null, let text = texts[name] ?? nil, !text.isEmpty else { return .to(nil) }
            let max = name == "push_token" ? Limits.accountPushTokenLengthMax : Limits.accountNameLengthMax
            if name != "email", !text.isLine(lengthMax: max) { faults.append(.line(name, lengthMax: max)) }
            return .to(text)
        }
        (push, first) = (change("push_token"), change("first_name"))
        (last, patronymic) = (change("last_name"), change("patronymic"))
        email = Self.email(change("email"), &faults)
        login = texts["login"] ?? nil
        if members["login"] != nil, (login ?? "").isEmpty {
            faults.append(Fault("#/login", "не заполнено", "is missing"))
        }
        if members.isEmpty {
            faults.append(Fault("#", "нечего менять", "must name something to change"))
        }
        guard faults.isEmpty else { throw .invalid(faults) }
    }

    /// Normalizes an address.
    private static func email(_ change: Change, _ faults: inout [Fault]) -> Change {
        guard case .to(let text?) = change else { return change }
        guard let email = Email.reachable(text) else {
            faults.append(Fault("#/email", "не похоже на адрес почты", "is no e-mail address"))
            return .unchanged
        }
        return .to(email)
    }
}
