import Core
import Storage
import Web

/// The cards of the page about a user.
struct UserCards {
    let record: UserRecord
    let words: UserLabels
    let time: HumanTime

    init(_ record: UserRecord, _ words: UserLabels, _ time: HumanTime) {
        (self.record, self.words, self.time) = (record, words, time)
    }

    private var user: MallUser { record.line.user }
    private var reader: Author { words.reader }
    private var language: Language { words.language }
    /// True if the reader may see names and answers.
    private var isWhole: Bool { reader.may(.readPeople) }

    var json: JSON {
        [
            "stats": .array(stats), "days": .array(days), "has_days": .bool(!days.isEmpty),
            "more_entries": .string(moreEntries), "gifts": .array(gifts), "owned": .string(owned),
            "has_gifts": .bool(!gifts.isEmpty), "invited": .array(invited), "inviter": inviter,
            "code": .string(user.referralCode), "shared": .string(shared), "profile": .array(profile),
            "survey": survey, "devices": .array(devices), "has_devices": .bool(!devices.isEmpty),
            "push": .string(push), "events": .array(events), "has_events": .bool(!events.isEmpty),
            "reviews": .array(reviews), "has_reviews": .bool(!reviews.isEmpty), "blocked": blocked,
        ]
    }

    // MARK: Parts

    private func text(_ ru: String, _ en: String) -> String { Localized(ru, en)[language] }

    private func day(_ moment: Timestamp?) -> String {
        moment.map { time.near($0) ?? time.day($0) } ?? ""
    }

    // MARK: Points

    private var stats: [JSON] {
        let rating = user.appEvaluation
        func number(_ number: Int64) -> String { RecordCell.grouped(number) }
        let stats: [(String, String, String)] = [
            (text("Баланс", "Balance"), number(user.balance), text("баллов", "points")),
            (text("Накоплено", "Earned"), number(user.earned), ""),
            (text("Потрачено", "Spent"), number(user.spent), ""),
            (text("Куплено предложений", "Offers bought"), number(record.line.giftsCount), ""),
            (text("Приглашено", "Invited"), number(record.line.invitedCount), ""),
            (
                text("Оценка приложения", "Rating of the app"), rating.map { String($0) } ?? "—",
                rating == nil ? "" : text("из 5", "of 5")
            ),
        ]
        return stats.map { ["title": .string($0.0), "value": .string($0.1), "unit": .string($0.2)] }
    }

    /// The ledger by days, newest first.
    private var days: [JSON] {
        var days: [(title: String, lines: [JSON])] = []
        for entry in record.entries {
            let at = entry.createdAt
            let near = time.near(at).map { $0.prefix(1).uppercased() + $0.dropFirst() }
            let title = [near, time.day(at)].compactMap { $0 }.joined(separator: ", ")
            if days.last?.title != title { days.append((title, [])) }
            let (icon, tone, heading, sub) = words.line(entry)
            let change = entry.change
            days[days.count - 1].lines.append([
                "icon": .string(icon), "tone": .string(tone), "title": .string(heading), "sub": .string(sub),
                "amount": .string(RecordCell.signed(change)), "sign": change > 0 ? "plus" : "minus",
                "time": .string(time.time(at)),
            ])
        }
        return days.map { ["day": .string($0.title), "lines": .array($0.lines)] }
    }

    private var moreEntries: String {
        let rest = Int(clamping: record.entriesCount) - record.entries.count
        guard rest > 0 else { return "" }
        let words = counted(
            rest,
            language,
            ru: ("операция", "операции", "операций"),
            en: ("transaction", "transactions")
        )
        return text("Ещё \(words)", "\(words) more")
    }

    // MARK: Gifts and events

    private var owned: String {
        let owned = Int(clamping: record.line.ownedCount)
        return text("\(owned) на руках", "\(owned) owned")
    }

    private var gifts: [JSON] {
        record.gifts.map { gift in
            let until = gift.validUntil.map { time.shortDay($0) }
            let bought = day(gift.boughtAt)
            let parts = [
                gift.type == "multiple" ? text("многоразовый", "many times") : nil,
                gift.snapshot?.shopName(language).flatMap { $0.isEmpty ? nil : $0 },
                text("куплен \(bought)", "bought \(bought)"),
                gift.state == "owned" ? until.map { text("до \($0)", "until \($0)") } : nil,
                uses(of: gift),
            ]
            let (state, tone) = UserLabels.gift(gift, language)
            return [
                "title": JSON(gift.snapshot?.title(language)),
                "path": .string("/mall/offers/\(gift.offerID)"),
                "picture": JSON(gift.snapshot?.content.string("image") ?? ""),
                "sub": .string(parts.compactMap { $0 }.joined(separator: " · ")), "state": .string(state),
                "tone": .string(tone),
            ]
        }
    }

    /// The time of the last use.
    private func uses(of gift: MallGift) -> String? {
        let last = record.uses.first { $0.giftID == gift.id && $0.kind == "use" }
        return last.map { text("использован \(time.moment($0.at))", "used \(time.moment($0.at))") }
    }

