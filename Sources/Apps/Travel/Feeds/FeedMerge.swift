import Core
import Feeds
import Storage
import Transit

/// Merges the rows of a feed into the tables of the timetable, in one transaction.
///
/// Rows are known by their ids in the feed. A row that people have changed since the last import stays as they left it.
struct FeedMerge {
    static let batch = 250

    private let rows: FeedRows
    let isTrial: Bool
    private let format: FeedFormat
    private let now: Timestamp
    let connection: any Connection
    let origins: FeedOrigins
    private let tell: (_ done: Int) throws -> Void
    private var done = 0
    var differences: [FeedKind: FeedDifference] = [:]
    /// Rows that the feed has no longer, and that staff have not changed.
    var leftovers: [FeedKind: [(id: String, key: String)]] = [:]
    /// The keys of threads that are written or removed.
    var rewritten: Set<String> = []

    /// `tell` is called with the number of rows done, and may throw to end the merge.
    init(
        _ rows: FeedRows,
        _ options: FeedOptions,
        at now: Timestamp,
        on connection: any Connection,
        tell: @escaping (_ done: Int) throws -> Void
    ) throws {
        (self.rows, self.now, self.connection, self.tell) = (rows, now, connection, tell)
        (isTrial, format) = (options.isTrial, options.format)
        origins = try FeedOrigins(of: options.name, on: connection)
    }

    /// `carriers` are the ids of the feed's carriers, in its order; nil for one that is still to be made.
    mutating func run(carriers: [String?]) throws {
        try mergePlaces()
        let codes = try mergeStations()
        let calendars = try mergeCalendars()
        try mergeThreads(codes, calendars, carriers)
        try mergeChanges(codes)
        try removeLeftovers()
    }

    // MARK: Kinds

    private mutating func mergePlaces() throws {
        let (countries, regions, settlements) = (rows.countries, rows.regions, rows.settlements)
        _ = try merge(
            TimetableTables.merged(
                .countries,
                TimetableTables.countries,
                columns: ["title"],
                read: AreaRow.country,
                code: \.code
            ),
            count: countries.count
        ) { countries[$0] }
        _ = try merge(
            TimetableTables.merged(
                .regions,
                TimetableTables.regions,
                columns: ["country", "title"],
                read: AreaRow.region,
                code: \.code
            ),
            count: regions.count
        ) { regions[$0] }
        _ = try merge(
            TimetableTables.merged(
                .settlements,
                TimetableTables.settlements,
                columns: ["country", "region", "title"],
                read: { try SettlementRow($0) },
                code: \.code
            ),
            count: settlements.count
        ) { settlements[$0] }
        // Places above stations are never removed: a settlement without stations is not shown to apps.
        for kind in [FeedKind.countries, .regions, .settlements] { leftovers[kind] = nil }
    }

    /// The codes of the feed's stations, in its order.
    private mutating func mergeStations() throws -> [Int64] {
        let known = origins[.stations]
        var next = try connection.nextCode("timetable_stations", from: 1)
        let codes = rows.stations.map { id, row -> Int64 in
            if row.code != 0 { return row.code }
            if let code = known[id].flatMap({ Int64($0.key) }) { return code }
            defer { next += 1 }
            return next
        }
        let stations = rows.stations
        _ = try merge(
            TimetableTables.merged(
                .stations,
                TimetableTables.stations,
                columns: format.stationColumns,
                read: { try StationRow($0) },
                code: \.code
            ),
            count: stations.count
        ) { index in
            var row = stations[index].row
            row.code = codes[index]
            return (stations[index].id, row)
        }
        return codes
    }

    /// The ids of the feed's calendars, in its order; 0 for one that a trial does not make.
    private mutating func mergeCalendars() throws -> [Int64] {
        let (calendars, now, connection) = (rows.calendars, now, connection)
        let known = origins[.calendars]
        var table = TimetableTables.merged(
            .calendars,
            TimetableTables.calendars,
            columns: Set(TimetableTables.calendars.columns.map(\.name)),
            read: { try CalendarRow($0) },
            code: \.id
        )
        table.add = { row in
            guard let key = try TimetableTables.calendars.insert(row, at: now, on: connection) else {
                throw StorageError.other("timetable_calendars has not answered")
            }
            return key
        }
        let keys = try merge(table, count: calendars.count) { index in
            var row = CalendarRow()
            row.id = known[calendars[index].id].flatMap { Int64($0.key) } ?? 0
            row.calendar = calendars[index].calendar
            return (calendars[index].id, row)
        }
        return keys.map { Int64($0) ?? 0 }
    }

