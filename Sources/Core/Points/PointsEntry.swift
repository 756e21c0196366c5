import Storage

/// One movement of points between a person's account and the programme's; it is never changed or removed.
package struct PointsEntry: Sendable, Hashable {
    /// The account of the programme, which changes by the same amount with the opposite sign.
    package enum Programme: String, Sendable, CaseIterable {
        case issued, spent, corrections, expired
    }

    package let id: String
    /// The order in which entries are made.
    package let number: Int64
    package let accountID: String
    package let programme: Programme
    /// Signed, from the person's point of view.
    package let change: Int64
    /// The balance after this entry.
    package let balance: Int64
    package let cause: PointsCause
    package let subjectID: String?
    /// The subject of the cause at that time; it outlives the cause.
    package let subject: JSON?
    package let note: String?
    package let author: String
    package let staffID: String?
    package let key: String
    package let createdAt: Timestamp

    package var json: JSON {
        [
            "id": .string(id), "number": .integer(number), "account_id": .string(accountID),
            "programme": .string(programme.rawValue), "change": .integer(change),
            "balance": .integer(balance),
            "cause": .string(cause.name), "subject_id": JSON(subjectID), "subject": subject ?? .null,
            "note": JSON(note), "by": .string(author), "created_at": .string(createdAt.description),
        ]
    }
}

/// The reason for a movement of points; each app declares its own in an extension.
package struct PointsCause: Sendable, Hashable {
    package let name: String

    package init(_ name: String) {
        self.name = name
    }

    /// A member of staff has added or subtracted points.
    package static let correction = PointsCause("correction")
    /// The points have expired.
    package static let expiry = PointsCause("expiry")
    /// A purchase was refunded.
    package static let refund = PointsCause("refund")
}

/// A requested movement of points.
package struct PointsChange: Sendable, Hashable {
    package var accountID: String
    package var programme: PointsEntry.Programme
    package var change: Int64
    package var cause: PointsCause
    package var subjectID: String?
    package var subject: JSON?
    package var note: String?
    package var author: String
    package var staffID: String?
    /// Identifies the act, so that it is done only once.
    package var key: String
    /// The time until the points expire; nil for never, and for points that are subtracted.
    package var life: Duration?

    package init(
        _ change: Int64,
        of accountID: String,
        with programme: PointsEntry.Programme,
        for cause: PointsCause,
        key: String,
        author: String,
        staffID: String? = nil,
        subjectID: String? = nil,
        subject: JSON? = nil,
        note: String? = nil,
        life: Duration? = nil
    ) {
        self.change = change
        self.accountID = accountID
        self.programme = programme
        self.cause = cause
        self.key = key
        self.author = author
        self.staffID = staffID
        self.subjectID = subjectID
        self.subject = subject
        self.note = note
        self.life = life
    }
}

extension PointsEntry {
    package init(_ row: Row) throws {
        id = try row.get("id")
        number = try row.get("number")
        accountID = try row.get("account_id")
        guard let programme = Programme(rawValue: try row.get("programme")) else {
            throw StorageError.column("programme", "holds no side of the programme")
        }
        self.programme = programme
        change = try row.get("change")
        balance = try row.get("balance")
        cause = PointsCause(try row.get("cause"))
        subjectID = try row.get("subject_id")
        subject = try row.get("subject", as: String?.self).map { try JSON(parsing: $0) }
        note = try row.get("note")
        author = try row.get("author")
        staffID = try row.get("staff_id")
        key = try row.get("key")
        createdAt = try row.get("created_at")
    }
}
