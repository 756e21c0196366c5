/// The present state of the connections of a database, and of its queue of writes.
package struct DatabaseStatistics: Sendable {
    /// A pool of connections.
    package struct Pool: Sendable {
        /// The work that its connections do: `reads`, or `transactions` of any kind.
        package let name: String
        package let size: Int
        package let inUse: Int
        /// The transactions that wait for a connection.
        package let waiting: Int
        /// The time for which transactions have waited; those that got a connection at once are not in it.
        package let waits: Histogram

        package init(name: String, size: Int, inUse: Int, waiting: Int, waits: Histogram) {
            (self.name, self.size, self.inUse) = (name, size, inUse)
            (self.waiting, self.waits) = (waiting, waits)
        }
    }

    /// The queue of writes of SQLite, which takes one at a time.
    package struct Writes: Sendable {
        package let waiting: Int
        /// The number of writes that shared a transaction.
        package let batches: Histogram
        /// The time that each commit took, most of which is the disk.
        package let commits: Histogram

        package init(waiting: Int, batches: Histogram, commits: Histogram) {
            (self.waiting, self.batches, self.commits) = (waiting, batches, commits)
        }
    }

    package let pools: [Pool]
    /// Nil if the database takes writes in parallel.
    package let writes: Writes?

    package init(pools: [Pool] = [], writes: Writes? = nil) {
        (self.pools, self.writes) = (pools, writes)
    }
}