    private mutating func mergeThreads(_ codes: [Int64], _ calendars: [Int64], _ carriers: [String?]) throws {
        let rows = rows
        var names: [Int64: String] = [:]
        for (id, calendar) in zip(calendars, rows.calendars) { names[id] = calendar.id }
        let hasOwnStations = rows.hasOwnStations
        let table = MergedTable<ThreadRow>(
            kind: .threads,
            table: TimetableTables.threads,
            columns: [
                "number", "title", "transport_type", "carrier", "calendar", "zone", "frequency", "stops",
            ],
            read: { try ThreadRow($0) },
            find: { keys in "uid IN (\(keys.map { "\($0)" as SQL }.joined(separator: ", ")))" },
            key: \.uid,
            stands: { [names] column, row in
                column == "calendar" ? names[row.calendar] ?? "#\(row.calendar)" : nil
            }
        )
        _ = try merge(table, count: rows.threadCount) { index in
            var thread = rows.thread(index)
            thread.row.calendar = calendars[Int(thread.row.calendar)]
            thread.row.carrier = thread.carrier.flatMap { carriers[$0] }
            if hasOwnStations {
                for position in thread.row.stops.indices {
                    thread.row.stops[position].station = codes[Int(thread.row.stops[position].station)]
                }
            }
            return (thread.id, thread.row)
        }
    }

    private mutating func mergeChanges(_ codes: [Int64]) throws {
        let (changes, now, connection) = (rows.changes, now, connection)
        var table = MergedTable<ChangeTimeRow>(
            kind: .transfers,
            table: TimetableTables.changeTimes,
            columns: ["seconds"],
            read: { try ChangeTimeRow($0) },
            find: { keys in keys.compactMap { ChangeTimeRow(key: $0)?.condition }.joined(separator: " OR ") },
            key: \.key
        )
        table.add = { row in
            _ = try TimetableTables.changeTimes.insert(row, at: now, on: connection)
            return row.key
        }
        table.change = { row in
            try TimetableTables.changeTimes.update(row, where: row.condition, at: now, on: connection)
        }
        _ = try merge(table, count: changes.count) { index in
            let change = changes[index]
            let row = ChangeTimeRow(
                origin: codes[change.from],
                destination: codes[change.to],
                seconds: change.seconds
            )
            return (row.key, row)
        }
    }

    // MARK: Merging

    /// Merges the rows of one kind; answers their keys.
    private mutating func merge<Element>(
        _ table: MergedTable<Element>,
        count: Int,
        _ element: (Int) -> (id: String, row: Element)
    ) throws -> [String] {
        var known = origins[table.kind]
        var keys: [String] = []
        var sizeOfPlans = Self.batch
        for start in stride(from: 0, to: count, by: Self.batch) {
            let part = (start..<min(start + Self.batch, count)).map(element)
            keys += try merge(part, into: table, &known)
            if !isTrial, keys.count >= sizeOfPlans * 2 {
                try connection.discardPlans()
                sizeOfPlans = keys.count
            }
            done += part.count
            try tell(done)
        }
        let left = known.sorted { $0.key < $1.key }
        let current = try table.hashes(left.map(\.value.key), on: connection)
        for (id, origin) in left {
            switch FeedDifference.Change(written: origin.hash, current: current[origin.key], new: nil) {
            case .removed: leftovers[table.kind, default: []].append((id, origin.key))
            case .kept: differences[table.kind, default: FeedDifference()].add(.kept, id)
            case .added, .changed, .unchanged, nil: break
            }
        }
        return keys
    }

    private mutating func merge<Element>(
        _ part: [(id: String, row: Element)],
        into table: MergedTable<Element>,
        _ known: inout [String: FeedOrigins.Origin]
    ) throws -> [String] {
        var keys = part.map { known[$0.id]?.key ?? table.key($0.row) }
        let current = try table.hashes(keys, on: connection)
        let foreign = zip(part, keys).filter { known[$0.id] == nil && current[$1] != nil }.map { $1 }
        try origins.requireOwn(foreign, of: table.kind, on: connection)
        var (added, changed): ([(index: Int, row: Element)], [Element]) = ([], [])
        var lines: [(index: Int, hash: UInt64)] = []
        for (index, line) in part.enumerated() {
            let hash = table.hash(line.row)
            let origin = known.removeValue(forKey: line.id)
            guard
                let change = FeedDifference.Change(
                    written: origin?.hash,
                    current: current[keys[index]],
                    new: hash,
                    restores: table.restores
                )
            else { continue }
            differences[table.kind, default: FeedDifference()].add(change, line.id)
            switch change {
            case .added: added.append((index, line.row))
            case .changed: changed.append(line.row)
            case .unchanged where origin?.hash != hash: break
            case .unchanged, .kept, .removed: continue
            }
            lines.append((index, hash))
            if table.kind == .threads { rewritten.insert(keys[index]) }
        }
        guard !isTrial else { return keys }
        try table.write(added, changed, at: now, &keys, on: connection)
        let origins = lines.map {
            (part[$0.index].id, FeedOrigins.Origin(key: keys[$0.index], hash: $0.hash))
        }
        try self.origins.put(origins, of: table.kind, on: connection)
        return keys
    }
}
