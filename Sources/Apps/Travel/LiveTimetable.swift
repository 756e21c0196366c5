import Core
import Storage
import Transit

/// The timetable as apps are answered from: read whole from the tables, and swapped when they have changed.
package final class LiveTimetable: Sendable {
    /// The line of `revisions` that every write of the timetable raises.
    static let revisionName = "timetable"

    /// One reading of the tables.
    package struct State: Sendable {
        package let revision: Int64
        package let timetable: Timetable
        /// In the order of the timetable's own.
        let calendars: [Calendar]
        /// The list of all stations by language, made when it is first asked for.
        let lists = Locked<[Language: PreparedStationsList]>([:])
        let making = SingleFlight()
        /// The titles of the places, made when one is first looked for.
        private let made = Locked<PlaceNames?>(nil)

        var names: PlaceNames {
            if let names = made.value { return names }
            let names = PlaceNames(timetable)
            made.update { $0 = names }
            return names
        }

        fileprivate init(_ connection: any Connection) throws {
            revision = try connection.timetableRevision()
            (timetable, calendars) = try TimetableReader(connection).read()
        }

        func calendar(of thread: Int32) -> Calendar { calendars[timetable.calendar(of: thread)] }
    }

    private let database: any Database
    private let shared = Locked<State?>(nil)
    private let refreshes = SingleFlight()

    init(database: any Database) {
        self.database = database
    }

    /// Reads the tables if nothing was read yet.
    package func state() async throws -> State {
        if let state = shared.value { return state }
        try await load()
        guard let state = shared.value else { throw StorageError.other("the timetable was not read") }
        return state
    }

    /// The timetable of the tables at this moment, kept only if an app has asked for one before.
    func reading() async throws -> State {
        if shared.value != nil {
            try await load()
            return try await state()
        }
        return try await database.read { try State($0) }
    }

    /// Takes in what was written before this call; an app without requests stays unread.
    package func refresh() async throws {
        guard shared.value != nil else { return }
        try await load()
    }

    /// Reads aside, so that requests go on with the timetable before.
    private func load() async throws {
        try await refreshes.run { [self] in
            let known = shared.value?.revision
            let state = try await database.read { connection -> State? in
                try connection.timetableRevision() == known ? nil : try State(connection)
            }
            if let state { shared.update { $0 = state } }
        }
    }
}

extension Connection {
    /// 0 before the first write.
    fileprivate func timetableRevision() throws -> Int64 {
        try rows("SELECT revision FROM revisions WHERE type = \(LiveTimetable.revisionName)").first?.get(
            "revision"
        )
            ?? 0
    }

    /// Notifies every server of a change; each write of the timetable begins with it, because it locks the revision.
    func raiseTimetable() throws {
        try signalChange(of: LiveTimetable.revisionName)
        notify()
    }
}
