import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// What people think of the app, and what they look for in it (M63, M131).
struct ReviewPages: Sendable {
    static let path = "/mall/reviews"
    static let searchPath = "/mall/searches"

    let console: Console

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get("mall/reviews") { request, context in
            try await reviews(request, context)
        }
        group.get("mall/searches") { request, context in try await searches(request, context) }
    }

    private func reviews(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        var records = Records(console, request, context, Self.path, Localized("Отзывы", "Reviews"))
        let answer = try await records.api.get(
            "/mall/reviews",
            records.given("rating", "has_text", "user", "cursor") + records.days
        )
        stats(&records, try await records.api.get("/mall/reviews/stats"))
        let ratings =
            [("", Localized("Все оценки", "All ratings"))]
            + (1...5).reversed().map {
                (String($0), Localized("\($0) из 5", "\($0) of 5"))
            }
        let texts = [
            ("", Localized("С текстом и без", "With and without text")),
            ("true", Localized("С текстом", "With text")),
            ("false", Localized("Без текста", "Without text")),
        ]
        records.filter = records.bar(
            [
                records.select("rating", Localized("Оценка", "Rating"), ratings),
                records.select("has_text", Localized("Текст", "Text"), texts),
            ],
            hasPhone: false,
            kept: ["user"]
        )
        addRows(to: &records, answer)
        return try await records.show()
    }

    private func addRows(to records: inout Records, _ answer: JSON) {
        let (language, time) = (records.language, records.time)
        records.heads = [
            (Localized("Когда", "When"), "when fit"), (Localized("Оценка", "Rating"), "fit"),
            (Localized("Отзыв", "Review"), "main wide"), (Localized("Кто", "Who"), "who"),
            (Localized("Письмо", "Mail"), "lo"),
        ]
        let page = records
        let noText = Localized("Без текста", "No text")[language]
        let hidden = Localized("Текст скрыт", "The text is hidden")[language]
        records.rows = (answer["items"]?.array ?? []).map { review in
            let text = review["text"]?.string
            return page.row(
                review["id"]?.string ?? "",
                [
                    RecordCell.words(time.words(review["created_at"])),
                    Self.stars(review["rating"]?.integer ?? 0, language),
                    text.map { ["quote": .string($0)] }
                        ?? RecordCell.words(review["has_text"] == true ? hidden : noText),
                    RecordCell.entity(
                        RecordCell.name(review["user"], language),
                        sub: review["device"]?.string ?? "",
                        href: review["user"]?["id"]?.string.map { "/people/\($0)" } ?? ""
                    ),
                    Self.mail(review["mail"]?.string, language),
                ]
            )
        }
        records.next = answer["next"]?.string
        records.empty = (
            Localized("Отзывов нет", "No reviews"),
            Localized(
                "Оценки из приложения появятся здесь; оценки ниже 5 с текстом приходят и на почту.",
                "Ratings from the app appear here; those below 5 with a text are mailed too."
            )
        )
    }

    private func stats(_ records: inout Records, _ stats: JSON) {
        func average(_ json: JSON?) -> String {
            guard let percent = json?["average_percent"]?.integer else { return "—" }
            let digits = "\(percent / 100)\(records.language == .ru ? "," : ".")"
            return digits + (percent % 100 < 10 ? "0" : "") + String(percent % 100)
        }
        records.stat(Localized("Средняя оценка", "Average"), average(stats), unit: Localized("из 5", "of 5"))
        records.stat(
            Localized("За 30 дней", "In 30 days"),
            average(stats["last_30_days"]),
            unit: Localized("из 5", "of 5")
        )
        records.stat(Localized("Оценок", "Ratings"), RecordCell.grouped(stats["count"]?.integer ?? 0))
        records.stat(
            Localized("С текстом", "With text"),
            RecordCell.grouped(stats["with_text"]?.integer ?? 0)
        )
        let low = (1...3).reduce(0) { $0 + (stats["ratings"]?[String($1)]?.integer ?? 0) }
        records.stat(Localized("Оценок 1–3", "Ratings 1–3"), RecordCell.grouped(low))
    }

    private static func stars(_ rating: Int64, _ language: Language) -> JSON {
        let count = Int(min(max(rating, 0), 5))
        return [
            "stars": [
                "value": .integer(rating),
                "text": .string(Localized("\(rating) из 5", "\(rating) of 5")[language]),
                "marks": .string(
                    String(repeating: "★", count: count) + String(repeating: "☆", count: 5 - count)
                ),
            ]
        ]
    }

    private static func mail(_ state: String?, _ language: Language) -> JSON {
        switch state {
        case nil: RecordCell.words("")
        case "sent"?: RecordCell.pill(Localized("отправлено", "sent")[language], "pub", icon: "check")
        case "failed"?: RecordCell.pill(Localized("не ушло", "failed")[language], "bad", icon: "warn")
        case "kept"?: RecordCell.pill(Localized("не отправляется", "kept")[language], "plain")
        case _?: RecordCell.pill(Localized("в очереди", "waiting")[language], "plan", icon: "clock")
        }
    }

    // MARK: Searches

    private func searches(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let heading = Localized("Что ищут", "Searches")
        var records = Records(console, request, context, Self.searchPath, heading)
        let (language, time) = (records.language, records.time)
        records.about =
            Localized(
                "Запросы посетителей в каталоге; новые появляются через несколько секунд",
                "What visitors type into the catalogue; new ones appear after a few seconds"
            )[language]
        let answer = try await records.api.get("/mall/searches", records.given("found", "sort", "cursor"))
        try await addTabs(to: &records)
        records.heads = [
            (Localized("Запрос", "Search"), "main"), (Localized("Сколько раз", "Times"), "r"),
            (Localized("Нашлось", "Found"), "r"), (Localized("Последний раз", "Last time"), "when lo"),
        ]
        records.rows = (answer["items"]?.array ?? []).enumerated().map { index, line in
            let text = line["text"]?.string ?? ""
            let count = line["found"]?.integer ?? 0
            return records.row(
                String(index),
                [
                    RecordCell.entity(text, href: "/mall/shops?q=\(text.percentEncoded)"),
                    RecordCell.words(RecordCell.grouped(line["count"]?.integer ?? 0)),
                    count == 0
                        ? RecordCell.pill(Localized("ничего", "nothing")[language], "warn")
                        : RecordCell.words(RecordCell.grouped(count)),
                    RecordCell.words(time.words(line["last_at"])),
                ]
            )
        }
        records.next = answer["next"]?.string
        records.empty = (
            Localized("Запросов нет", "No searches"),
            Localized(
                "Здесь появится то, что посетители ищут среди магазинов.",
                "What visitors look for among the shops appears here."
            )
        )
        return try await records.show()
    }

    private func addTabs(to records: inout Records) async throws {
        let (found, sort) = (records.value("found") ?? "", records.value("sort") ?? "")
        let few: AdminAPI.Query = [("count", "true"), ("limit", "1")]
        let all = try await records.api.get("/mall/searches", few)["count"]?.integer
        let missing = try await records.api.get("/mall/searches", [("found", "none")] + few)["count"]?.integer
        records.tab(Localized("Частые", "Frequent"), [], isHere: found.isEmpty && sort != "last", count: all)
        records.tab(
            Localized("Недавние", "Recent"),
            [("sort", "last")],
            isHere: found.isEmpty && sort == "last",
            count: all
        )
        records.tab(
            Localized("Ничего не нашлось", "Nothing found"),
            [("found", "none")],
            isHere: found == "none",
            count: missing
        )
    }
}
