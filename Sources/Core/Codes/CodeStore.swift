import Storage

/// The codes made for phones, for staff who test the apps; every view is audited.
package struct CodeStore: Sendable {
    /// The time for which a record of a code is stored.
    package static let codeAge: Duration = .seconds(90 * 86_400)

    private let database: any Database
    private let isProduction: Bool
    private let now: @Sendable () -> Timestamp

    package init(database: any Database, isProduction: Bool, now: @escaping @Sendable () -> Timestamp) {
        self.database = database
        self.isProduction = isProduction
        self.now = now
    }

    /// Throws unless the author may see codes; in production no codes are shown.
    package func require(_ author: Author) throws(Problem) {
        guard !isProduction else {
            throw .notFound(
                Localized(
                    "В рабочем режиме сервера коды не показываются.",
                    "Codes are not shown while the server runs in production."
                )
            )
        }
        try author.require(.readCodes)
    }

    /// The newest codes, or those before `cursor`, which is the id of a code.
    ///
    /// `digits` are the last digits of the phone, or all of them; anything between requires permission to read people.
    package func list(
        app: String? = nil,
        digits: String? = nil,
        limit: Int = Limits.pageSizeDefault,
        before cursor: String? = nil,
        by author: Author,
        address: String? = nil
    ) async throws -> Page<Code> {
        try require(author)
        let ofPhone: SQL = try digits.map { "AND (\(try Self.condition($0, for: author)))" } ?? ""
        if let digits, PhoneSearch.isWhole(digits) {
            try await PhoneLookUps(database: database, now: self.now)
                .note(digits, in: "codes", by: author, address: address)
        }
        let now = now()
        try await noteLook(by: author, address: address)
        let ofApp: SQL = app.map { "AND codes.app = \($0)" } ?? ""
        let rest: SQL = cursor.map { "AND codes.id < \($0)" } ?? ""
        let codes = try await database.read { connection in
            try connection.rows(
                """
                SELECT \(Code.columns) FROM codes LEFT JOIN outbox ON outbox.id = codes.message_id
                WHERE 1 = 1 \(ofApp) \(ofPhone) \(rest)
                ORDER BY codes.id DESC LIMIT \(limit + 1)
                """
            ).map { try Code($0, at: now) }
        }
        let page = Array(codes.prefix(limit))
        return Page(elements: page, next: codes.count > limit ? page.last?.id : nil)
    }

    private static func condition(_ digits: String, for author: Author) throws(Problem) -> SQL {
        let readsPeople = author.may(.readPeople)
        guard PhoneSearch.mayBeAsked(digits, readsPeople: readsPeople) else {
            let count = PhoneNumber.shownDigitsCount
            throw .invalid([
                Fault(
                    "#/phone",
                    "нужен целиком или \(count) последние цифры",
                    "must be whole, or its last \(count) digits"
                )
            ])
        }
        return PhoneSearch.condition(endOfPhone: digits, in: ["codes"], readsPeople: readsPeople)
    }

    /// The code with its full phone number; each call is audited.
    package func reveal(_ id: String, by author: Author, address: String? = nil) async throws -> Code {
        try require(author)
        let now = now()
        return try await database.write { connection in
            let row = try Identifier.normalized(id).flatMap { id in
                try connection.rows(
                    """
                    SELECT \(Code.columns) FROM codes LEFT JOIN outbox ON outbox.id = codes.message_id
                    WHERE codes.id = \(id)
                    """
                ).first
            }
            guard let row else {
                throw Problem.notFound(Localized("Такого кода нет.", "There is no such code."))
            }
            let code = try Code(row, at: now)
            try AuditLog.record(
                .codeRevealed,
                subject: code.id,
                detail: ["app": .string(code.app), "phone": .string(code.phone.masked)],
                by: author,
                at: now,
                address: address,
                on: connection
            )
            return code
        }
    }

    /// The codes of the feed: the newest of the last day.
    func latest() async throws -> [Code] {
        let now = now()
        let since = now.advanced(by: .zero - Limits.codeShownAge)
        return try await database.read { connection in
            try connection.rows(
                """
                SELECT \(Code.columns) FROM codes LEFT JOIN outbox ON outbox.id = codes.message_id
                WHERE codes.created_at > \(since)
                ORDER BY codes.created_at DESC, codes.id DESC LIMIT \(Limits.codesFollowedMax)
                """
            ).map { try Code($0, at: now) }
        }
    }

    /// Records that somebody sees codes: one audit entry for all views within some minutes.
    func noteLook(by author: Author, address: String?) async throws {
        try await LookLog(database: database, now: now).note(.codesSeen, by: author, address: address)
    }

    /// Erases codes in the clear after a day, with the texts that hold them, and later the whole rows.
    ///
    /// A code without an expiry ends here too, so that no phone is stored forever.
    package func removeExpired() async throws {
        let now = now()
        let shown = now.advanced(by: .zero - Limits.codeShownAge)
        let kept = now.advanced(by: .zero - Self.codeAge)
        var count = Limits.tidyBatch
        while count == Limits.tidyBatch {
            count = try await database.write { connection in
                let rows = try connection.rows(
                    """
                    UPDATE codes SET code = NULL WHERE id IN (
                        SELECT id FROM codes WHERE code IS NOT NULL AND created_at <= \(shown) LIMIT \(Limits.tidyBatch)
                    )
                    RETURNING message_id
                    """
                )
                for row in rows {
                    if let message: Int64 = try row.get("message_id") {
                        try connection.forgetText(of: message)
                    }
                }
                return rows.count
            }
        }
        count = Limits.tidyBatch
        while count == Limits.tidyBatch {
            count = try await database.write { connection in
                try connection.execute(
                    """
                    DELETE FROM codes WHERE id IN (
                        SELECT id FROM codes
                        WHERE created_at <= \(kept) AND (state <> 'live' OR expires_at IS NULL OR expires_at <= \(kept))
                        LIMIT \(Limits.tidyBatch)
                    )
                    """
                )
            }
        }
    }
}

extension Connection {
    /// Erases the text of a message that is no longer waiting.
    fileprivate func forgetText(of id: Int64) throws {
        let row = try rows("SELECT payload FROM outbox WHERE id = \(id) AND state <> 'waiting'").first
        guard let row else { return }
        let payload = try JSON(parsing: row.get("payload", as: String.self)).merged(with: ["text": nil])
        try send("UPDATE outbox SET payload = \(payload.text) WHERE id = \(id)")
    }
}
