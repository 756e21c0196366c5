import Core
import Foundation
import Storage
import Web

/// What the page about a person tells, card by card.
struct UserCards {
    let user: JSON
    let time: HumanTime
    let language: Language
    private let words: UserLabels

    init(_ user: JSON, _ time: HumanTime, _ language: Language) {
        (self.user, self.time, self.language) = (user, time, language)
        words = UserLabels(user, language)
    }

    var json: JSON {
        [
            "stats": .array(stats), "days": .array(days), "has_days": .bool(!days.isEmpty),
            "more_entries": .string(moreEntries), "gifts": .array(gifts), "owned": .string(owned),
            "has_gifts": .bool(!gifts.isEmpty), "invited": .array(invited), "inviter": inviter,
            "code": user["referral_code"] ?? "", "shared": .string(shared), "profile": .array(profile),
            "survey": survey, "devices": .array(devices), "has_devices": .bool(!devices.isEmpty),
            "push": .string(push), "events": .array(events), "has_events": .bool(!events.isEmpty),
            "reviews": .array(reviews), "has_reviews": .bool(!reviews.isEmpty), "blocked": blocked,
        ]
    }

    // MARK: Parts

    private func text(_ ru: String, _ en: String) -> String { Localized(ru, en)[language] }

    private func items(_ name: String) -> [JSON] { user[name]?.array ?? [] }

    private func moment(_ json: JSON?) -> Timestamp? { json?.string.flatMap { Timestamp($0) } }

    private func day(_ json: JSON?) -> String {
        moment(json).map { time.near($0) ?? time.day($0) } ?? ""
    }

    private func number(_ name: String) -> String { RecordCell.grouped(user[name]?.integer ?? 0) }

    private func count(_ name: String, _ ru: (String, String, String), _ en: (String, String)) -> String {
        counted(Int(clamping: user[name]?.integer ?? 0), language, ru: ru, en: en)
    }

    // MARK: Points

