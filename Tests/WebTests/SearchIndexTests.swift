import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

struct SearchIndexTests {
    private static let words = [
        "кофе", "coffee", "Зара", "Zara", "ёлка", "елка", "Шоколадница", "shokoladnica", "хлеб", "подарок",
        "скидка", "скидки", "каток", "катки", "обувь", "М.Видео", "H&M", "Л'Этуаль", "чай", "chai", "2000",
        "2001",
    ]
    private static let queries =
        words + [
            "к", "ко", "ска", "zar", "кофе скидка", "скид кат", "rfat", "j,edm", "щоколадница", "катко", "20",
            "подарк чай", "h m", "мвидео",
        ]

    @Test func `both databases find the same in the same order`() async throws {
        var answers: [[[String]]] = []
        for kind in TestDatabase.all {
            let collected = Locked<[[String]]>([])
            try await withVitrina(kind) { vitrina in
                try await Self.fill(vitrina, count: 300)
                try await Self.index(vitrina).takeAllQueued()
                for query in Self.queries {
                    for more in ["&limit=200", "&limit=7&types=news,tags"] {
                        let items = try await vitrina.search(query, more).json.items
                        collected.update { $0.append(items.compactMap { $0["title"]?.string }) }
                    }
                    let drafts = try await vitrina.list("news", query, "&state=draft&limit=200").json["items"]
                    collected.update { $0.append(drafts?.array?.compactMap { $0["title"]?.string } ?? []) }
                }
            }
            answers.append(collected.value)
        }

        #expect(answers.allSatisfy { $0 == answers.first })
        #expect(answers.first?.filter { !$0.isEmpty }.count ?? 0 > Self.queries.count * 2)
    }

    private static func index(_ vitrina: Vitrina) -> SearchIndex {
        SearchIndex(database: vitrina.database, types: Catalog.types.map { $0.type })
    }

