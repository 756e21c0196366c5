import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// The ledger of all users, and the correction of one balance.
struct PointsPages: Sendable {
    static let path = PointsEntries.resource.path

    let console: Console

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get("people/points") { request, context in
            try await show(request, context)
        }
        group.get("people/{id}/points") { request, context in
            // Without scripts the dialog is a page.
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
            let correction = PointsCorrection(
                services: console.services,
                signature: context.staff.signature(at: console.services.now())
            )
            let (entry, _) = try await correction.make(
                change,
                of: id,
                reason: form["reason"] ?? "",
                in: context.language
            )
            let points = RecordCell.grouped(Int64(clamping: change.magnitude))
            let balance = RecordCell.grouped(entry.balance)
            let text =
                change > 0
                ? Localized("Начислено \(points), на счёте \(balance)", "\(points) given, now \(balance)")
                : Localized("Списано \(points), на счёте \(balance)", "\(points) taken, now \(balance)")
            return try await console.done(text, to: form.back("\(Self.path)?user=\(id)"), context)
        } catch let problem as Problem where problem.kind == .invalid {
            let here = request.at("\(Self.path)?user=\(id.percentEncoded)")
            return try await show(here, context, form: form, problem: problem)
        }
    }

    // MARK: The ledger

    /// `form` was refused because of `problem`.
    private func show(
        _ request: Request,
        _ context: ConsoleContext,
        form: Form = Form([]),
        problem: Problem? = nil
    ) async throws -> Response {
        let resource = PointsEntries.resource
        var (records, figures) = try await ResourcePages(resource: resource, console: console)
            .records(request, context)
        addSums(to: &records, Dictionary(zip(resource.sums.map(\.name), figures)) { first, _ in first })
        let user = records.value("user").map(\.percentEncoded)
        if let user {
            let account = try await PointsAccount.of(user, console.services, context.staff)
            records.stat(Localized("На счёте", "Balance"), RecordCell.grouped(account.balance))
            let person = account.person?.answer(for: context.author)
            let dialog = PointsDialog(
                id: user,
                name: RecordCell.name(person, context.language),
                balance: account.balance,
                isErased: account.person?.phone == nil,
                back: "\(Self.path)?user=\(user)",
                form: form,
                problem: problem,
                isOpen: records.value("dialog") == "points"
            )
            records.more = ["points": dialog.json(context)]
        } else if records.value("dialog") == "find", context.author.may(.correctPoints) {
            records.more = ["find": try await find(records)]
        }
        if records.value("verify") != nil { records.note = try await verified(context.language) }
        addActions(to: &records, user)
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

    private func addSums(to records: inout Records, _ figures: [String: Int64?]) {
        func figure(_ name: String) -> Int64 { figures[name].flatMap { $0 } ?? 0 }
        let lines = counted(
            Int(clamping: figure("count")),
            records.language,
            ru: ("операция", "операции", "операций"),
            en: ("transaction", "transactions")
        )
        let total = figure("plus").addingReportingOverflow(figure("minus")).partialValue
        records.stat(Localized("Итого", "Total"), RecordCell.grouped(total), unit: Localized(same: lines))
        for side in PointsEntry.Programme.allCases {
            let points = figure("programme.\(side.rawValue)")
            let text =
                switch side {
                // The programme's loss is the users' gain.
                case .issued: RecordCell.grouped(-points)
                case .corrections: RecordCell.signed(-points)
                case .spent, .expired: RecordCell.grouped(points)
                }
            records.stat(PointsLabels.side(side), text)
        }
    }

    private func verified(_ language: Language) async throws -> JSON {
        let verification = try await console.services.points.verify()
        let (count, faults) = (RecordCell.grouped(verification.accounts), verification.faults)
        guard verification.totalFaults.isEmpty else {
            let days = Set(verification.totalFaults.map(\.day)).sorted()
            let list = days.prefix(5).joined(separator: ", ")
            let text = Localized(
                "Не сходятся суммы за дни (\(days.count)): \(list). Балансы: ошибок \(faults.count).",
                "Sums of days that do not agree (\(days.count)): \(list). Balances with faults: \(faults.count)."
            )
            return ["tone": "bad", "icon": "warn", "text": .string(text[language])]
        }
        guard !faults.isEmpty else {
            let text = Localized(
                "Всё сходится: \(count) счетов, каждый баланс равен сумме своих операций.",
                "The books balance: \(count) accounts, each balance is the sum of its transactions."
            )
            return ["tone": "ok", "icon": "check", "text": .string(text[language])]
        }
        let ids = faults.prefix(5).map(\.accountID).joined(separator: ", ")
        let text = Localized(
            "Не сходится счетов: \(faults.count). Первые: \(ids).",
            "Accounts that do not balance: \(faults.count). The first: \(ids)."
        )
        return ["tone": "bad", "icon": "warn", "text": .string(text[language])]
    }

    /// The users with the typed digits.
    private func find(_ records: Records) async throws -> JSON {
        let whom = records.value("whom") ?? ""
        var found: [JSON] = []
        let digits = PhoneSearch.dialled(whom)
        let mayBeAsked = PhoneSearch.mayBeAsked(
            digits,
            readsPeople: records.context.author.may(.readPeople)
        )
        if 2...15 ~= digits.count, whom.count <= 40, mayBeAsked {
            let context = records.context
            found = try await PointsAccount.found(whom, console.services, context.staff).map { account in
                let person = account.person?.answer(for: context.author)
                return [
                    "name": .string(RecordCell.name(person, records.language)),
                    "phone": JSON(person?.phone),
                    "balance": .string(RecordCell.grouped(account.balance)),
                    "path": .string("\(Self.path)?user=\(account.person?.id ?? "")&dialog=points"),
                ]
            }
        }
        return [
            "whom": .string(whom), "found": .array(found), "is_limited": .bool(!mayBeAsked),
            "is_missing": .bool(mayBeAsked && digits.count >= 2 && found.isEmpty),
        ]
    }
}
