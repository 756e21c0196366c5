import Core
import Storage

/// The metrics of this server; those of the database and of the process are read when they are asked for.
package final class ServerMetrics: Sendable {
    package let requests: RequestMetrics
    /// The metrics that libraries record through swift-metrics.
    package let libraries = LibraryMetrics()
    let gauges = DatabaseGauges()
    /// The last time that everything expired was removed; nil before the first time.
    private let cleanedAt = Locked<Timestamp?>(nil)
    /// The database itself, whose state a dry run does not change.
    private let database: any Database

    init(database: any Database, modules: [any Module]) {
        self.database = database
        requests = RequestMetrics(modules)
    }

    func noteCleanup(at now: Timestamp) {
        cleanedAt.update { $0 = now }
    }

    /// The metrics that need no query.
    func families(_ services: Services) -> [MetricFamily] {
        let build = [
            MetricFamily.Label("version", version), MetricFamily.Label("database", database.dialect.rawValue),
        ]
        var families = [
            MetricFamily(
                "vitrina_build_info",
                "The running program; the value is always 1.",
                .gauge,
                [MetricFamily.Sample(labels: build, value: 1)]
            ),
            MetricFamily(
                "vitrina_streams_open",
                "Open streams of events.",
                .gauge,
                by: "stream",
                [
                    ("changes", Double(services.feed.followers.count)),
                    ("codes", Double(services.codeFeed.followers.count)),
                ]
            ),
            liveEntries(services),
        ]
        families += requests.families + database.statistics.families
        if let drift = services.clock?.drift {
            let help = "How far the clock of this machine is ahead of the database's."
            families.append(MetricFamily("vitrina_clock_drift_seconds", help, .gauge, drift / .seconds(1)))
        }
        if let cleaned = cleanedAt.value {
            let help = "When everything expired was last removed, since 1970."
            let seconds = Double(cleaned.microseconds) / 1_000_000
            let name = "vitrina_cleanup_last_success_timestamp_seconds"
            families.append(MetricFamily(name, help, .gauge, seconds))
        }
        if let log = services.settings.requestLog {
            let help = "Lines of the access log that were dropped, because its reader is too slow."
            let dropped = Double(log.dropped.value)
            families.append(MetricFamily("vitrina_access_log_dropped_total", help, .counter, dropped))
        }
        if let tracer = services.settings.tracer { families += Self.families(tracer) }
        if let space = services.settings.dataDirectory.flatMap({ DataVolume.space(at: $0) }) {
            let help = "Free space of the data directory."
            families.append(MetricFamily("vitrina_data_free_bytes", help, .gauge, Double(space)))
        }
        if let tls = services.settings.tls { families += tls.families }
        return families + ProcessFigures.families + libraries.families
    }

    private func liveEntries(_ services: Services) -> MetricFamily {
        let live = services.live.state
        return MetricFamily(
            "vitrina_live_entries",
            "Published entries in memory by content type.",
            .gauge,
            by: "type",
            services.contents.types.map { ($0.name, Double(live[$0.name].contents.count)) }
        )
    }
}

extension DatabaseStatistics {
    fileprivate var families: [MetricFamily] {
        let named = pools.map { pool in ([MetricFamily.Label("pool", pool.name)], pool) }
        func gauge(_ name: String, _ help: String, _ value: (Pool) -> Int) -> MetricFamily {
            let samples = named.map { MetricFamily.Sample(labels: $0.0, value: Double(value($0.1))) }
            return MetricFamily("vitrina_database_\(name)", help, .gauge, samples)
        }
        var families = [
            gauge("connections", "Connections that the pool may have.") { $0.size },
            gauge("connections_in_use", "Connections that run a transaction.") { $0.inUse },
            gauge("waiting", "Transactions that wait for a connection.") { $0.waiting },
            MetricFamily(
                "vitrina_database_wait_seconds",
                "Waiting for a connection, of those that had to wait.",
                histograms: named.map { ($0.0, $0.1.waits) }
            ),
        ]
        if let writes {
            families += [
                MetricFamily(
                    "vitrina_sqlite_writes_waiting",
                    "Writes that wait for their turn.",
                    .gauge,
                    Double(writes.waiting)
                ),
                MetricFamily(
                    "vitrina_sqlite_batch_writes",
                    "Writes that shared one transaction.",
                    histograms: [([], writes.batches)]
                ),
                MetricFamily(
                    "vitrina_sqlite_commit_seconds",
                    "Commits, most of which is the disk.",
                    histograms: [([], writes.commits)]
                ),
            ]
        }
        return families + (replica?.families ?? [])
    }
}

extension DatabaseStatistics.Replica {
    fileprivate var families: [MetricFamily] {
        let lag = status.lag.map { lag in
            MetricFamily(
                "vitrina_database_replica_lag_seconds",
                "The age that what the read replica shows has at most.",
                .gauge,
                lag / .seconds(1)
            )
        }
        return [
            MetricFamily(
                "vitrina_database_replica_state",
                "The state of the read replica: 1 for the present one, 0 for the others.",
                .gauge,
                by: "state",
                ReplicaStatus.State.allCases.map { ($0.rawValue, $0 == status.state ? 1 : 0) }
            ),
            MetricFamily(
                "vitrina_database_reports_total",
                "Reads of reports, by the server that has answered them.",
                .counter,
                by: "server",
                [("replica", Double(answered)), ("primary", Double(passedOn))]
            ),
        ] + (lag.map { [$0] } ?? [])
    }
}
