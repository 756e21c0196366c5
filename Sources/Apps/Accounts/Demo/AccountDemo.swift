import Core
import Storage
import Web

/// Adds demo users by replaying their actions in order of time through the functions of the app itself.
///
/// No message is sent: each is only stored, as in test mode.
struct AccountDemo: Sendable {
    private let services: Services
    private let people: [DemoAccount]
    private let now: Timestamp

    /// An action of a demo user at a moment.
    private struct Act: Sendable {
        enum Deed: Sendable {
            case beKnown, ask, register, signIn, fillIn, askLink, openLink, takeEmail, restore, write, block
        }

        let at: Timestamp
        let person: Int
        let deed: Deed
    }

    init(_ people: [DemoAccount], _ services: Services) {
        (self.people, self.services, now) = (people, services, services.now())
    }

    /// Returns the number of added users; those who exist already are skipped.
    func add() async throws -> Int {
        let known = try await knownPhones()
        let new = people.indices.filter { !known.contains(people[$0].phone.digits) }
        // This password is never shown: to sign in, restore it and read the new one in the outbox.
        let hash = try await services.passwords.hash(AccountPassword.make(services.random))
        let acts = new.flatMap(acts(of:)).sorted { ($0.at, $0.person) < ($1.at, $1.person) }
        for act in acts {
            try await services.database.write { connection in
                try run(act, of: people[act.person], hash, on: connection)
            }
        }
        return new.count
    }

    private func knownPhones() async throws -> Set<String> {
        let digits = people.map(\.phone.digits)
        return try await services.database.read { connection in
            try Set(
                digits.filter { digits in
                    try connection.accountClient(where: "c.phone = \(digits)") != nil
                        || connection.account(where: "u.phone = \(digits)") != nil
                }
            )
        }
    }

    /// The actions of a user, from the registration to now.
    private func acts(of index: Int) -> [Act] {
        let person = people[index]
        let start = now.advanced(by: .zero - person.joined)
        func act(_ deed: Act.Deed, _ at: Timestamp) -> Act {
            Act(at: min(at, now), person: index, deed: deed)
        }
        func ago(_ age: Duration?, _ seconds: Int64 = 0) -> Timestamp? {
            age.map { now.advanced(by: .seconds(seconds) - $0) }
        }
        guard !person.isClientOnly else { return [act(.beKnown, start)] }
        var acts = [act(.ask, start)]
        for (deed, seconds, isDone) in [
            (.register, 60, true), (.signIn, 62, true), (.askLink, 64, person.proof != nil),
            (.openLink, 400, person.proof == .confirmed), (.fillIn, 600, !person.profile.isEmpty),
            (.beKnown, 7200, person.base != nil || !person.parts.isEmpty),
        ] as [(Act.Deed, Int64, Bool)] where isDone {
            acts.append(act(deed, start.advanced(by: .seconds(seconds))))
        }
        acts += ago(person.restored).map { [act(.restore, $0)] } ?? []
        acts += ago(person.visited).map { [act(.signIn, $0)] } ?? []
        if person.nextEmail != nil, let at = ago(person.visited, 120) {
            acts += [act(.takeEmail, at), act(.askLink, at.advanced(by: .seconds(2)))]
        }
        if person.feedback != nil, let at = ago(person.visited, 300) { acts.append(act(.write, at)) }
        if person.blockReason != nil { acts.append(act(.block, ago(person.visited, 86_400) ?? now)) }
        return acts
    }

    // MARK: Performing

    private func run(
        _ act: Act,
        of person: DemoAccount,
        _ hash: PasswordHash,
        on connection: any Connection
    ) throws {
        let digits = person.phone.digits
        switch act.deed {
        case .beKnown: return try beKnown(person, at: act.at, on: connection)
        case .ask:
            return try connection.logAccountEvent(
                .code,
                AccountEvent.codeSent(to: digits),
                at: act.at
            )
        case .register: return try register(person, hash, at: act.at, on: connection)
        case .signIn, .fillIn, .askLink, .openLink, .takeEmail, .restore, .write, .block: break
        }
        guard let account = try connection.account(where: "u.phone = \(digits)") else { return }
        try run(act, of: person, account, on: connection)
    }

    private func run(
        _ act: Act,
        of person: DemoAccount,
        _ account: Account,
        on connection: any Connection
    ) throws {
        let (at, random) = (act.at, services.random)
        func log(_ kind: AccountEvent.Kind, _ text: Localized) throws {
            try connection.logAccountEvent(kind, text, of: account, at: at)
        }
        switch act.deed {
        case .beKnown, .ask, .register: break
        case .signIn:
            try connection.startAccountSession(of: account.id, AccountToken(random: random), at: at)
            try log(.signIn, AccountEvent.signedIn)
        case .fillIn:
            try connection.apply(try AccountChanges(AccountBody(person.profile), at: at), to: account)
        case .askLink: try askLink(account, at: at, on: connection)
        case .openLink:
            try connection.send(
                "UPDATE accounts_links SET opened_at = \(at) WHERE user_id = \(account.id)"
            )
            try connection.setAccountConfirmed(true, of: account.id, at: at)
            try log(.confirmed, AccountEvent.confirmed(account.email))
        case .takeEmail:
            guard let email = person.nextEmail else { return }
            try connection.setAccountEmail(email, of: account)
            try log(.emailChange, AccountEvent.emailChanged(from: account.email, to: email))
        case .restore: try restore(person, account, at: at, on: connection)
        case .write: try write(person.feedback ?? "", account, at: at, on: connection)
        case .block:
            let reason = person.blockReason ?? ""
            try connection.setAccountBlocked(true, reason: reason, of: account.id, at: at)
            try log(.block, Localized("Вход закрыт: \(reason)", "Blocked: \(reason)"))
        }
    }
}

