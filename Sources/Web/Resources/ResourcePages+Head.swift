import Core
import HTTPTypes
import Hummingbird
import Storage

/// The parts above the table: tabs, figures and the bar of filters.
extension ResourcePages {
    /// Adds the tabs, which keep the filters and show the number of their rows.
    func addTabs(
        to records: inout Records,
        _ kept: Form.Fields,
        _ staff: StaffContext
    ) async throws {
        let names = Set(resource.tabs.flatMap { $0.query.map(\.name) })
        let here = names.compactMap { name in records.value(name).map { "\(name)=\($0)" } }.sorted()
        let others = kept.filter { !names.contains($0.name) }
        // A whole phone number is looked up once, not once for each tab.
        let counts = records.mayCountTabs ? try await counts(others, staff) : nil
        for (index, tab) in resource.tabs.enumerated() {
            let list = tab.list?() ?? resource
            let common = others.filter { list.parameters.contains($0.name) }
            let own = tab.query.map { "\($0.name)=\($0.value)" }.sorted()
            let days = records.given("since", "till")
            records.tab(
                tab.title,
                tab.query + common.filter { $0.name != "from" && $0.name != "until" } + days,
                isHere: list.path == resource.path && own == here,
                count: counts?[index],
                at: list.path
            )
        }
        if resource.navigation != resource.path { records.item = resource.navigation }
    }

    /// The counts of the tabs within the filters, up to a bound, in one transaction.
    private func counts(_ others: Form.Fields, _ staff: StaffContext) async throws -> [BoundedCount] {
        var lists: [(reader: ResourceReader, selection: ResourceReader.Selection)] = []
        for tab in resource.tabs {
            let list = tab.list?() ?? resource
            let reader = ResourceReader(list, for: staff.author, in: staff.language)
            let query =
                tab.query.filter { !Self.apart.contains($0.name) }
                + others.filter { list.parameters.contains($0.name) }
            lists.append((reader, try await reader.selection(query, console.services, staff)))
        }
        guard !lists.isEmpty else { return [] }
        return try await console.services.database.read { [lists] in
            try ResourceReader.counts(lists, on: $0)
        }
    }

    func addSums(to records: inout Records, _ figures: [Int64?]) {
        for (sum, figure) in zip(resource.sums, figures) where !sum.isHidden {
            switch sum.kind {
            case .count: records.stat(sum.title, figure.map { RecordCell.grouped($0) } ?? "—")
            case .hundredths(let unit):
                records.stat(
                    sum.title,
                    figure.map { RecordCell.hundredths($0, records.language) } ?? "—",
                    unit: unit
                )
            }
        }
    }

    func bar(_ records: Records) async throws -> JSON {
        var (selects, chips): ([JSON], [JSON]) = ([], [])
        var (words, kept): (JSON, [String]) = (.null, [])
        var (hasPhone, hasDates) = (false, false)
        for filter in resource.filters {
            switch filter.kind {
            case .words: words = records.words(filter.title)
            case .phone: hasPhone = true
            case .period: hasDates = true
            case .person(let table, _):
                kept.append(filter.name)
                guard let id = records.value(filter.name) else { continue }
                chips.append(
                    records.chip(
                        filter.title,
                        try await name(of: id, in: table, records),
                        without: filter.name
                    )
                )
            case .content:
                kept.append(filter.name)
                guard let id = records.value(filter.name) else { continue }
                let title = try await console.services.contents.titles(of: [id]).first?.title
                chips.append(records.chip(filter.title, title ?? "…", without: filter.name))
            case .id:
                kept.append(filter.name)
                guard let id = records.value(filter.name) else { continue }
                chips.append(records.chip(filter.title, "…\(id.suffix(6))", without: filter.name))
            case .tabs, .name: kept.append(filter.name)
            case .choice(let options, let all):
                let choices = [("", all)] + options.map { ($0.value, $0.title) }
                selects.append(records.select(filter.name, filter.title, choices))
            case .bool(_, let yes, let no, let all):
                let choices = [("", all), ("true", yes), ("false", no)]
                selects.append(records.select(filter.name, filter.title, choices))
            case .number(let range, let all, _):
                let choices = range.reversed().map { (String($0), Localized(same: String($0))) }
                selects.append(records.select(filter.name, filter.title, [("", all)] + choices))
            }
        }
        return records.bar(
            selects,
            hasPhone: hasPhone,
            words: words,
            hasDates: hasDates,
            chips: chips,
            kept: kept
        )
    }

    func name(of id: String, in table: String, _ records: Records) async throws -> String {
        let author = records.context.author
        let person = try await console.services.database.read { connection in
            try connection.rows(
                "SELECT \(PersonCard.columns("p", "p_")) FROM \(name: table) p WHERE p.id = \(id)"
            ).first.flatMap { try PersonCard($0, "p_") }
        }
        return RecordCell.name(person?.answer(for: author), records.language)
    }
}
