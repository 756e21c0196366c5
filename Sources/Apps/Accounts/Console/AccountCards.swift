import Core
import Storage
import Web

/// The cards of the page about an account.
struct AccountCards {
    let record: AccountRecord
    let words: AccountLabels
    let time: HumanTime

    init(_ record: AccountRecord, _ words: AccountLabels, _ time: HumanTime) {
        (self.record, self.words, self.time) = (record, words, time)
    }

    private var account: Account { record.line.account }
    private var reader: Author { words.reader }
    private var language: Language { words.language }
    /// True if the reader may see personal data.
    private var isWhole: Bool { reader.may(.readPeople) }

    var json: JSON {
        [
            "profile": .array(profile), "client_path": .string(clientPath), "parts": .array(parts),
            "has_parts": .bool(!parts.isEmpty), "events": .array(events),
            "has_events": .bool(!events.isEmpty),
            "events_path": .string("\(AccountEvents.resource.path)?user=\(account.id)"),
            "blocked": blocked, "inviter": inviter,
        ]
    }

    private func moment(_ moment: Timestamp?) -> String { moment.map { time.moment($0) } ?? "" }

    private func text(_ ru: String, _ en: String) -> String { Localized(ru, en)[language] }

    private var clientPath: String { "\(ClientPages.path)/\(account.card.id)" }

    private var profile: [JSON] {
        let (none, card) = (text("не указано", "not given"), account.card)
        var lines: [(String, String)] = [
            (text("Логин", "Login"), words.login ?? none),
            (text("ФИО", "Full name"), words.ownName ?? none),
            (text("Почта", "E-mail"), record.line.email(for: reader) ?? none),
            (text("Push id", "Push id"), record.line.pushToken(for: reader) ?? text("нет", "none")),
        ]
        if isWhole, let birthday = card.birthday {
            lines.append((text("Дата рождения", "Date of birth"), String(birthday.prefix(10))))
        }
        let visit = moment(account.signedInAt)
        lines.append(
            (text("Последний вход", "Last sign-in"), visit.isEmpty ? text("не входили", "never") : visit)
        )
        lines.append((text("Баллы", "Points"), RecordCell.grouped(account.balance)))
        lines.append((text("Код приглашения", "Invite code"), account.inviteCode))
        let invited = record.invitedCount
        if invited > 0 { lines.append((text("Приглашено", "Invited"), RecordCell.grouped(invited))) }
        if isWhole {
            if let room = card.room { lines.append((text("Комната", "Room"), room)) }
            if let base = card.base { lines.append((text("База", "Base"), base)) }
            lines += card.traits.map { ($0.key.rawValue, $0.value) }.sorted { $0.0 < $1.0 }
        }
        return lines.map { ["title": .string($0.0), "value": .string($0.1)] }
    }

    private var parts: [JSON] {
        record.parts.map { part in
            let (forfeit, discount) = (part.forfeit, part.discount)
            let words = [
                forfeit > 0 ? text("штраф \(RecordCell.grouped(forfeit)) ₽", "forfeit \(forfeit) ₽") : nil,
                discount > 0 ? text("скидка \(discount) %", "discount \(discount)%") : nil,
            ]
            return [
                "title": .string(part.title),
                "sub": .string(words.compactMap { $0 }.joined(separator: " · ")),
                "is_banned": .bool(part.isBanned),
            ]
        }
    }

    private var events: [JSON] {
        record.events.prefix(20).map { event in
            [
                "kind": .string(AccountLabels.kind(event.kind)[language]),
                "text": .string(event.text(for: reader, language)), "when": .string(time.moment(event.at)),
            ]
        }
    }

    private var blocked: JSON {
        guard account.isBlocked else { return .null }
        return [
            "at": .string(moment(account.blockedAt)),
            "reason": JSON(isWhole ? account.blockReason ?? "" : ""),
        ]
    }

    private var inviter: JSON {
        guard let inviter = record.inviter else { return .null }
        return [
            "name": .string(inviter.name(for: reader) ?? inviter.login(for: reader)),
            "path": .string("\(AccountPage.path)/\(inviter.id)"),
        ]
    }
}
