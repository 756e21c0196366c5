import Storage

/// A file that a mail brings along.
package struct MailFile: Sendable, Hashable {
    /// As its sender has called it.
    package let name: String
    package let bytes: [UInt8]

    package init(name: String, bytes: [UInt8]) {
        (self.name, self.bytes) = (name, bytes)
    }

    /// Puts it beside a message of the outbox, with which it goes.
    package func keep(with messageID: Int64, on connection: any Connection) throws {
        try connection.execute(
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
