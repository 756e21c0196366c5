import Core
import Feeds
import Storage
import Transit
import Web

/// Imports a file into the timetable: reads and checks it whole, then merges its rows in one transaction (T91).
struct FeedImport: Sendable {
    typealias Report = (_ done: Int, _ total: Int, _ phase: String) async throws -> Void

    /// The progress of the work, which runs on threads that cannot wait for the client.
    private struct Meter: Sendable {
        var done = 0
        var total = 0
        var phase = "read"
        var isCancelled = false
    }

    let services: Services
    let signature: AuditSignature
    let options: FeedOptions
    /// The name of the file, for people.
    let file: String

    /// Imports the file at a path; throws its faults, unless it is a trial, whose report has them.
    func run(_ path: String, report: Report) async throws -> FeedReport {
        try signature.author.require(.writeContent)
        let meter = Locked(Meter())
        async let outcome = work(path, meter)
        do {
            while true {
                let now = meter.value
                guard now.phase != "done" else { break }
                try await report(now.done, now.total, now.phase)
                try await Task.sleep(for: .milliseconds(100))
            }
        } catch {
            meter.update { $0.isCancelled = true }
            _ = try? await outcome
            throw error
        }
        return try await outcome
    }

    private func work(_ path: String, _ meter: Locked<Meter>) async throws -> FeedReport {
        defer { meter.update { $0.phase = "done" } }
        return try await Lane.heavy.run { try await take(path, meter) }
    }

    private func take(_ path: String, _ meter: Locked<Meter>) async throws -> FeedReport {
        try await services.live.load()
        let timetable = try await services.travel.live.reading().timetable
        let reader = FeedFileReader(options: options, file: file, timetable: timetable)
        let codes = try await reader.codes(services)
        let (rows, reading) = try await reader.read(path, codes) { done, total in
            meter.update { meter in
                (meter.done, meter.total) = (done, total)
                return !meter.isCancelled
            }
        }
        guard let rows else {
            guard !options.isTrial, let problem = reading.problem else { return reading }
            throw problem
        }
        return try await merge(rows, reading, meter)
    }

    private func merge(
        _ rows: FeedRows,
        _ reading: FeedReport,
        _ meter: Locked<Meter>
    ) async throws -> FeedReport {
        // Carriers are published before the rows are written, so what can be refused is refused here.
        try await services.database.read { connection in
            try requirePlaces(rows, on: connection)
            try connection.requireFormat(options)
        }
        let (carriers, carrierDifference) = try await FeedCarriers(services: services, feed: options.name)
            .resolve(rows.carriers, isTrial: options.isTrial, as: signature.author)
        meter.update { ($0.done, $0.total, $0.phase) = (0, rows.count, "write") }
        let body: @Sendable (any Connection) throws -> [FeedKind: FeedDifference] = { connection in
            var merge = try FeedMerge(rows, options, at: signature.at, on: connection) { done in
                let goesOn = meter.update { meter in
                    meter.done = done
                    return !meter.isCancelled
                }
                guard goesOn else { throw CancellationError() }
            }
            try merge.run(carriers: carriers)
            return merge.differences
        }
        var report = reading
        if options.isTrial {
            report.differences = try await services.database.read { try body($0) }
        } else {
            report.differences = try await services.database.write { connection in
                try write(rows, reading, carriers, on: connection) { try body(connection) }
            }
            try await services.travel.live.refresh()
        }
        if !rows.carriers.isEmpty { report.differences[.carriers] = carrierDifference }
        return report
    }

    /// Merges the rows by `body`, and keeps the feed, its carriers and an audit entry with them.
    private func write(
        _ rows: FeedRows,
        _ reading: FeedReport,
        _ carriers: [String?],
        on connection: any Connection,
        body: () throws -> [FeedKind: FeedDifference]
    ) throws -> [FeedKind: FeedDifference] {
        // First, as it locks the revision, so that no other writer of the timetable comes between.
        try connection.raiseTimetable()
        try connection.preferIndexes()
        try connection.addCountry(options, unless: rows, at: signature.at)
        try requirePlaces(rows, on: connection)
        try connection.put(options, rows, file: file, signature)
        var report = reading
        report.differences = try body()
        try keepCarriers(rows, carriers, on: connection)
        try signature.record(
            .timetableImported,
            subject: options.name,
            detail: [
                "format": .string(options.format.rawValue), "kinds": .array(report.kinds(in: .en)),
            ],
            on: connection
        )
        return report.differences
    }

