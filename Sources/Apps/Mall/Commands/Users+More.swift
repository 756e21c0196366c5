import ArgumentParser
import Core

extension Users {
    struct Survey: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized("Сосчитать ответы анкеты.", "Count the answers of the survey.").here
        )

        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let survey = try await session.api.get(["mall", "survey"])
                session.answer(survey, ids: []) { session.table(ofSurvey: survey) }
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
    func userTable(_ items: [JSON]) -> Table {
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
                user["id"]?.string ?? "", Optional(user).person, user["email"]?.string ?? "",
                user["balance"].number, user["owned_count"].number, user["invited_count"].number,
                clock.text(user["signed_in_at"]), clock.text(user["created_at"]), state(of: user),
            ]
        }
        return Table(columns, rows: rows)
    }

    private func state(of user: JSON) -> String {
        let states: [(Bool, Localized)] = [
            (user["is_erased"] == true, Localized("стёрт", "erased")),
            (user["is_blocked"] == true, Localized("заблокирован", "blocked")),
            (user["confirmed_at"]?.string == nil, Localized("код не введён", "not confirmed")),
            (user["registered_at"]?.string == nil, Localized("без анкеты", "no profile")),
        ]
        return states.first { $0.0 }.map { text($0.1) } ?? ""
    }

    func answerUser(_ user: JSON) {
        answer(user) {
            let devices = (user["devices"]?.array ?? []).map { device in
                let mark = device["is_current"] == true ? "*" : ""
                return "\(device["model"]?.string ?? "") (\(device["version_os"]?.string ?? ""))\(mark)"
            }
            let push = (user["push"]?.object ?? [:]).filter { $0.value == true }.keys.sorted()
            let lines: [(Localized, String)] = [
                (Localized(same: "ID"), user["id"]?.string ?? ""),
                (Localized("Кто", "Who"), Optional(user).person),
                (Localized("Почта", "E-mail"), user["email"]?.string ?? ""),
                (Localized("Состояние", "State"), state(of: user)),
                (Localized("Почему", "Why"), user["block_reason"]?.string ?? ""),
                (Localized("С нами с", "Since"), clock.text(user["created_at"])),
                (Localized("Последний вход", "Last sign-in"), clock.text(user["signed_in_at"])),
                (
                    Localized("Дата рождения", "Date of birth"),
                    String((user["date_birth"]?.string ?? "").prefix(10))
                ),
                (Localized("Дети", "Children"), user["have_kids"]?.bool.map { String($0) } ?? ""),
                (Localized("Баланс", "Balance"), user["balance"].number),
                (Localized("Накоплено", "Earned"), user["earned"].number),
                (Localized("Потрачено", "Spent"), user["spent"].number),
                (Localized("Подарков", "Gifts"), user["gifts_count"].number),
                (Localized("Код", "Referral code"), user["referral_code"]?.string ?? ""),
                (Localized("Пришли от", "Invited by"), user["inviter"].person),
                (Localized("Приглашено", "Invited"), user["invited_count"].number),
                (
                    Localized("Мероприятия", "Events"),
                    (user["events"]?.array ?? []).compactMap { $0["title"]?.string }.joined(separator: ", ")
                ),
                (Localized("Устройства", "Devices"), devices.joined(separator: ", ")),
                (Localized("Уведомления", "Notifications"), push.joined(separator: ", ")),
                (Localized("Оценка", "Rating"), user["app_evaluation"].number),
            ]
            return card(lines)
        }
    }

    fileprivate func table(ofSurvey survey: JSON) -> Table {
        let totals: [(Localized, String)] = [
            (Localized("Зарегистрированы", "Registered"), survey["registered"].number),
            (Localized("Прошли опрос", "Took the survey"), survey["taken"].number),
            (Localized("Есть дети", "Have children"), survey["with_kids"].number),
            (Localized("Нет детей", "No children"), survey["without_kids"].number),
        ]
        let ages = (survey["ages"]?.array ?? []).map { group in
            let from = group["from"].number
            let until = group["until"]?.integer.map { "–\($0 - 1)" } ?? "+"
            return ["\(from)\(until)", group["count"].number]
        }
        return Table(
            [Table.Column(""), Table.Column("", isNumber: true)],
            hasHeader: false,
            rows: totals.map { [text($0.0), $0.1] } + ages
        )
    }
}
