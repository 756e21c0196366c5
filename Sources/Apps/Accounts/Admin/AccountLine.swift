import Core
import Storage
import Web

/// An account as staff see it (A86).
struct AccountLine: PersonLine {
    let account: Account
    let erasedAt: Timestamp?

    var id: String { account.id }

    /// The columns of `Account.tables`.
    static let columns: SQL = "\(Account.columns), u.erased_at"

    init(_ row: Row) throws {
        account = try Account(row)
        erasedAt = try row.get("erased_at")
    }

    /// A hash of the fields that staff can edit, which changes with any of them.
    ///
    /// Changes that the app makes are detected as well.
    var revision: Int64 {
        let card = account.card
        let parts: [String?] = [
            account.login, account.phone, account.email, account.fcm, account.confirmedAt?.description,
            account.blockedAt?.description, account.blockReason, card.firstName, card.lastName, card.surName,
            erasedAt?.description,
        ]
        // The hash is keyed, so that it reveals neither the phone nor the password hash.
        return Int64(revisionOf: parts, key: account.passwordHash)
    }

    var isErased: Bool { erasedAt != nil }

    // Masked according to the reader's permissions.

    func name(for reader: Author) -> String? {
        let name = account.card.fullName
        return PersonCard.name(name.isEmpty ? nil : name, for: reader)
    }
    func email(for reader: Author) -> String? { PersonCard.email(account.email, for: reader) }
    func login(for reader: Author) -> String {
        AccountMask.login(account.login, phone: account.phone, for: reader)
    }
    func pushToken(for reader: Author) -> String? {
        reader.may(.readPeople) ? account.fcm : account.fcm.map { _ in "•••" }
    }

    /// Names, addresses and logins are complete with permission to read people; a phone never is.
    func json(for author: Author) -> JSON {
        let isWhole = author.may(.readPeople)
        let card = account.card
        func name(_ text: String?) -> JSON { JSON(PersonCard.name(text, for: author)) }
        return [
            "id": .string(account.id), "client_id": .string(card.id),
            "login": .string(login(for: author)),
            "phone": JSON(AccountMask.phone(account.phone)),
            "email": JSON(email(for: author)),
            "name": JSON(self.name(for: author)), "first_name": name(card.firstName),
            "last_name": name(card.lastName), "patronymic": name(card.surName),
            "push_token": JSON(pushToken(for: author)),
            "has_push": .bool(account.fcm != nil), "is_masked": .bool(!isWhole),
            "is_confirmed": .bool(account.isConfirmed), "confirmed_at": moment(account.confirmedAt),
            "is_blocked": .bool(account.isBlocked), "blocked_at": moment(account.blockedAt),
            "block_reason": JSON(isWhole ? account.blockReason : nil),
            "is_erased": .bool(isErased), "erased_at": moment(erasedAt),
            "is_freed": .bool(account.freedAt != nil), "freed_at": moment(account.freedAt),
            "created_at": .string(account.createdAt.description),
            "signed_in_at": moment(account.signedInAt), "balance": .integer(account.balance),
            "invite_code": .string(account.inviteCode), "revision": .integer(revision),
        ]
    }

    static let header = [
        "id", "client_id", "login", "phone", "email", "last_name", "first_name", "patronymic", "birthday",
        "is_confirmed", "is_blocked", "block_reason", "created_at", "signed_in_at", "balance", "invite_code",
        "has_push",
    ]

    /// The account as cells of a table; `hasPhones` is true for complete phones.
    func cells(hasPhones: Bool) -> [String] {
        let card = account.card
        let phone = hasPhones ? account.phone : AccountMask.phone(account.phone)
        // A login may be the phone itself.
        let login = hasPhones || account.login != account.phone ? account.login : phone
        return [
            account.id, card.id, login ?? "", phone ?? "", account.email ?? "", card.lastName ?? "",
            card.firstName ?? "", card.surName ?? "", card.birthday ?? "", String(account.isConfirmed),
            String(account.isBlocked), account.blockReason ?? "", account.createdAt.description,
            account.signedInAt?.description ?? "", String(account.balance), account.inviteCode,
            String(account.fcm != nil),
        ]
    }
}

/// The masking of personal data for staff.
enum AccountMask {
    /// `+7 9•• ••• •• 59`; a freed number has a mark.
    static func phone(_ digits: String?) -> String? {
        digits.map { PhoneNumber.masked("+7\($0.prefix(10))") + ($0.count > 10 ? " ~" : "") }
    }

    /// The login, masked if it is a phone or an address.
    static func login(_ login: String, phone: String?, for author: Author) -> String {
        let bare = String(login.prefix { $0 != "~" })
        if AccountPhone(bare) != nil { return Self.phone(phone) ?? Self.phone(bare) ?? "•••" }
        guard !author.may(.readPeople) else { return login }
        return login.contains("@") ? PersonCard.masked(login) : "\(login.prefix(2))•••"
    }

    /// A text with phones and addresses masked, for staff who may not read them.
    static func text(_ text: String, for author: Author) -> String {
        let whole = text.replacing(/[+]?[0-9][0-9 ()\-]{8,}[0-9]/) { match in
            PhoneNumber.masked("+7" + String(match.output.filter(\.isNumber).suffix(10)))
        }
        // The mask in texts for the app shows more digits than staff may see.
        let hidden = whole.replacing(/\+7 ([0-9]{3}) \*{3}-\*{2}-([0-9]{2})/) { match in
            PhoneNumber.masked("+7\(match.output.1)00000\(match.output.2)")
        }
        guard !author.may(.readPeople) else { return hidden }
        return hidden.replacing(/[^\s@<>«»"]+@[^\s@<>«»"]+/) { PersonCard.masked(String($0.output)) }
    }
}
