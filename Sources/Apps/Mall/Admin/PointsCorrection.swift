import Core
import Storage
import Web

/// A correction of points by staff, with a reason (M128); existing entries are never changed.
struct PointsCorrection: Sendable {
    let services: Services
    let signature: AuditSignature

    /// Makes the correction and returns its row of the list; a dry run rolls it back.
    ///
    /// Throws faults of `#/change` and `#/reason`, or `notFound` if there is no such person.
    func make(
        _ change: Int64,
        of userID: String,
        reason: String,
        in language: Language
    ) async throws -> (entry: PointsEntry, row: JSON) {
        try signature.author.require(.correctPoints)
        let reason = reason.trimmingSpaces
        try Self.check(change, reason)
        guard let userID = Identifier.normalized(userID) else { throw Problem.noSuchPerson }
        let (services, signature) = (services, signature)
        do {
            return try await services.database.write { connection in
                let user = try connection.mallUser(userID)
                guard let user else { throw Problem.noSuchPerson }
                guard user.erasedAt == nil else { throw Problem.erasedPerson }
                let settings = try services.appSettings.of("mall", on: connection)
                let entry = try connection.move(
                    .byStaff(
                        change,
                        of: userID,
                        with: .corrections,
                        for: .correction,
                        signature.author,
                        settings
                    )
                    .with(
                        key: "correction:\(Identifier.new(at: signature.at, random: services.random))",
                        note: reason
                    ),
                    at: signature.at,
                    random: services.random
                )
                try signature.record(
                    .pointsCorrected,
                    subject: userID,
                    detail: [
                        "change": .integer(change), "balance": .integer(entry.balance),
                        "reason": .string(reason),
                    ],
                    on: connection
                )
                return (entry, try row(entry.id, in: language, on: connection))
            }
        } catch let failure as PointsFailure {
            throw Problem(failure, change: change)
        }
    }

    private func row(_ id: String, in language: Language, on connection: any Connection) throws -> JSON {
        let list = PointsEntries.resource
        let reader = ResourceReader(list, for: signature.author, in: language)
        guard let row = try reader.row(.text(id), on: connection) else { throw list.notFound }
        return list.json(row)
    }

    private static func check(_ change: Int64, _ reason: String) throws(Problem) {
        let max = Limits.pointsCorrectionMax
        var faults: [Fault] = []
        if change == 0 {
            faults.append(Fault("#/change", "укажите число, не ноль", "must be a number other than 0"))
        } else if !(-max...max ~= change) {
            faults.append(
                Fault("#/change", "должно быть от -\(max) до \(max)", "must be from -\(max) to \(max)")
            )
        }
        if !reason.isLine(lengthMax: Limits.pointsReasonLengthMax) {
            faults.append(.line("reason", lengthMax: Limits.pointsReasonLengthMax))
        }
        guard faults.isEmpty else { throw Problem.invalid(faults) }
    }
}

extension PointsChange {
    /// The movement for a correction by staff; added points expire after the time set for the app.
    static func byStaff(
        _ change: Int64,
        of accountID: String,
        with side: PointsEntry.Programme,
        for cause: PointsCause,
        _ author: Author,
        _ settings: AppSettings
    ) -> PointsChange {
        let days = settings.integer("points_days")
        return PointsChange(
            change,
            of: accountID,
            with: side,
            for: cause,
            key: "",
            author: author.name,
            staffID: author.staffID,
            life: days == 0 || change <= 0 ? nil : .seconds(86_400 * days)
        )
    }

    func with(
        key: String,
        note: String? = nil,
        subjectID: String? = nil,
        subject: JSON? = nil
    ) -> PointsChange {
        var change = self
        (change.key, change.note, change.subjectID, change.subject) = (key, note, subjectID, subject)
        return change
    }
}

extension Problem {
    /// The problem of a failed correction, for staff.
    init(_ failure: PointsFailure, change: Int64) {
        switch failure {
        case .short(let missing):
            let balance = -change - missing
            self = .invalid([
                Fault(
                    "#/change",
                    "на счёте \(balance), больше не списать",
                    "is more than there is: \(balance)"
                )
            ])
        case .tooMuch:
            self = .invalid([
                Fault("#/change", "слишком много для одного счёта", "is too much for an account")
            ])
        case .repeated:
            self.init(.conflict, Localized("Это уже сделано.", "This was done already."))
        case .noAccount: self = .noSuchPerson
        }
    }
}