    /// Fills in entries with distinct words and titles, the same on every database.
    private static func fill(_ vitrina: Vitrina, count: Int) async throws {
        var random = SeededRandom(seed: 11)
        for number in 0..<count {
            vitrina.clock.advance(by: .milliseconds(1))
            let some = (0..<3).map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
            let text = (0..<8).map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: ", ")
            let title: JSON = ["ru": .string("\(some) \(number)")]
            switch number % 3 {
            case 0: _ = try await vitrina.keep("tags", ["name": title])
            case 1:
                _ = try await vitrina.keep("shops", ["name": title, "description": ["ru": .string(text)]])
            case _: _ = try await vitrina.keep("news", ["title": title, "content": ["ru": .string(text)]])
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a frequent word is found as far as the limits go`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            // Each entry has 120 words with one prefix, so a few have more postings than are read at once.
            let endings = "абвгдежзик".flatMap { first in "лмнопрстухфц".map { "\(first)\($0)" } }
            var ids: [String] = []
            for number in 0..<24 {
                vitrina.clock.advance(by: .milliseconds(1))
                let text = endings.map { "кофе\($0)" }.joined(separator: " ") + (number == 3 ? " чай" : "")
                let fields: [String: JSON] = [
                    "title": ["ru": number == 5 ? "Кофе" : "Новость"], "content": ["ru": .string(text)],
                ]
                ids.append(try await vitrina.keep("news", fields))
            }

            let found = try await vitrina.listed("news", "кофе")
            #expect(found.first == ids[5])
            #expect(Set(found) == Set(ids))
            #expect(try await vitrina.found("кофе", "&limit=200").first == ids[5])
            #expect(try await vitrina.found("чай кофе") == [ids[3]])
            #expect(Set(try await vitrina.listed("news", "новость кофе")).count == 23)
            #expect(Set(try await vitrina.listed("news", "кофе", "&state=draft")) == Set(ids))
            #expect(try await vitrina.listed("news", "кофе", "&state=live") == [])
            #expect(try await vitrina.listed("news", "кофе", "&on_main=true") == [])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a database from before the search is indexed by the first process`(kind: TestDatabase) async throws
    {
        try await withVitrina(kind) { vitrina in
            try await Self.fill(vitrina, count: 450)
            let trashed = try await vitrina.keep("tags", ["name": ["ru": "Мусор"]])
            let gone = try await vitrina.send(
                .delete,
                "\(SearchTests.mall)/tags/\(trashed)",
                headers: [.ifMatch: "\"1\""]
            )
            #expect(gone.status == 204)
            let index = Self.index(vitrina)
            try await index.takeAllQueued()
            let before = try await Self.places(vitrina)
            _ = try await vitrina.database.write { connection in
                for table in ["search_places", "search_documents", "search_variants", "search_words"] {
                    try connection.execute("DELETE FROM \(name: table)")
                }
                try connection.execute("UPDATE search_state SET version = 0, position = NULL")
            }
            #expect(try await vitrina.found("кофе") == [])
            let counts = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<3 { group.addTask { try await index.update() } }
                // Edits continue during the work.
                group.addTask {
                    for number in 0..<20 {
                        _ = try await vitrina.keep("tags", ["name": ["ru": .string("Новое \(number)")]])
                    }
                    return 0
                }
                return try await group.reduce(0, +)
            }

            #expect(451...471 ~= counts)
            #expect(try await vitrina.found("новое", "&limit=200").count == 20)
            try await index.takeAllQueued()
            let after = try await Self.places(vitrina)
            #expect(before.isSubset(of: after))
            #expect(try await index.update() == 0)
            #expect(try await index.update(rebuild: true) == 471)
            #expect(try await Self.places(vitrina) == after)
        }
    }

    /// Compares by entry: if two are from the same millisecond, the numbers may depend on the order.
    private static func places(_ vitrina: Vitrina) async throws -> Set<[Value]> {
        try await vitrina.database.read { connection in
            Set(
                try connection.rows(
                    """
                    SELECT term, weight, content_id FROM search_places
                    JOIN search_documents ON number = document
                    """
                ).map { row in [row[0], row[1], row[2]] }
            )
        }
    }

    @Test(arguments: TestDatabase.all)
    func `writers of the same new words do not stop each other`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            try await atOnce(0..<24) { number in
                let words = (0..<30).map { "слово\(UnicodeScalar(UInt8(97 + ($0 + number) % 26)))" }
                    .shuffled()
                let text = JSON.string(words.joined(separator: " ") + " \(number)")
                _ = try await vitrina.keep(
                    "news",
                    ["title": ["ru": "Новость"], "content": ["ru": text]]
                )
            }

            #expect(try await vitrina.found("словоa", "&limit=200").count == 24)
            let words = try await vitrina.database.read { connection in
                try connection.rows("SELECT word FROM search_words WHERE word LIKE 'слово%'")
            }
            #expect(words.count == 26)
        }
    }

    @Test func `a change that touches no word writes nothing into the index`() async throws {
        try await withVitrina { vitrina in
            let id = try await vitrina.keep("news", ["title": ["ru": "Кофе"]])
            let path = "\(SearchTests.mall)/news/\(id)"
            #expect(try await vitrina.found("кофе") == [id])
            // A write would detect the missing posting, and restore it.
            _ = try await vitrina.database.write { try $0.execute("DELETE FROM search_places") }

            let flagged = try await vitrina.send(.put, "\(path)/flags/on_main", ["value": true])
            #expect(flagged.status == 200)
            #expect(try await vitrina.found("кофе") == [])
            #expect(try await Self.places(vitrina).isEmpty)
            let renamed = try await vitrina.send(
                .patch,
                path,
                ["title": ["ru": "Кофе и чай"]],
                headers: [.ifMatch: "\"2\""]
            )
            #expect(renamed.status == 200)
            #expect(try await vitrina.found("кофе") == [id])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a search adds the last changes first, and the queue adds the rest`(kind: TestDatabase) async throws
    {
        try await withVitrina(kind) { vitrina in
            let index = Self.index(vitrina)
            for number in 0..<300 {
                _ = try await vitrina.keep("tags", ["name": ["ru": .string("Метка \(number)")]])
            }
            let renamed = try await vitrina.keep("tags", ["name": ["ru": "Старое"]])
            let gone = try await vitrina.keep("tags", ["name": ["ru": "Лишнее"]])
            _ = try await vitrina.database.write { try $0.execute("DELETE FROM contents WHERE id = \(gone)") }
            let changed = try await vitrina.send(
                .patch,
                "\(SearchTests.mall)/tags/\(renamed)",
                ["name": ["ru": "Новое"]],
                headers: [.ifMatch: "\"1\""]
            )
            #expect(changed.status == 200)

            #expect(try await vitrina.found("новое") == [renamed])
            #expect(try await vitrina.found("старое") == [])
            #expect(try await vitrina.found("лишнее") == [])
            #expect(try await vitrina.found("метка 299").count == 1)
            // Several servers take from one queue.
            let other = Self.index(vitrina)
            async let first: Void = index.takeAllQueued()
            async let second: Void = other.takeAllQueued()
            _ = try await (first, second)
            #expect(try await vitrina.found("метка", "&limit=200").count == 200)
            #expect(try await vitrina.found("метка 0").count > 0)
            #expect(try await index.takeQueued() == 0)
            let places = try await Self.places(vitrina)
            _ = try await index.update(rebuild: true)
            #expect(try await Self.places(vitrina) == places)
        }
    }
}
