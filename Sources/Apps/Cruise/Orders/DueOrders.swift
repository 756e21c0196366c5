import Core
import Storage
import Web

/// Ends blocks and writes the answers of the simulated operator when they are due.
///
/// Each order is one transaction that locks it and looks again, so one of any number of servers does it, once.
struct DueOrders: DueWork {
    private static let batch = 100

    let database: any Database
    let settings: AppSettingStore
    let now: @Sendable () -> Timestamp

    func carryOut() async throws -> DueReport {
        var report = DueReport()
        var held: Set<String> = []
        while true {
            let now = now()
            let limit = Self.batch + held.count
            let (due, next) = try await database.read { connection in
                (try connection.dueOrders(at: now, limit: limit), try connection.nextDueOrder(after: now))
            }
            report.next = next
            let work = due.filter { !held.contains($0) }
            guard !work.isEmpty else { return report }
            for id in work {
                do {
                    if try await carryOut(id, at: now) { report.done += 1 } else { held.insert(id) }
                } catch {
                    guard !error.concernsAll else { throw error }
                    held.insert(id)
                    report.held.append("cruise order \(id): \(error)")
                }
            }
        }
    }

    /// False if another server has done it.
    private func carryOut(_ id: String, at now: Timestamp) async throws -> Bool {
        try await database.write { connection in
            guard let order = try connection.lockedOrder(id) else { return false }
            if let end = order.blockUntil, end <= now, try CruiseMoney.paid(id, on: connection) <= 0 {
                try connection.move(order, to: .closed, for: .expired, by: .server, at: now)
                return true
            }
            guard let answer = order.answerAt, answer <= now else { return false }
            _ = try connection.answer(order, try settings.orders(on: connection), at: now)
            return true
        }
    }
}

extension Connection {
    fileprivate func dueOrders(at now: Timestamp, limit: Int) throws -> [String] {
        try rows(
            """
            SELECT o.id, coalesce(o.answer_at, o.block_until) AS due FROM cruise_orders o
            WHERE o.answer_at <= \(now) OR (o.block_until <= \(now) AND \(CruiseMoney.paidColumn) <= 0)
            ORDER BY due, o.id LIMIT \(limit)
            """
        ).map { try $0.get("id") }
    }

    fileprivate func nextDueOrder(after now: Timestamp) throws -> Timestamp? {
        let columns: [SQL] = ["block_until", "answer_at"]
        return try columns.compactMap { column in
            try rows("SELECT min(\(column)) AS due FROM cruise_orders WHERE \(column) > \(now)").first?
                .get("due", as: Timestamp?.self)
        }.min()
    }
}