    private var events: [JSON] {
        record.events.map { event in
            let start = event.snapshot?.content.timestamp("start_at")
            return [
                "title": JSON(event.snapshot?.title(language)),
                "path": .string("/mall/events/\(event.eventID)"),
                "sub": .string(start.map { time.moment($0) } ?? ""),
                "cost": .string(event.cost == 0 ? "" : RecordCell.signed(-event.cost)),
                "is_over": .bool(start.map { $0 < time.now } ?? false),
            ]
        }
    }

    // MARK: Invitations

    private var invited: [JSON] {
        record.invited.map { guest in
            let state =
                switch guest.state {
                case "held": text("на проверке", "held")
                case "rejected": text("отклонено", "rejected")
                case _: ""
                }
            return title(of: guest.person).adding([
                "when": .string(day(guest.at)), "state": .string(state),
                "points": .string(guest.points.map { RecordCell.signed($0) } ?? ""),
            ])
        }
    }

    private func title(of person: PersonCard?) -> JSON {
        personTitle(
            person?.id ?? "",
            name(of: person),
            ownName: person.flatMap { PersonCard.name($0.name, for: reader) },
            isErased: person?.isErased ?? false,
            at: UserPage.path
        )
    }

    private func name(of person: PersonCard?) -> String {
        RecordCell.name(
            person.flatMap { PersonCard.name($0.name, for: reader) },
            person?.maskedPhone,
            isErased: person?.isErased ?? false,
            language
        )
    }

    private var inviter: JSON {
        guard let inviter = record.inviter else { return .null }
        return ["name": .string(name(of: inviter)), "path": .string("\(UserPage.path)/\(inviter.id)")]
    }

    private var shared: String {
        let number = Int(clamping: user.countShare)
        let times = counted(number, language, ru: ("раз", "раза", "раз"), en: ("time", "times"))
        return text("поделились кодом \(times)", "shared the code \(times)")
    }

    // MARK: The profile

    private var profile: [JSON] {
        let none = text("не указано", "not given")
        let gender =
            switch (isWhole ? user.gender : nil)?.lowercased() {
            case "male", "m", "м", "мужской": text("мужской", "male")
            case "female", "f", "ж", "женский": text("женский", "female")
            case let other: other ?? none
            }
        let visit = user.signedInAt.map { time.moment($0) } ?? text("не входили", "never")
        var lines: [(String, String)] = [
            (text("Имя", "Name"), words.ownName ?? none),
            (text("Почта", "E-mail"), record.line.email(for: reader) ?? none),
        ]
        // A value that is hidden must not look empty.
        if isWhole { lines.append((text("Пол", "Gender"), gender)) }
        lines.append((text("Последний вход", "Last sign-in"), visit))
        lines.append(
            (
                text("Анкета", "Registered"),
                user.registeredAt == nil ? text("не заполнена", "not yet") : day(user.registeredAt)
            )
        )
        if let installed = record.devices.map(\.device.installApp).min() {
            lines.append((text("Установка", "Installed"), day(installed)))
        }
        return lines.map { ["title": .string($0.0), "value": .string($0.1)] }
    }

    private var survey: JSON {
        guard user.surveyedAt != nil else { return ["is_taken": false, "lines": []] }
        let none = text("нет ответа", "no answer")
        let kids = user.haveKids.map { $0 ? text("есть", "yes") : text("нет", "no") } ?? none
        let birth = user.dateBirth.map { birth in
            // The day itself, in any time zone.
            let age = Int(clamping: (time.now.microseconds - birth.microseconds) / 31_556_952_000_000)
            let years = counted(age, language, ru: ("год", "года", "лет"), en: ("year", "years"))
            let zone = HumanTime(zone: .utc, language: language, now: time.now)
            return "\(zone.day(birth)), \(years)"
        }
        let lines: [JSON] = [
            ["title": .string(text("Дата рождения", "Date of birth")), "value": .string(birth ?? none)],
            ["title": .string(text("Дети", "Children")), "value": .string(kids)],
        ]
        return [
            "is_taken": true, "at": .string(day(user.surveyedAt)), "is_masked": .bool(!isWhole),
            "lines": .array(isWhole ? lines : []),
        ]
    }

    private var blocked: JSON {
        guard let at = user.blockedAt else { return .null }
        return ["at": .string(time.moment(at)), "reason": JSON(isWhole ? user.blockReason : nil)]
    }

    // MARK: Devices and reviews

    private var devices: [JSON] {
        record.devices.map { line in
            let (device, isCurrent) = (line.device, line.firstAt != nil && line.endedAt == nil)
            let last = day(isCurrent ? line.lastAt : line.endedAt)
            let when =
                isCurrent ? text("вход \(last)", "since \(last)") : text("отвязан \(last)", "left \(last)")
            return [
                "title": .string(device.model), "path": .string("\(Devices.resource.path)/\(device.id)"),
                "sub": .string("\(device.os) \(device.versionOS) · \(when)"), "is_current": .bool(isCurrent),
            ]
        }
    }

    private var push: String {
        record.push.map { Devices.push($0, language) } ?? ""
    }

    private var reviews: [JSON] {
        record.reviews.map { review in
            [
                "rating": .string(String(review.rating)),
                "text": JSON(isWhole ? review.text ?? "" : ""),
                "when": .string(day(review.createdAt)),
            ]
        }
    }
}
