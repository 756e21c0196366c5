import Core
import Storage
import Web

/// Invented searches of a demonstration in the last thirty days; always the same.
struct CruiseDemoSearches: Sendable {
    private static let days = 30
    /// Searches of a day, from Monday on: people choose cruises at weekends.
    private static let week: [Int64] = [118, 104, 97, 109, 126, 171, 184]
    /// Conditions that found nothing, as `CruiseSearch` writes them.
    private static let missed = [
        "река · Москва · с 12.2026 · по 02.2027", "море · Сочи · с 01.2027",
        "река · Кижи, Валаам · до 20000 ₽", "река · Казань · премиум · со скидкой",
        "море · 9-12 дней · 5 чел.",
    ]

    private let services: Services

    init(_ services: Services) { self.services = services }

    /// Does nothing if searches have been counted.
    func add() async throws {
        let today = services.now().seconds / 86_400
        try await services.database.write { connection in
            let known = try connection.rows(
                "SELECT subject FROM day_counts WHERE app = \(Cruise.app) AND kind = \(CruiseSearch.kind) LIMIT 1"
            )
            guard known.isEmpty else { return }
            for back in 0..<Self.days {
                let day = CivilDate(daysSince1970: today - Int64(back)).description
                // 1970-01-01 was a Thursday.
                let weekday = Int((today - Int64(back) + 3) % 7)
                let all = Self.week[weekday] + Int64(back * 7 % 11)
                try count(CruiseSearch.kind, CruiseSearch.Scope.whole.rawValue, all / 3, day, connection)
                try count(
                    CruiseSearch.kind,
                    CruiseSearch.Scope.filtered.rawValue,
                    all - all / 3,
                    day,
                    connection
                )
                let subject = Self.missed[back % Self.missed.count]
                try count(CruiseSearch.missedKind, subject, Int64(1 + back * 5 % 7), day, connection)
            }
        }
    }

    private func count(
        _ kind: String,
        _ subject: String,
        _ count: Int64,
        _ day: String,
        _ connection: any Connection
    ) throws {
        try connection.send(
            """
            INSERT INTO day_counts (app, kind, subject, day, count)
            VALUES (\(Cruise.app), \(kind), \(subject), \(day), \(count))
            """
        )
    }
}