extension AccountDemo {
    private func register(
        _ person: DemoAccount,
        _ hash: PasswordHash,
        at: Timestamp,
        on connection: any Connection
    ) throws {
        let random = services.random
        let invite = try person.friend.flatMap { friend in
            try connection.account(where: "u.phone = \(friend)").map { [("invite", $0.inviteCode)] }
        }
        let registration = try AccountRegistration(AccountBody(person.fields + (invite ?? [])), at: at)
        let account = try connection.addAccount(registration, hash, at: at, random: random)
        try connection.logAccountEvent(
            .registration,
            AccountEvent.registered(person.phone.digits, person.email),
            of: account,
            at: at
        )
        let settings = try services.appSettings.of("accounts", on: connection)
        try connection.awardAccount(
            settings.integer("points_registration"),
            to: account,
            for: .registration,
            at: at,
            random: random
        )
        guard let email = person.email else { return }
        let values = ["name": account.name, "login": account.login, "password": "тот, что вы указали"]
        try keep(post(at).mail(.registration, to: email, values, on: connection), at: at, on: connection)
    }

    /// Saves the data that the business writes on the card itself.
    private func beKnown(_ person: DemoAccount, at: Timestamp, on connection: any Connection) throws {
        let digits = person.phone.digits
        if person.isClientOnly {
            let changes = try AccountBody(person.fields)
            let id = Identifier.new(at: at, random: services.random)
            try connection.addAccountClient(id, phone: person.phone, email: person.email, at: at)
            let max = Limits.accountNameLengthMax
            try connection.setAccountNames(
                first: changes.text("name", lengthMax: max),
                last: changes.text("lastname", lengthMax: max),
                patronymic: changes.text("surname", lengthMax: max),
                of: id
            )
        }
        try connection.send(
            "UPDATE accounts_clients SET room = \(person.room), base = \(person.base) WHERE phone = \(digits)"
        )
        guard let card = try connection.accountClient(where: "c.phone = \(digits)") else { return }
        for part in person.parts {
            _ = try connection.putAccountPart(part, of: card.id, at: at, random: services.random)
        }
    }

    private func askLink(_ account: Account, at: Timestamp, on connection: any Connection) throws {
        guard let email = account.email else { return }
        let days = try services.appSettings.of("accounts", on: connection).integer("confirm_days")
        let link = AccountLink(random: services.random)
        let until = days == 0 ? nil : at.advanced(by: .seconds(86_400 * days))
        try link.keep(for: account, until: until, at: at, services.random, on: connection)
        let base = services.settings.publicURL ?? "http://localhost:8080"
        let values = ["name": account.name, "link": link.address(base, of: account.id)]
        try keep(post(at).mail(.emailConfirm, to: email, values, on: connection), at: at, on: connection)
        try connection.logAccountEvent(
            .confirmMail,
            AccountEvent.linkSent(to: email),
            of: account,
            at: at
        )
    }

    private func restore(
        _ person: DemoAccount,
        _ account: Account,
        at: Timestamp,
        on connection: any Connection
    ) throws {
        let password = AccountPassword.make(services.random)
        let values = ["name": account.name, "login": account.login, "password": password]
        let until = at.advanced(by: Limits.accountSpareAge)
        let target: String
        if person.isRestoredBySMS {
            try post(at).sms(
                .restore,
                to: person.phone,
                values,
                secret: password,
                until: until,
                on: connection
            )
            target = person.phone.masked
        } else {
            guard let email = account.email else { return }
            let id = try post(at).mail(.restore, to: email, values, until: until, on: connection)
            try keep(id, at: at, on: connection)
            target = Account.masked(email: email)
        }
        let spare = TemporaryPassword(password, at: at, random: services.random)
        try spare.keep(for: account.id, at: at, on: connection)
        try connection.endAccountSession(of: account.id)
        let text = AccountEvent.passwordSent(to: target)
        try connection.logAccountEvent(.restore, text, of: account, at: at)
    }

    private func write(
        _ text: String,
        _ account: Account,
        at: Timestamp,
        on connection: any Connection
    ) throws {
        let subject = "Вопрос из приложения"
        let values = [
            "name": account.card.fullName, "phone": account.phone ?? "", "email": account.email ?? "",
            "subject": subject, "text": text,
        ]
        try keep(post(at).feedback(values, nil, on: connection), at: at, on: connection)
        try connection.logAccountEvent(.feedback, AccountEvent.feedback(subject), of: account, at: at)
    }

    private func post(_ at: Timestamp) -> AccountMailer {
        AccountMailer(isTest: true, at: at, random: services.random)
    }

    /// Marks a mail as stored: test mode sends mails too, and these must not be delivered.
    private func keep(_ id: Int64, at: Timestamp, on connection: any Connection) throws {
        try connection.send("UPDATE outbox SET state = 'kept', ended_at = \(at) WHERE id = \(id)")
    }
}

extension Accounts {
    package func addDemoPeople(from folder: String, _ services: Services) async throws -> Int {
        try await AccountDemo([DemoAccount](demoFile: "\(folder)/people.json"), services).add()
    }
}
