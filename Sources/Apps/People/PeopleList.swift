import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// A filter of a list of users, with the parameters of the API.
struct PeopleTab: Sendable {
    let title: Localized
    var query: Form.Fields = []
}

/// The page that lists the users of an app: tabs, search, table and pages.
struct PeopleList<Query: PeopleQuery> {
    /// The table of users.
    let records: Records
    let tabs: [PeopleTab]

    private var language: Language { records.language }

    private func isChosen(_ parameter: (name: String, value: String)) -> Bool {
        records.value(parameter.name) == parameter.value
    }

    /// The active parameters of the tabs, without the day.
    private var flags: Form.Fields {
        tabs.flatMap(\.query).filter { $0.name != "since" && isChosen($0) }
    }

    /// The filter in the URL, in the parameters of the API.
    private var conditions: Form.Fields {
        records.given("q") + flags + registered
    }

    /// The chosen days of registration.
    private var registered: Form.Fields {
        records.days.map { (name: "registered_\($0.name)", value: $0.value) }
    }

    /// `total` makes the text of the count; `more` adds members of this list only.
    func page(
        _ template: String,
        of api: String,
        total: (_ count: Int) -> String,
        heads: [JSON],
        searched: Localized,
        more: JSON = [:],
        row: (Query.Line) -> JSON
    ) async throws -> ConsolePage {
        let (services, context) = (records.console.services, records.context)
        let asked = AdminQuery(conditions + records.given("sort", "cursor"), Query.names)
        let (page, count, counts) = try await Query.read(asked, tabs: narrowed, services, context.staff)
        let isFirst = records.value("cursor") == nil
        let next = page.next.map { records.here(without: "cursor", and: [("cursor", $0)]) }
        let members: JSON = [
            "q": JSON(records.value("q") ?? ""), "since": JSON(records.value("since") ?? ""),
            "till": JSON(records.value("till") ?? ""), "action": .string(records.path),
            "total": .string(
                (count.isMore ? Localized("Больше ", "More than ")[language] : "")
                    + total(Int(clamping: count.number))
            ),
            "tabs": .array(links(counts)),
            "hidden": .array(
                (flags + records.given("sort")).map {
                    ["name": .string($0.name), "value": .string($0.value)]
                }
            ),
            "heads": .array(heads), "rows": .array(page.elements.map(row)),
            "has_rows": .bool(!page.elements.isEmpty),
            "is_filtered": .bool(!conditions.isEmpty),
            "placeholder": .string(Records.searched(searched, records.context)[language]),
            "is_masked": .bool(!records.context.author.may(.readPeople)),
            "files": records.files("\(api)/export", conditions),
            "first": .string(isFirst ? "" : records.here(without: "cursor")), "next": JSON(next ?? ""),
        ]
        return ConsolePage(
            template,
            title: records.heading[language],
            path: records.path,
            context: members.adding(more)
        )
    }

    /// The parameters of the tabs within the search; none if they are not counted.
    private var narrowed: [Form.Fields] {
        // Each count of a searched number would be another entry in the audit.
        guard records.mayCountTabs else { return [] }
        return tabs.map { tab in
            // The tab of new users ignores the search.
            let first = tab.query.first { $0.name == "since" }?.value
            let query: Form.Fields =
                first.flatMap { records.time.moment(ofField: "\($0)T00:00") }
                .map { [(name: "registered_from", value: $0.description)] }
                ?? records.given("q") + tab.query + registered
            return query
        }
    }

    private func links(_ counts: [BoundedCount?]) -> [JSON] {
        let here = tabs.lastIndex { !$0.query.isEmpty && $0.query.allSatisfy(isChosen) } ?? 0
        return tabs.enumerated().map { index, tab in
            // The tab of new users ignores the search.
            let isAnew = tab.query.contains { $0.name == "since" }
            let kept = isAnew ? [] : records.given("q", "since", "till", "sort")
            return [
                "tab_title": .string(tab.title[language]),
                "tab_link": .string(records.address(tab.query + kept)), "is_here": .bool(index == here),
                "tab_count": counts.isEmpty ? .null : JSON(counts[index]?.text),
            ]
        }
    }

    /// The head of a column; one with a key sorts by it, descending first if `down`.
    func head(_ title: Localized, _ classes: String, _ key: String = "", down: Bool = true) -> JSON {
        let sort = records.value("sort") ?? "-created_at"
        let isHere = !key.isEmpty && sort.drop { $0 == "-" } == key
        let isDown = sort.hasPrefix("-")
        let next = (isHere ? !isDown : down) ? "-\(key)" : key
        return [
            "title": .string(title[language]), "classes": .string(classes),
            "order": .string(isHere ? (isDown ? "descending" : "ascending") : ""),
            "is_ascending": .bool(isHere && !isDown), "sort_icon": .string(isHere ? "cd" : "cud"),
            "sort_link": .string(
                key.isEmpty ? "" : records.here(without: "sort", "cursor", and: [("sort", next)])
            ),
        ]
    }

    /// The day of a moment, relative if it is near.
    func day(_ moment: Timestamp?) -> JSON {
        .string(moment.map { records.time.near($0) ?? records.time.shortDay($0) } ?? "—")
    }
}
