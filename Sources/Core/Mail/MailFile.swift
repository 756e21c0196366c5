import Storage

/// A file attached to a mail.
package struct MailFile: Sendable, Hashable {
    /// The name that its sender gave it.
    package let name: String
    package let bytes: [UInt8]

    package init(name: String, bytes: [UInt8]) {
        (self.name, self.bytes) = (name, bytes)
    }

    /// Stores the file with a message of the outbox, with which it is deleted.
    package func keep(with messageID: Int64, on connection: any Connection) throws {
        try connection.send(
            "INSERT INTO mail_files (message_id, name, bytes) VALUES (\(messageID), \(name), \(bytes))"
        )
    }
}

extension Connection {
    func mailFile(of messageID: Int64) throws -> MailFile? {
        try rows("SELECT name, bytes FROM mail_files WHERE message_id = \(messageID)").first.map { row in
            MailFile(name: try row.get("name"), bytes: try row.get("bytes"))
        }
    }
}
