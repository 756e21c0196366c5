import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// The sums of the ledger, its pages by the time, and the counts of people, where there is much of them.
struct MallSumsTests {
    private static let points = "/admin/api/v1/mall/points"

    private func get(_ vitrina: Vitrina, _ path: String) async throws -> JSON {
        let reply = try await vitrina.send(.get, path, as: Vitrina.owner)
        #expect(reply.status == 200, "\(path) \(reply.text)")
        return reply.json
    }

    /// Keeps the sums of everything that is written.
    private func keepTotals(_ vitrina: Vitrina) async throws {
        var mark: PointsMark?
        let deadline = ContinuousClock.now + .seconds(60)
        func isBehind() async throws -> Bool {
            try await vitrina.database.read { connection in
                let row = try connection.rows("SELECT number FROM points_totals_ends").first
                return try row?.get("number", as: Int64.self) ?? -1 < connection.lastPointsNumber()
            }
        }
        while try await isBehind(), ContinuousClock.now < deadline {
            _ = try await vitrina.services.points.keepTotals(&mark, from: 1)
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    // M128
    @Test(arguments: TestDatabase.all)
    func `sums are the same whether they are kept or not`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let (anna, boris) = (try await vitrina.member(1), try await vitrina.member(2))
            var moments = [vitrina.services.now()]
            for day in 1...5 {
                vitrina.clock.advance(by: .seconds(86_400 - 7_200))
                let person = day.isMultiple(of: 2) ? anna : boris
                try await vitrina.correct([Int64(day), -1], of: person.userID)
                moments.append(vitrina.services.now())
            }
            let (second, last) = (moments[1].description, moments[4].description)
            let queries = [
                "", "cause=correction", "cause=registration", "sign=minus", "sign=plus&cause=correction",
                "programme=issued", "from=\(second)", "until=\(last)", "from=\(second)&until=\(last)",
                "from=\(second)&until=\(second)", "from=\(last)&until=\(second)", "sign=minus&from=\(second)",
                "from=2026-11-22T00:00:00Z&until=2026-11-25T00:00:00Z", "from=2026-11-23T10:00:00Z",
                "from=2026-11-22T00:00:00Z&until=2026-11-22T23:00:00Z", "from=0001-01-01T00:00:00Z",
                "until=9999-12-31T23:59:59Z", "user=\(anna.userID)", "phone=01",
                "user=\(anna.userID)&sign=minus",
            ]
            func answers() async throws -> [JSON] {
                var answers: [JSON] = []
                for query in queries {
                    answers.append(try await get(vitrina, "\(Self.points)/sums?\(query)"))
                    answers.append(try await get(vitrina, "\(Self.points)?count=true&limit=1&\(query)"))
                }
                return answers
            }
            let before = try await answers()
            try await keepTotals(vitrina)
            let after = try await answers()

            #expect(before == after)
            #expect(before[0]["count"] == 12 && before[0]["minus"] == -5)
            #expect(before[1]["count"] == 12)
            // What is newer than the kept sums is added to them.
            try await vitrina.correct([40], of: anna.userID)
            let sums = try await get(vitrina, "\(Self.points)/sums")
            #expect(sums["count"] == 13)
            let kept = try await vitrina.database.rowCounts()["points_totals"] ?? 0
            #expect(kept > 0)
        }
    }

