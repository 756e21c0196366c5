import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// The ledger of everybody, and the correction of one balance.
struct PointsPages: Sendable {
    static let path = "/people/points"
    static let heading = Localized("Баллы и операции", "Points and transactions")

    let console: Console

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get("people/points") { request, context in
            try await show(request, context)
        }
        group.get("people/{id}/points") { request, context in
            // Without script the dialog is a page.
            let id = try context.id
            return Response.redirect(to: "\(Self.path)?user=\(id)&dialog=points", type: .normal)
        }
        group.post("people/{id}/points") { request, context in try await correct(request, context) }
    }

    // MARK: The correction

    private func correct(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        let id = try context.id
        let change = PointsDialog.change(form)
        do {
            let line = try await console.api(context).send(
                .post,
                "/mall/users/\(id)/points",
                body: ["change": .integer(change), "reason": .string(form["reason"] ?? "")]
            )
            let (points, balance) = (
                RecordCell.grouped(Int64(clamping: change.magnitude)),
                RecordCell.grouped(line["balance"]?.integer ?? 0)
            )
            let text =
                change > 0
                ? Localized("Начислено \(points), на счёте \(balance)", "\(points) given, now \(balance)")
                : Localized("Списано \(points), на счёте \(balance)", "\(points) taken, now \(balance)")
            return try await console.done(text, to: form.place("\(Self.path)?user=\(id)"), context)
        } catch let problem as Problem where problem.kind == .invalid {
            return try await show(request, context, user: id, form: form, problem: problem)
        }
    }

    // MARK: The ledger

    private func show(
        _ request: Request,
        _ context: ConsoleContext,
        user: String? = nil,
        form: Form = Form([]),
        problem: Problem? = nil
    ) async throws -> Response {
        var records = Records(console, request, context, Self.path, Self.heading)
        let api = records.api
        let user = user ?? records.value("user").map(\.percentEncoded)
        let query =
            records.given("cause", "sign", "phone", "subject") + records.days
            + (user.map { [(name: "user", value: $0)] } ?? [])
        let answer = try await api.get("/mall/points", query + records.given("cursor"))
        let sums = try await api.get("/mall/points/sums", query)
        records.csv = records.files("/mall/points/export", query)
        addSums(to: &records, sums)
        addRows(to: &records, answer)
        var account: JSON?
        if let user {
            account = try await api.get("/mall/users/\(user)/points")
            var dialog = PointsDialog(id: user, account: account ?? .null, back: "\(Self.path)?user=\(user)")
            (dialog.form, dialog.problem) = (form, problem)
            dialog.isOpen = records.value("dialog") == "points"
            records.more = ["points": dialog.json(context)]
        } else if records.value("dialog") == "find", context.author.may(.correctPoints) {
            records.more = ["find": try await find(records)]
        }
        if records.value("verify") != nil { records.note = try await verified(api, context.language) }
        addActions(to: &records, user)
        records.filter = filter(records, account)
        return try await records.show(status: problem?.kind.status ?? .ok)
    }

    private func addActions(to records: inout Records, _ user: String?) {
        records.action(
            Localized("Сверить", "Verify"),
            records.here(without: "verify", and: [("verify", "1")]),
            icon: "check"
        )
        if records.context.author.may(.correctPoints) {
            let place = user.map { "\(Self.path)?user=\($0)&dialog=points" } ?? "\(Self.path)?dialog=find"
            records.action(
                Localized("Изменить баланс", "Change a balance"),
                place,
                icon: "coins",
                isPrimary: true,
                key: "c"
            )
        }
    }

    private func filter(_ records: Records, _ account: JSON?) -> JSON {
        let all = Localized("За что угодно", "For anything")
        let causes = PointsQuery.causes.map { (value: $0.name, title: PointsLabels.cause($0.name)) }
        var chips: [JSON] = []
        if let account {
            let name = RecordCell.name(account["user"], records.language)
            let balance = RecordCell.grouped(account["balance"]?.integer ?? 0)
            chips.append(
                records.chip(
                    Localized("Кто", "Who"),
                    Localized("\(name), на счёте \(balance)", "\(name), balance \(balance)")[
                        records.language
                    ],
                    without: "user"
                )
            )
        }
        if let subject = records.value("subject") {
            let title = records.console.services.live.state[Offers.type.name][subject]?.text(
                "name",
                records.language
            )
            chips.append(records.chip(Localized("За", "For"), title ?? "…", without: "subject"))
        }
        return records.bar(
            [
                records.select("cause", Localized("За что", "For what"), [("", all)] + causes),
                records.select(
                    "sign",
                    Localized("Начисления или списания", "Awards or charges"),
                    [
                        ("", Localized("Все", "All")), ("plus", Localized("Начисления", "Given")),
                        ("minus", Localized("Списания", "Taken")),
                    ]
                ),
            ],
            hasPhone: account == nil,
            chips: chips,
            kept: ["user", "subject"]
        )
    }

    private func addSums(to records: inout Records, _ sums: JSON) {
        let language = records.language
        records.about =
            Localized(
                "Строки не правят и не удаляют: ошибку исправляет новая строка",
                "Lines are never changed or removed: a new line corrects a mistake"
            )[language]
        let lines = counted(
            Int(clamping: sums["count"]?.integer ?? 0),
            language,
            ru: ("операция", "операции", "операций"),
            en: ("transaction", "transactions")
        )
        let total = (sums["plus"]?.integer ?? 0) + (sums["minus"]?.integer ?? 0)
        records.stat(Localized("Итого", "Total"), RecordCell.grouped(total), unit: Localized(lines, lines))
        for side in PointsEntry.Programme.allCases {
            let points = sums["programme"]?[side.rawValue]?.integer ?? 0
            let text =
                switch side {
                // What the programme loses, people get.
                case .issued: RecordCell.grouped(-points)
                case .corrections: RecordCell.signed(-points)
                case .spent, .expired: RecordCell.grouped(points)
                }
            records.stat(PointsLabels.side(side), text)
        }
    }

    private func addRows(to records: inout Records, _ answer: JSON) {
        let (language, time) = (records.language, records.time)
        records.heads = [
            (Localized("Когда", "When"), "when fit"), (Localized("Кто", "Who"), "who"),
            (Localized("За что", "For what"), "main"), (Localized("Баллы", "Points"), "r"),
            (Localized("Стало", "Balance"), "r lo"),
        ]
        records.rows = (answer["items"]?.array ?? []).map { line in
            let subject = PointsLabels.subject(of: line, language)
            return records.row(
                line["id"]?.string ?? "",
                [
                    RecordCell.words(time.words(line["created_at"])),
                    RecordCell.person(line["user"], language),
                    RecordCell.entity(subject.title, sub: subject.sub),
                    RecordCell.amount(line["change"]?.integer ?? 0),
                    RecordCell.words(RecordCell.grouped(line["balance"]?.integer ?? 0)),
                ]
            )
        }
        records.next = answer["next"]?.string
        records.empty = (
            Localized("Операций нет", "No transactions"),
            Localized(
                "Здесь появится всё, что начислено и списано: за регистрацию, опрос, покупки и записи.",
                "All that is given and taken appears here: for registrations, surveys, purchases and events."
            )
        )
    }

    private func verified(_ api: AdminAPI, _ language: Language) async throws -> JSON {
        let answer = try await api.get("/mall/points/verify")
        let count = RecordCell.grouped(answer["accounts"]?.integer ?? 0)
        let faults = answer["faults"]?.array ?? []
        guard !faults.isEmpty else {
            let text = Localized(
                "Всё сходится: \(count) счетов, каждый баланс равен сумме своих операций.",
                "The books balance: \(count) accounts, each balance is the sum of its transactions."
            )
            return ["tone": "ok", "icon": "check", "text": .string(text[language])]
        }
        let ids = faults.prefix(5).compactMap { $0["account_id"]?.string }.joined(separator: ", ")
        let text = Localized(
            "Не сходится счетов: \(faults.count). Первые: \(ids).",
            "Accounts that do not balance: \(faults.count). The first: \(ids)."
        )
        return ["tone": "bad", "icon": "warn", "text": .string(text[language])]
    }

    /// Those who have the digits that somebody types.
    private func find(_ records: Records) async throws -> JSON {
        let whom = records.value("whom") ?? ""
        var found: [JSON] = []
        let digits = PhoneSearch.dialled(whom)
        let mayBeAsked = PhoneSearch.mayBeAsked(
            digits,
            readsPeople: records.context.author.may(.readPeople)
        )
        if 2...15 ~= digits.count, whom.count <= 40, mayBeAsked {
            let answer = try await records.api.get("/mall/points/accounts", [("phone", whom)])
            found = (answer["items"]?.array ?? []).map { account in
                let user = account["user"]
                return [
                    "name": .string(RecordCell.name(user, records.language)), "phone": user?["phone"] ?? "",
                    "balance": .string(RecordCell.grouped(account["balance"]?.integer ?? 0)),
                    "path": .string("\(Self.path)?user=\(user?["id"]?.string ?? "")&dialog=points"),
                ]
            }
        }
        return [
            "whom": .string(whom), "found": .array(found), "is_limited": .bool(!mayBeAsked),
            "is_missing": .bool(mayBeAsked && digits.count >= 2 && found.isEmpty),
        ]
    }
}
