import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// What people look for in the catalogue (M131).
struct SearchPages: Sendable {
    static let path = "/mall/searches"

    let console: Console

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get("mall/searches") { request, context in try await searches(request, context) }
    }

    private func searches(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let heading = Localized("Что ищут", "Searches")
        var records = Records(console, request, context, Self.path, heading)
        let (language, time) = (records.language, records.time)
        records.about =
            Localized(
                "Запросы посетителей в каталоге; новые появляются через несколько секунд",
                "What visitors type into the catalogue; new ones appear after a few seconds"
            )[language]
        let answer = try await records.api.get("/mall/searches", records.given("found", "sort", "cursor"))
        addTabs(to: &records)
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

    private func addTabs(to records: inout Records) {
        let (found, sort) = (records.value("found") ?? "", records.value("sort") ?? "")
        records.tab(Localized("Частые", "Frequent"), [], isHere: found.isEmpty && sort != "last")
        records.tab(
            Localized("Недавние", "Recent"),
            [("sort", "last")],
            isHere: found.isEmpty && sort == "last"
        )
        records.tab(
            Localized("Ничего не нашлось", "Nothing found"),
            [("found", "none")],
            isHere: found == "none"
        )
    }
}