    // M128
    @Test(arguments: TestDatabase.all)
    func `pages of a period join up, by the time and then by the number`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let anna = try await vitrina.member(1)
            for _ in 1...3 {
                vitrina.clock.advance(by: .seconds(3_600))
                // Three at one moment.
                try await vitrina.correct([1, 2, 3], of: anna.userID)
            }
            vitrina.clock.advance(by: .seconds(3_600))
            let (from, until) = ("2026-11-21T12:30:00Z", vitrina.services.now().description)
            try await vitrina.correct([4], of: anna.userID)
            for query in [
                "from=\(from)&until=\(until)", "until=\(until)&cause=correction", "from=\(from)&sort=number",
            ] {
                var (numbers, cursor): ([Int64], String?) = ([], nil)
                repeat {
                    let next = cursor.map { "&cursor=\($0.percentEncoded)" } ?? ""
                    let page = try await get(vitrina, "\(Self.points)?\(query)&limit=2\(next)")
                    numbers += (page["items"]?.array ?? []).compactMap { $0["number"]?.integer }
                    cursor = page["next"]?.string
                } while cursor != nil && numbers.count < 20
                #expect(numbers.count == (query.contains("until") ? 9 : 10), "\(query)")
                #expect(numbers == numbers.sorted(by: >), "\(query)")
            }
            let file = try await vitrina.send(
                .get,
                "\(Self.points)/export?from=\(from)&until=\(until)",
                as: Vitrina.owner
            )
            #expect(file.text.split(separator: "\r\n").count == 10)
            for cursor in ["5", "x.5", "5.x", "5.\(anna.userID)"] {
                let path = "\(Self.points)?from=\(from)&cursor=\(cursor)"
                #expect(try await vitrina.send(.get, path, as: Vitrina.owner).status == 422, "\(cursor)")
            }
        }
    }

    // M127
    @Test(arguments: TestDatabase.all)
    func `people are counted up to a bound, and found by a whole number`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let anna = try await vitrina.member(1)
            try await addPeople(vitrina, 10_001)
            let browser = try await vitrina.browser(of: .owner)
            func page(_ query: String) async throws -> String {
                let path = "/people?lang=en&\(query)"
                let reply = try await vitrina.send(.get, path, headers: browser, as: nil)
                #expect(reply.status == 200)
                return reply.text.replacing("\u{A0}", with: " ")
            }

            let all = try await page("")
            #expect(all.contains("More than 10000 people") && all.contains(">10 000+</span>"))
            let named = try await page("q=many")
            #expect(named.contains("More than 10000 people"))
            // How many of those have gifts is not known.
            #expect(countedTabs(named) == 1)
            let some = try await page("q=many0001")
            #expect(some.contains("10 people") && countedTabs(some) == 5)
            for digits in ["+79990000001", "89990000001", "9990000001", "79990000001", "+7 (999) 000-00-01"] {
                let path = "\(MallUserTests.users)?q=\(digits.percentEncoded)&count=true"
                let found = try await get(vitrina, path)
                #expect(found["items"]?.array?.first?["id"]?.string == anna.userID, "\(digits)")
                #expect(found["count"] == 1)
                let lines = try await get(vitrina, "\(Self.points)?phone=\(digits.percentEncoded)&count=true")
                #expect(lines["count"] == 1, "\(digits)")
            }
        }
    }

    /// The tabs of the page of people that have a count.
    private func countedTabs(_ page: String) -> Int {
        let tabs = page.split(separator: "aria-label=\"Who\"").dropFirst().first ?? ""
        return (tabs.split(separator: "</nav>").first ?? "").ranges(of: "class=\"n\"").count
    }

    /// Adds people with names like `many00017`, by one statement for each table.
    private func addPeople(_ vitrina: Vitrina, _ count: Int64) async throws {
        let now = vitrina.services.now()
        try await vitrina.database.write { connection in
            let numbers: SQL = """
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
                """
            let digits: SQL = "substr(CAST(100000 + i AS text), 2)"
            let id: SQL =
                switch connection.dialect {
                case .sqlite: "'00000000-0000-7000-8000-0000000' || \(digits)"
                case .postgres: "CAST('00000000-0000-7000-8000-0000000' || \(digits) AS uuid)"
                }
            try connection.execute(
                """
                INSERT INTO points_accounts (id, app, balance, earned, spent, opened_at)
                \(numbers) SELECT \(id), 'mall', 0, 0, 0, \(now) FROM n
                """
            )
            try connection.execute(
                """
                INSERT INTO mall_users (id, phone, name, referral_code, created_at, confirmed_at, search)
                \(numbers) SELECT \(id), '+7888' || \(digits), 'many' || \(digits), 'm' || \(digits), \(now), \(now),
                    'many' || \(digits) FROM n
                """
            )
        }
    }
}
