import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// Who was invited by whom, and which invitations wait for a decision (M86).
struct ReferralPages: Sendable {
    static let path = "/people/referrals"
    static let heading = Localized("Приглашения", "Invitations")

    let console: Console

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get("people/referrals") { request, context in
            try await show(request, context)
        }
        group.get("people/referrals/inviters") { request, context in
            try await inviters(request, context)
        }
        group.post("people/referrals/{id}/approve") { request, context in
            try await decide("approve", request, context)
        }
        group.post("people/referrals/{id}/reject") { request, context in
            try await decide("reject", request, context)
        }
    }

    private func show(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        var records = Records(console, request, context, Self.path, Self.heading)
        let language = records.language
        let answer = try await records.api.get(
            "/mall/referrals",
            records.given("state", "inviter", "user", "phone", "cursor")
        )
        tabs(&records, answer["counts"] ?? [:], isInviters: false)
        var chips: [JSON] = []
        if let inviter = records.value("inviter") {
            let account = try await records.api.get("/mall/users/\(inviter.percentEncoded)/points")
            let name = RecordCell.name(account["user"], language)
            chips.append(records.chip(Localized("Чей код", "Whose code"), name, without: "inviter"))
        }
        records.filter = records.bar([], hasDates: false, chips: chips, kept: ["state", "inviter"])
        addRows(to: &records, answer)
        return try await records.show()
    }

    private func addRows(to records: inout Records, _ answer: JSON) {
        let (language, time) = (records.language, records.time)
        records.heads = [
            (Localized("Когда", "When"), "when fit"), (Localized("Кто пришёл", "Who came"), "main"),
            (Localized("По чьему коду", "By whose code"), "who"), (Localized("Баллы", "Points"), "r"),
            (Localized("Состояние", "State"), ""), (Localized("", ""), "acts"),
        ]
        let page = records
        let mayDecide = page.context.author.may(.correctPoints)
        records.rows = (answer["items"]?.array ?? []).map { line in
            page.row(
                line["id"]?.string ?? "",
                [
                    RecordCell.words(time.words(line["at"])), RecordCell.person(line["user"], language),
                    RecordCell.person(line["inviter"], language),
                    RecordCell.words(
                        RecordCell.signed(line["points"]?.integer ?? 0),
                        more: line["inviter_points"]?.integer.map {
                            Localized("и \(RecordCell.signed($0))", "and \(RecordCell.signed($0))")[language]
                        } ?? ""
                    ),
                    Self.state(line, language), RecordCell.acts(mayDecide ? Self.acts(line, page) : []),
                ]
            )
        }
        records.next = answer["next"]?.string
        records.empty =
            records.value("state") == "held"
            ? (
                Localized("Проверять нечего", "Nothing to review"),
                Localized(
                    "Сюда попадают приглашения сверх месячного предела.",
                    "Invitations beyond the limit of a month come here."
                )
            )
            : (
                Localized("Приглашений нет", "No invitations"),
                Localized(
                    "Здесь появится каждый, кто ввёл код друга.",
                    "Everybody who enters a friend's code appears here."
                )
            )
    }

    private static func state(_ line: JSON, _ language: Language) -> JSON {
        switch line["state"]?.string {
        case "held":
            let why =
                line["reason"]?.string == "address"
                ? Localized("тот же адрес", "the same address")
                : Localized("сверх предела за месяц", "over the limit of a month")
            return RecordCell.pill(why[language], "warn", icon: "warn")
        case "rejected":
            return RecordCell.pill(Localized("отклонено", "rejected")[language], "arch", icon: "x")
        case _: return RecordCell.pill(Localized("начислено", "paid")[language], "pub", icon: "check")
        }
    }

    /// What was rejected can still be approved.
    private static func acts(_ line: JSON, _ records: Records) -> [JSON] {
        let (language, back) = (records.language, records.here())
        let (id, name) = (line["id"]?.string ?? "", RecordCell.name(line["inviter"], language))
        let isHeld = line["state"]?.string == "held"
        let approve = RecordCell.act(
            Localized("Начислить", "Approve"),
            of: name,
            post: "\(path)/\(id)/approve",
            back: back,
            isPrimary: isHeld,
            language
        )
        let reject = RecordCell.act(
            Localized("Отклонить", "Reject"),
            of: name,
            post: "\(path)/\(id)/reject",
            back: back,
            language
        )
        switch line["state"]?.string {
        case "held": return [approve, reject]
        case "rejected": return [approve]
        case _: return []
        }
    }

    private func inviters(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        var records = Records(console, request, context, "\(Self.path)/inviters", Self.heading)
        records.item = Self.path
        let (language, time) = (records.language, records.time)
        let answer = try await records.api.get("/mall/referrals/inviters", records.given("cursor"))
        let counts = try await records.api.get("/mall/referrals", [("limit", "1")])["counts"] ?? [:]
        tabs(&records, counts, isInviters: true)
        records.heads = [
            (Localized("Кто приглашает", "Who invites"), "main"), (Localized("Пригласил", "Invited"), "r"),
            (Localized("На проверке", "To review"), "r lo"), (Localized("Получил баллов", "Points"), "r"),
            (Localized("Последний раз", "Last time"), "when lo"),
        ]
        records.rows = (answer["items"]?.array ?? []).map { line in
            let id = line["id"]?.string ?? ""
            return records.row(
                id,
                [
                    RecordCell.person(line["user"], language),
                    RecordCell.link(
                        RecordCell.grouped(line["count"]?.integer ?? 0),
                        "\(Self.path)?inviter=\(id)"
                    ),
                    RecordCell.words(RecordCell.grouped(line["held"]?.integer ?? 0)),
                    RecordCell.words(RecordCell.grouped(line["points"]?.integer ?? 0)),
                    RecordCell.words(time.words(line["last_at"])),
                ]
            )
        }
        records.next = answer["next"]?.string
        records.empty = (
            Localized("Никто ещё никого не пригласил", "Nobody has invited anybody yet"),
            Localized("Код друга есть у каждого в приложении.", "Everybody has a code in the app.")
        )
        return try await records.show()
    }

    private func tabs(_ records: inout Records, _ counts: JSON, isInviters: Bool) {
        let state = records.value("state") ?? ""
        let states: [(String, Localized)] = [
            ("", Localized("Все", "All")), ("held", Localized("На проверке", "To review")),
            ("rejected", Localized("Отклонены", "Rejected")),
        ]
        for (name, title) in states {
            let count = counts[name.isEmpty ? "all" : name]?.integer
            let isHere = !isInviters && name == state
            records.tab(title, [("state", name)], isHere: isHere, count: count, at: Self.path)
        }
        records.tab(
            Localized("Кто приглашает", "Who invites"),
            [],
            isHere: isInviters,
            count: counts["inviters"]?.integer,
            at: "\(Self.path)/inviters"
        )
    }

    private func decide(
        _ verb: String,
        _ request: Request,
        _ context: ConsoleContext
    ) async throws -> Response {
        let form = try await request.form()
        let id = try context.id
        let line = try await console.api(context).send(.post, "/mall/referrals/\(id)/\(verb)")
        let points = RecordCell.grouped(line["inviter_points"]?.integer ?? 0)
        return try await console.done(
            verb == "approve"
                ? Localized("Начислено \(points)", "\(points) points given")
                : Localized("Приглашение отклонено", "The invitation is rejected"),
            to: form.place("\(Self.path)?state=held"),
            context
        )
    }
}
