/// The present state of the connections of a database, and of its queue of writes.
package struct DatabaseStatistics: Sendable {
    /// A pool of connections.
    package struct Pool: Sendable {
        /// The work that its connections do: `reads`, `transactions` of any kind, or reports of a `replica`.
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

    /// A hot standby that answers reports in place of its primary.
    package struct Replica: Sendable, Hashable {
        /// As it was when it was last looked at, or failed to answer.
        package let status: ReplicaStatus
        /// The number of reads that it has answered.
        package let answered: Int
        /// The number of reads that it might have answered, and that the primary got.
        package let passedOn: Int

        package init(status: ReplicaStatus, answered: Int, passedOn: Int) {
            (self.status, self.answered, self.passedOn) = (status, answered, passedOn)
        }
    }

    package let pools: [Pool]
    /// Nil if the database takes writes in parallel.
    package let writes: Writes?
    /// Nil if no read replica is set.
    package let replica: Replica?

    package init(pools: [Pool] = [], writes: Writes? = nil, replica: Replica? = nil) {
        (self.pools, self.writes, self.replica) = (pools, writes, replica)
    }
}
