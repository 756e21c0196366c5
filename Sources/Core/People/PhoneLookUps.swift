import Storage

/// Whole numbers that are looked up by somebody who is shown masked ones.
///
/// Each is in the audit, and there are so few of them that nobody fills a mask in by trying.
package struct PhoneLookUps: Sendable {
    static let perHourMax: Int64 = 30
    static let perDayMax: Int64 = 100
    /// How long the same number is the same look-up: pages of a list, and what the console asks beside it.
    private static let window: Duration = .seconds(600)

    private let database: any Database
    private let now: @Sendable () -> Timestamp

    package init(database: any Database, now: @escaping @Sendable () -> Timestamp) {
        self.database = database
        self.now = now
    }

    /// Throws `.limited` where that was one too many; those who may read people look up what they like.
    package func note(
        _ digits: String,
        in list: String,
        by author: Author,
        address: String?
    ) async throws {
        guard !author.may(.readPeople) else { return }
        let now = now()
        let key = "phone-looked-up:\(author.key):\(SHA256.hex(digits.utf8))"
        let limits = [("hour", Self.perHourMax, 3_600), ("day", Self.perDayMax, 86_400)].map {
            AttemptLimit(key: "phones-looked-up:\($0):\(author.key)", countMax: $1, window: .seconds($2))
        }
        do {
            try await database.write { connection in
                guard try connection.isFirst(key, within: Self.window, at: now) else { return }
                for limit in limits { try limit.count(at: now, on: connection) }
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
