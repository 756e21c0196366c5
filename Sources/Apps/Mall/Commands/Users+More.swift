import Apps
import ArgumentParser
import Core
import Storage
import Web

extension Users {
    struct Survey: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Сосчитать ответы анкеты.",
            "Count the answers of the survey."
        )

        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let survey = try await session.api.get(["mall", "survey"])
                try session.answer(survey, ids: []) {
                    session.table(of: try SurveySummary(json: survey))
                }
            }
        }
    }
}

/// The filter of users for a command.
struct UserFilter: PeopleFilter {
    @Argument(
        help: ArgumentHelp(
            "Цифры телефона, слова имени или почты, или код друга.",
            "Digits of the phone, words of the name or e-mail address, or a referral code."
        )
    )
    var text: String?
    @Flag(inversion: .prefixedNo, help: ArgumentHelp("Заблокированы сотрудником.", "Blocked by staff."))
    var blocked: Bool?
    @Flag(inversion: .prefixedNo, help: ArgumentHelp("Заполнили анкету.", "Have taken the survey."))
    var surveyed: Bool?
    @Flag(inversion: .prefixedNo, help: ArgumentHelp("Пришли по коду друга.", "Came by a friend's code."))
    var invited: Bool?
    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp("Есть неиспользованные подарки.", "Have gifts that are not used up.")
    ) var gifts: Bool?
    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp("Когда-то ввели верный код.", "Have once entered a right code.")
    ) var confirmed: Bool?
    @Flag(inversion: .prefixedNo, help: ArgumentHelp("Стёрты.", "Were erased.")) var erased: Bool?
    @OptionGroup var registration: RegistrationOptions

    func query(_ session: Session) throws -> [(name: String, value: String)] {
        let flags = [
            ("blocked", blocked), ("surveyed", surveyed), ("invited", invited), ("gifts", gifts),
            ("confirmed", confirmed), ("erased", erased),
        ]
        return [("q", text)].given + flags.given + (try registration.query(session))
    }
}

extension Session {
    func userTable(_ items: [UserRowAnswer]) -> Table {
        let columns = [
            Table.Column("ID"),
            Table.Column(Localized("КТО", "WHO"), isFlexible: true),
            Table.Column(Localized("ПОЧТА", "E-MAIL"), isFlexible: true),
            Table.Column(Localized("БАЛАНС", "BALANCE"), isNumber: true),
            Table.Column(Localized("ПОДАРКИ", "GIFTS"), isNumber: true),
            Table.Column(Localized("ПРИГЛАСИЛИ", "INVITED"), isNumber: true),
            Table.Column(Localized("ВХОД", "SIGNED IN")),
            Table.Column(Localized("С НАМИ С", "SINCE")),
            Table.Column(Localized("ЧТО", "STATE"), isKept: true),
        ]
        let rows = items.map { user in
            [
                user.person.id, user.person.title ?? "—", user.email ?? "", String(user.balance),
                String(user.ownedCount), String(user.invitedCount), clock.text(user.signedInAt),
                clock.text(user.createdAt), state(of: user),
            ]
        }
        return Table(columns, rows: rows)
    }

    private func state(of user: UserRowAnswer) -> String {
        let states: [(Bool, Localized)] = [
            (user.isErased, Localized("стёрт", "erased")),
            (user.isBlocked, Localized("заблокирован", "blocked")),
            (user.confirmedAt == nil, Localized("код не введён", "not confirmed")),
            (user.registeredAt == nil, Localized("без анкеты", "no profile")),
        ]
        return states.first { $0.0 }.map { text($0.1) } ?? ""
    }

    func answerUser(_ json: JSON) throws {
        try answer(json) {
            let record = try UserAnswer(json: json)
            let user = record.row
            let devices = record.devices.map { device in
                "\(device.model) (\(device.versionOS))\(device.isCurrent ? "*" : "")"
            }
            let push = (record.push ?? [:]).filter(\.value).keys.sorted()
            let lines: [(Localized, String)] = [
                (Localized(same: "ID"), user.person.id),
                (Localized("Кто", "Who"), user.person.title ?? "—"),
                (Localized("Почта", "E-mail"), user.email ?? ""),
                (Localized("Состояние", "State"), state(of: user)),
                (Localized("Почему", "Why"), record.blockReason ?? ""),
                (Localized("С нами с", "Since"), clock.text(user.createdAt)),
                (Localized("Последний вход", "Last sign-in"), clock.text(user.signedInAt)),
                (
                    Localized("Дата рождения", "Date of birth"),
                    String((user.birthday?.description ?? "").prefix(10))
                ),
                (Localized("Дети", "Children"), user.hasKids.map { String($0) } ?? ""),
                (Localized("Баланс", "Balance"), String(user.balance)),
                (Localized("Накоплено", "Earned"), String(user.earned)),
                (Localized("Потрачено", "Spent"), String(user.spent)),
                (Localized("Подарков", "Gifts"), String(user.giftsCount)),
                (Localized("Код", "Referral code"), user.referralCode),
                (Localized("Пришли от", "Invited by"), record.inviter?.title ?? "—"),
                (Localized("Приглашено", "Invited"), String(user.invitedCount)),
                (
                    Localized("Мероприятия", "Events"),
                    record.events.compactMap(\.title).joined(separator: ", ")
                ),
                (Localized("Устройства", "Devices"), devices.joined(separator: ", ")),
                (Localized("Уведомления", "Notifications"), push.joined(separator: ", ")),
                (Localized("Оценка", "Rating"), user.rating.map { String($0) } ?? ""),
            ]
            return card(lines)
        }
    }

    fileprivate func table(of survey: SurveySummary) -> Table {
        let totals: [(Localized, String)] = [
            (Localized("Зарегистрированы", "Registered"), String(survey.registered)),
            (Localized("Прошли опрос", "Took the survey"), String(survey.taken)),
            (Localized("Есть дети", "Have children"), String(survey.withKids)),
            (Localized("Нет детей", "No children"), String(survey.withoutKids)),
        ]
        let ages = survey.groups.map { group in
            ["\(group.from)\(group.until.map { "–\($0 - 1)" } ?? "+")", String(group.count)]
        }
        return Table(
            [Table.Column(""), Table.Column("", isNumber: true)],
            hasHeader: false,
            rows: totals.map { [text($0.0), $0.1] } + ages
        )
    }
}