    private func keepCarriers(
        _ rows: FeedRows,
        _ carriers: [String?],
        on connection: any Connection
    ) throws {
        let lines = zip(rows.carriers, carriers).compactMap { carrier, id in
            id.map { (carrier.id, FeedOrigins.Origin(key: $0, hash: 0)) }
        }
        try FeedOrigins(of: options.name, on: connection).put(lines, of: .carriers, on: connection)
    }

    /// Throws a fault for a place of the options that is not there.
    private func requirePlaces(_ rows: FeedRows, on connection: any Connection) throws {
        if let settlement = options.settlement,
            try connection.count("timetable_settlements", "code = \(settlement)") == 0
        {
            throw Problem.invalid([
                Fault("#/settlement", "нет города с этим кодом", "is no settlement's code")
            ])
        }
        guard options.country != FeedOptions.countryDefault else { return }
        if try connection.count("timetable_countries", "code = \(options.country)") == 0 {
            throw Problem.invalid([Fault("#/country", "нет страны с этим кодом", "is no country's code")])
        }
    }
}

extension Connection {
    /// Makes this transaction look rows up by indexes, by plans that serve every row.
    fileprivate func preferIndexes() throws {
        switch dialect {
        case .sqlite: break
        case .postgres:
            try send("SET LOCAL enable_seqscan = off")
            try send("SET LOCAL plan_cache_mode = force_generic_plan")
            try discardPlans()
        }
    }

    /// Has statements and foreign keys planned again, for tables that have grown since.
    func discardPlans() throws {
        switch dialect {
        case .sqlite: break
        case .postgres: try execute("DISCARD PLANS")
        }
    }

    /// Adds Russia if it is the country of the options and not there, as every app expects it (T72).
    fileprivate func addCountry(_ options: FeedOptions, unless rows: FeedRows, at now: Timestamp) throws {
        let isOwn = rows.countries.contains { $0.row.code == FeedOptions.countryDefault }
        guard options.country == FeedOptions.countryDefault, !isOwn else { return }
        let russia = AreaRow(code: FeedOptions.countryDefault, title: "Россия", titleEn: "Russia")
        _ = try TimetableTables.countries.insert(russia, at: now, on: self)
    }

    /// Throws a conflict if the feed has another format.
    fileprivate func requireFormat(_ options: FeedOptions) throws {
        let (name, format) = (options.name, options.format.rawValue)
        let known = try self.rows("SELECT format FROM timetable_feeds WHERE name = \(name)")
        if let other: String = try known.first?.get("format"), other != format {
            throw Problem(
                .conflict,
                Localized(
                    "Источник \(name) другого формата: \(other).",
                    "The feed \(name) is of another format: \(other)."
                )
            )
        }
    }

    /// Keeps the feed, which the origins of its rows refer to.
    fileprivate func put(
        _ options: FeedOptions,
        _ rows: FeedRows,
        file: String,
        _ signature: AuditSignature
    ) throws {
        try requireFormat(options)
        let (name, format) = (options.name, options.format.rawValue)
        try send(
            """
            INSERT INTO timetable_feeds (name, format, file, publisher, version, valid_from, valid_until,
                stations, threads, imported_at, imported_by)
            VALUES (\(name), \(format), \(String(file.prefix(200))), \(String(rows.publisher.prefix(200))),
                \(String(rows.version.prefix(100))), \(rows.validFrom?.day), \(rows.validUntil?.day),
                \(Int64(rows.stations.count)), \(Int64(rows.threadCount)), \(signature.at),
                \(signature.author.name))
            ON CONFLICT (name) DO UPDATE SET file = excluded.file, publisher = excluded.publisher,
                version = excluded.version, valid_from = excluded.valid_from, valid_until = excluded.valid_until,
                stations = excluded.stations, threads = excluded.threads, imported_at = excluded.imported_at,
                imported_by = excluded.imported_by
            """
        )
    }
}
