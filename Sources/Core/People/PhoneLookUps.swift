import Storage

/// The look-ups of whole phone numbers by staff who are shown masked ones.
///
/// Each is audited, and their number is limited, so that a masked number cannot be completed by trying.
package struct PhoneLookUps: Sendable {
    static let perHourMax: Int64 = 30
    static let perDayMax: Int64 = 100
    /// The time for which the same number counts once: pages of a list, and the console's further requests.
    private static let window: Duration = .seconds(600)

    private let database: any Database
    private let now: @Sendable () -> Timestamp

    package init(database: any Database, now: @escaping @Sendable () -> Timestamp) {
        self.database = database
        self.now = now
    }

    /// Throws `.limited` after too many look-ups; staff who may read people are not limited.
    package func note(
        _ digits: String,
        in list: String,
        by author: Author,
        address: String?
    ) async throws {
        guard !author.may(.readPeople) else { return }
        let now = now()
        let key = AttemptLimit.stored("phone-looked-up:\(author.key):\(digits)")
        let limits = [("hour", Self.perHourMax, 3_600), ("day", Self.perDayMax, 86_400)].map {
            AttemptLimit(key: "phones-looked-up:\($0):\(author.key)", countMax: $1, window: .seconds($2))
        }
        do {
            try await database.write { connection in
                guard try connection.isFirst(key, within: Self.window, at: now) else { return }
                try limits.count(at: now, on: connection)
                let phone = PhoneNumber.masked("+\(digits)")
                try AuditLog.record(
                    .phoneLookedUp,
                    detail: ["phone": .string(phone), "list": .string(list)],
                    by: author,
                    at: now,
                    address: address,
                    on: connection
                )
            }
        } catch let problem as Problem where problem.kind == .limited {
            let log = LookLog(database: database, now: self.now)
            try await log.note(.lookUpsRefused, by: author, address: address)
            throw problem
        }
    }
}
