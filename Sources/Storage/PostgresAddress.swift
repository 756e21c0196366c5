import CLibPQ

/// The address of a PostgreSQL server, or of several that follow one another.
struct PostgresAddress {
    /// The time that each host has to answer, in seconds.
    private static let connectTimeout = 5
    /// The least time that libpq gives a host, in seconds.
    private static let connectTimeoutMin = 2

    private let hostCount: Int
    /// The time that the address gives each host; 0 for any time.
    private let connectTimeout: Int
    /// True if the address says which of the hosts is meant.
    private let hasTarget: Bool

    init(_ url: String) throws(StorageError) {
        guard let options = PQconninfoParse(url, nil) else {
            // libpq's own message may quote a piece of the password.
            throw .other("This is no PostgreSQL address, such as postgres://user@host/database.")
        }
        defer { PQconninfoFree(options) }
        var values: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { values[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        let hosts = values["hostaddr"] ?? values["host"] ?? ""
        hostCount = hosts.utf8.count { $0 == UInt8(ascii: ",") } + 1
        connectTimeout = values["connect_timeout"].flatMap { Int($0) } ?? Self.connectTimeout
        hasTarget = values["target_session_attrs"] != nil
    }

    /// Connects; the handle of a failed attempt has its reason.
    ///
    /// Of several hosts the first that takes writes is chosen. While none does, any that answers is a second choice, so
    /// that reads go on at a standby. `isReplica` leaves the choice to libpq, by the `parameters`.
    func open(
        _ parameters: [(String, String)],
        isReplica: Bool,
        until end: ContinuousClock.Instant?
    ) throws(StorageError) -> (handle: OpaquePointer, isSecondChoice: Bool) {
        guard hostCount > 1, !hasTarget, !isReplica else {
            return (try connect(parameters, until: end), false)
        }
        let first = try connect(parameters + [("target_session_attrs", "read-write")], until: end)
        guard PQstatus(first) != CONNECTION_OK else { return (first, false) }
        PQfinish(first)
        return (try connect(parameters + [("target_session_attrs", "any")], until: end), true)
    }

    private func connect(
        _ parameters: [(String, String)],
        until end: ContinuousClock.Instant?
    ) throws(StorageError) -> OpaquePointer {
        let seconds = try timeout(until: end)
        let parameters = parameters + [("connect_timeout", String(seconds))]
        let opened = CStrings.copying(parameters.map(\.0)) { keywords in
            CStrings.copying(parameters.map(\.1)) { values in PQconnectdbParams(keywords, values, 1) }
        }
        guard let handle = opened else {
            throw .unreachable("There is no memory for a connection.", mayBeKept: false)
        }
        return handle
    }

    /// The time for each host in seconds, so that all of them have had their turn at the end.
    private func timeout(until end: ContinuousClock.Instant?) throws(StorageError) -> Int {
        guard let end else { return connectTimeout }
        let left = Int(ContinuousClock.now.duration(to: end) / .seconds(1))
        guard left >= Self.connectTimeoutMin else {
            throw .unreachable("The server did not answer in time.", mayBeKept: false)
        }
        let share = max(Self.connectTimeoutMin, left / hostCount)
        return connectTimeout > 0 ? min(connectTimeout, share) : share
    }
}
