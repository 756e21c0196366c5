import ArgumentParser
import Core
import Storage

extension Users {
    struct Reveal: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show the whole phone of a person; this is audited."
        )

        @OptionGroup var person: PersonArgument
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let path = Users.path + [try await person.id(session), "reveal"]
                let answer = try await session.api.send(APICall(.post, path))
                let phone = answer["phone"]?.string ?? ""
                session.answer(answer, ids: [phone]) {
                    Table([Table.Column("")], hasHeader: false, rows: [[answer["spaced"]?.string ?? phone]])
                }
            }
        }
    }

    struct Erase: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Take everything personal away for ever.",
            discussion: """
                The phone, name, e-mail address, answers, texts of reviews and codes go; points, gifts and
                invitations stay, as nobody's in particular. --digits are the last two digits of the phone, or
                more of them: they show that it is this person who is meant.
                """
        )

        @OptionGroup var person: PersonArgument
        @Option(help: "How the phone ends: at least its last two digits.") var digits: String
        @Flag(name: [.short, .long], help: "Do not ask.") var yes = false
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let id = try await person.id(session)
                let user = try await session.api.get(Users.path + [id])
                let who = Optional(user).person
                try session.terminal.confirm(
                    Localized(
                        "Личные данные (\(who)) исчезнут навсегда.",
                        "The personal data of \(who) goes for ever."
                    ),
                    isAgreed: yes
                )
                let call = APICall(.post, Users.path + [id, "erase"], json: ["digits": .string(digits)])
                session.answerUser(try await session.api.send(call))
                session.note(Localized("Личные данные стёрты.", "The personal data is gone."))
            }
        }
    }

    struct Survey: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Count the answers of the survey."
        )

        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let survey = try await session.api.get(["mall", "survey"])
                session.answer(survey, ids: []) { session.table(ofSurvey: survey) }
            }
        }
    }

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write people as a table (CSV); this is audited."
        )

        @OptionGroup var filter: UserFilter
        @Flag(help: "With whole phone numbers.") var phones = false
        @OptionGroup var file: TableFile
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let query = try filter.query(session) + (phones ? [(name: "phones", value: "true")] : [])
                try await file.fetch(Users.path + ["export"], query, session)
            }
        }
    }
}

/// Which people a command is about.
struct UserFilter: ParsableArguments {
    @Argument(help: "Digits of the phone, words of the name or e-mail address, or a referral code.")
    var text: String?
    @Flag(inversion: .prefixedNo, help: "Blocked by staff.") var blocked: Bool?
    @Flag(inversion: .prefixedNo, help: "Have taken the survey.") var surveyed: Bool?
    @Flag(inversion: .prefixedNo, help: "Came by a friend's code.") var invited: Bool?
    @Flag(inversion: .prefixedNo, help: "Have gifts that are not used up.") var gifts: Bool?
    @Flag(inversion: .prefixedNo, help: "Have once entered a right code.") var confirmed: Bool?
    @Flag(inversion: .prefixedNo, help: "Were erased.") var erased: Bool?
    @Option(help: ArgumentHelp("Registered from this moment on: 2026-11-01, -7d.", valueName: "moment"))
    var registeredFrom: String?
    @Option(help: ArgumentHelp("Registered before this moment.", valueName: "moment"))
    var registeredUntil: String?

    func query(_ session: Session) throws -> [(name: String, value: String)] {
        let flags = [
            ("blocked", blocked), ("surveyed", surveyed), ("invited", invited), ("gifts", gifts),
            ("confirmed", confirmed), ("erased", erased),
        ]
        let times = try session.moments([
            ("registered_from", registeredFrom), ("registered_until", registeredUntil),
        ])
        return [("q", text)].given + flags.map { ($0.0, $0.1.map { String($0) }) }.given + times
    }
}

extension Session {
    func userTable(_ items: [JSON]) -> Table {
        let columns = [
            Table.Column("ID"),
            Table.Column(text(Localized("КТО", "WHO")), isFlexible: true),
            Table.Column(text(Localized("ПОЧТА", "E-MAIL")), isFlexible: true),
            Table.Column(text(Localized("БАЛАНС", "BALANCE")), isNumber: true),
            Table.Column(text(Localized("ПОДАРКИ", "GIFTS")), isNumber: true),
            Table.Column(text(Localized("ПРИГЛАСИЛИ", "INVITED")), isNumber: true),
            Table.Column(text(Localized("ВХОД", "SIGNED IN"))),
            Table.Column(text(Localized("С НАМИ С", "SINCE"))),
            Table.Column(text(Localized("ЧТО", "STATE"))),
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
            let rows = lines.filter { !$0.1.isEmpty }.map { [text($0.0), $0.1] }
            return Table(
                [Table.Column(""), Table.Column("", isFlexible: true)],
                hasHeader: false,
                rows: rows
            )
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
