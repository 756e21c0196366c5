import Storage

/// Personal preferences of members of staff.
package struct PreferenceStore: Sendable {
    private static let preferenceSizeMax = 16 << 10
    private static let preferenceNameLengthMax = 200

    let database: any Database

    package init(database: any Database) {
        self.database = database
    }

    /// Nil if no preference is set.
    package func get(_ name: String, of staffID: String) async throws -> JSON? {
        try await database.read { connection in
            try connection.rows(
                "SELECT value FROM preferences WHERE staff_id = \(staffID) AND name = \(name)"
            ).first.map { try JSON(parsing: try $0.get("value", as: String.self)) }
        }
    }

    /// Null removes the preference.
    package func set(_ name: String, to value: JSON, of staffID: String) async throws {
        let text = value.text
        guard text.utf8.count <= Self.preferenceSizeMax, name.utf8.count <= Self.preferenceNameLengthMax
        else {
            throw Problem(.tooLarge, Localized("Слишком много для настройки.", "Too much for a preference."))
        }
        _ = try await database.write { connection in
            if value == .null {
                try connection.send(
                    "DELETE FROM preferences WHERE staff_id = \(staffID) AND name = \(name)"
                )
            } else {
                try connection.send(
                    """
                    INSERT INTO preferences (staff_id, name, value) VALUES (\(staffID), \(name), \(text))
                    ON CONFLICT (staff_id, name) DO UPDATE SET value = excluded.value
                    """
                )
            }
        }
    }
}