    private var stats: [JSON] {
        let rating = user["app_evaluation"]?.integer
        let stats: [(String, String, String)] = [
            (text("Баланс", "Balance"), number("balance"), text("баллов", "points")),
            (text("Накоплено", "Earned"), number("earned"), ""),
            (text("Потрачено", "Spent"), number("spent"), ""),
            (text("Куплено предложений", "Offers bought"), number("gifts_count"), ""),
            (text("Приглашено", "Invited"), number("invited_count"), ""),
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
        for entry in items("entries") {
            let at = moment(entry["created_at"])
            let near = at.flatMap { time.near($0) }.map { $0.prefix(1).uppercased() + $0.dropFirst() }
            let title = [near, at.map { time.day($0) }].compactMap { $0 }.joined(separator: ", ")
            if days.last?.title != title { days.append((title, [])) }
            let (icon, tone, heading, sub) = words.line(entry)
            let change = entry["change"]?.integer ?? 0
            days[days.count - 1].lines.append([
                "icon": .string(icon), "tone": .string(tone), "title": .string(heading), "sub": .string(sub),
                "amount": .string(RecordCell.signed(change)), "sign": change > 0 ? "plus" : "minus",
                "time": .string(at.map { time.time($0) } ?? ""),
            ])
        }
        return days.map { ["day": .string($0.title), "lines": .array($0.lines)] }
    }

    private var moreEntries: String {
        let rest = Int(clamping: user["entries_count"]?.integer ?? 0) - items("entries").count
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
        let owned = Int(clamping: user["owned_count"]?.integer ?? 0)
        return text("\(owned) на руках", "\(owned) owned")
    }

    private var gifts: [JSON] {
        items("gifts").map { gift in
            let until = moment(gift["valid_until"]).map { time.shortDay($0) }
            let bought = day(gift["bought_at"])
            let isMultiple = gift["type"]?.string == "multiple"
            let parts = [
                isMultiple ? text("многоразовый", "many times") : nil,
                gift["shop"]?.string.flatMap { $0.isEmpty ? nil : $0 },
                text("куплен \(bought)", "bought \(bought)"),
                gift["state"] == "owned" ? until.map { text("до \($0)", "until \($0)") } : nil,
                uses(of: gift),
            ]
            let (state, tone) = UserLabels.gift(gift, language)
            return [
                "title": gift["title"] ?? "",
                "path": .string("/mall/offers/\(gift["offer_id"]?.string ?? "")"),
                "picture": JSON(gift["image"]?.string ?? ""),
                "sub": .string(parts.compactMap { $0 }.joined(separator: " · ")), "state": .string(state),
                "tone": .string(tone),
            ]
        }
    }

    /// When it was last used.
    private func uses(of gift: JSON) -> String? {
        let uses = (gift["uses"]?.array ?? []).filter { $0["kind"] == "use" }
        guard let at = moment(uses.first?["at"]) else { return nil }
        return text("использован \(time.moment(at))", "used \(time.moment(at))")
    }

    private var events: [JSON] {
        items("events").map { event in
            let start = moment(event["start_at"])
            let cost = event["cost"]?.integer ?? 0
            return [
                "title": event["title"] ?? "", "path": .string("/mall/events/\(event["id"]?.string ?? "")"),
                "sub": .string(start.map { time.moment($0) } ?? ""),
                "cost": .string(cost == 0 ? "" : RecordCell.signed(-cost)),
                "is_over": .bool(start.map { $0 < time.now } ?? false),
            ]
        }
    }

    // MARK: Invitations

    private var invited: [JSON] {
        items("invited").map { guest in
            let person = UserLabels(guest["user"] ?? .null, language)
            let points = guest["points"]?.integer
            let state =
                switch guest["state"]?.string {
                case "held": text("на проверке", "held")
                case "rejected": text("отклонено", "rejected")
                case _: ""
                }
            return person.title.adding([
                "when": .string(day(guest["at"])), "state": .string(state),
                "points": .string(points.map { RecordCell.signed($0) } ?? ""),
            ])
        }
    }

    private var inviter: JSON {
        guard let inviter = user["inviter"], inviter != .null else { return .null }
        return [
            "name": .string(RecordCell.name(inviter, language)),
            "path": .string("\(UserPage.path)/\(inviter["id"]?.string ?? "")"),
        ]
    }

    private var shared: String {
        let times = count("share_count", ("раз", "раза", "раз"), ("time", "times"))
        return text("поделились кодом \(times)", "shared the code \(times)")
    }

    // MARK: The profile

    private var profile: [JSON] {
        let none = text("не указано", "not given")
        let gender =
            switch user["gender"]?.string?.lowercased() {
            case "male", "m", "м", "мужской": text("мужской", "male")
            case "female", "f", "ж", "женский": text("женский", "female")
            case let other: other ?? none
            }
        let visit = moment(user["signed_in_at"]).map { time.moment($0) } ?? text("не входили", "never")
        var lines: [(String, String)] = [
            (text("Имя", "Name"), user["name"]?.string ?? none),
            (text("Почта", "E-mail"), user["email"]?.string ?? none),
        ]
        // What may not be read is not told to be missing.
        if user["is_masked"] != true { lines.append((text("Пол", "Gender"), gender)) }
        lines.append((text("Последний вход", "Last sign-in"), visit))
        lines.append(
            (
                text("Анкета", "Registered"),
                user["registered_at"]?.string == nil
                    ? text("не заполнена", "not yet") : day(user["registered_at"])
            )
        )
        if let installed = devicesByTime.last {
            lines.append((text("Установка", "Installed"), day(installed["install_app"])))
        }
        return lines.map { ["title": .string($0.0), "value": .string($0.1)] }
    }

    private var devicesByTime: [JSON] {
        items("devices").sorted { ($0["install_app"]?.string ?? "") > ($1["install_app"]?.string ?? "") }
    }

    private var survey: JSON {
        guard user["surveyed_at"]?.string != nil else { return ["is_taken": false, "lines": []] }
        let none = text("нет ответа", "no answer")
        let kids = user["have_kids"]?.bool.map { $0 ? text("есть", "yes") : text("нет", "no") } ?? none
        let birth = moment(user["date_birth"]).map { birth in
            // The day itself, wherever the installation is.
            let age = Int(clamping: (time.now.microseconds - birth.microseconds) / 31_556_952_000_000)
            let years = counted(age, language, ru: ("год", "года", "лет"), en: ("year", "years"))
            let zone = HumanTime(zone: .gmt, language: language, now: time.now)
            return "\(zone.day(birth)), \(years)"
        }
        let isMasked = user["is_masked"] == true
        let lines: [JSON] = [
            ["title": .string(text("Дата рождения", "Date of birth")), "value": .string(birth ?? none)],
            ["title": .string(text("Дети", "Children")), "value": .string(kids)],
        ]
        return [
            "is_taken": true, "at": .string(day(user["surveyed_at"])), "is_masked": .bool(isMasked),
            "lines": .array(isMasked ? [] : lines),
        ]
    }

    private var blocked: JSON {
        guard let at = moment(user["blocked_at"]) else { return .null }
        return ["at": .string(time.moment(at)), "reason": user["block_reason"] ?? ""]
    }

    // MARK: Devices and reviews

    private var devices: [JSON] {
        items("devices").map { device in
            let isCurrent = device["is_current"] == true
            let last = day(device[isCurrent ? "last_at" : "ended_at"])
            let when =
                isCurrent ? text("вход \(last)", "since \(last)") : text("отвязан \(last)", "left \(last)")
            return [
                "title": device["model"] ?? "",
                "path": .string("\(Devices.resource.path)/\(device["id"]?.string ?? "")"),
                "sub": .string(
                    "\(device["os"]?.string ?? "") \(device["version_os"]?.string ?? "") · \(when)"
                ),
                "is_current": .bool(isCurrent),
            ]
        }
    }

    private var push: String {
        guard let push = user["push"], push != .null else { return "" }
        return Devices.push(push, language)
    }

    private var reviews: [JSON] {
        items("reviews").map { review in
            [
                "rating": .string(String(review["rating"]?.integer ?? 0)),
                "text": JSON(review["text"]?.string ?? ""),
                "when": .string(day(review["created_at"])),
            ]
        }
    }
}
