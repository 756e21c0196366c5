import Core
import HTTPTypes
import Hummingbird
import Storage

/// The pages of a list for staff in the console: the list itself, and one row with its parts.
package struct ResourcePages: Sendable {
    let resource: Resource
    let console: Console

    package init(resource: Resource, console: Console) {
        (self.resource, self.console) = (resource, console)
    }

    func add(to group: RouterGroup<ConsoleContext>) {
        guard !resource.isEmbedded else { return }
        let path = RouterPath(String(resource.path.dropFirst()))
        if !resource.hasOwnPage {
            group.get(path) { request, context in try await list(request, context) }
        }
        for action in resource.actions {
            let row = action.place == .create ? "" : "/{id}"
            group.post("\(path)\(row)/\(action.name)") { request, context in
                try await perform(action, request, context)
            }
        }
        guard resource.hasPage else { return }
        group.get("\(path)/{id}") { request, context in try await show(request, context) }
    }

    // MARK: The list

    /// `secret` was just created and is shown only this once; `attempt` was refused.
    func list(
        _ request: Request,
        _ context: ConsoleContext,
        secret: (title: String, text: String)? = nil,
        attempt: Attempt? = nil
    ) async throws -> Response {
        var (records, _) = try await records(request, context)
        addCreations(to: &records)
        let cell = ResourceCell(language: records.language, time: records.time)
        let back = records.here(without: "act", "row")
        let dialog = try await dialog(request, context, cell, back: back, attempt)
        // Further pages do not change.
        let seconds = records.value("cursor") == nil ? resource.refreshSeconds : nil
        records.more = [
            "ask": dialog ?? .null, "secret": Self.shown(secret),
            "refresh_seconds": seconds.map { .integer($0) } ?? .null,
        ]
        return try await records.show(status: attempt?.problem.kind.status ?? .ok)
    }

    /// The records of the list and the figures, to be shown as they are or with additions of an app.
    package func records(
        _ request: Request,
        _ context: ConsoleContext
    ) async throws -> (records: Records, figures: [Int64?]) {
        let services = console.services
        var records = Records(console, request, context, resource.path, resource.title)
        let (reader, staff) = (reader(context), context.staff)
        records.module = resource.app
        let names = resource.parameters
        // Days become moments here; the other parameters of the URL belong to the page.
        let given =
            (names + ["cursor"]).filter { $0 != "from" && $0 != "until" }
            .flatMap { records.given($0) } + (names.contains("from") ? records.days : [])
        let selection = try await reader.selection(given, services, staff)
        let now = services.now()
        records.plots = try await plots(selection.condition, records)
        let (page, figures) = try await Lane.current.run(mayLag: resource.isReport) {
            try await services.database.read { connection in
                (
                    try reader.page(selection, on: connection),
                    resource.sums.isEmpty ? [] : try reader.sums(selection, at: now, on: connection)
                )
            }
        }
        records.about = resource.about[context.language]
        let kept = given.filter { !Self.apart.contains($0.name) }
        try await addTabs(to: &records, kept, staff)
        addSums(to: &records, figures)
        records.filter = resource.filters.isEmpty ? .null : try await bar(records)
        if resource.isExported {
            let api = "/" + (resource.address + ["export"]).joined(separator: "/")
            records.csv = records.files(api, given.filter { $0.name != "cursor" && $0.name != "sort" })
        }
        addRows(to: &records, page)
        let isFiltered = given.contains { $0.name != "cursor" }
        records.empty =
            isFiltered
            ? (
                Localized("Ничего не нашлось", "Nothing is found"),
                Localized("Уберите или измените фильтры.", "Remove or change the filters.")
            ) : resource.empty
        return (records, figures)
    }

    private static func shown(_ secret: (title: String, text: String)?) -> JSON {
        secret.map { ["title": .string($0.title), "text": .string($0.text)] } ?? .null
    }

    /// Parameters of the position in the list, which do not affect its rows.
    static let apart: Set = ["cursor", "sort"]

    func reader(_ context: ConsoleContext) -> ResourceReader {
        ResourceReader(resource, for: context.author, in: context.language)
    }

    func addRows(to records: inout Records, _ page: AdminPage<ResourceRow>) {
        let cell = ResourceCell(language: records.language, time: records.time)
        let columns = Array(resource.columns.enumerated())
        let shown = columns.filter { $0.element.place == .table || $0.element.place == .main }
        let below = columns.filter { $0.element.place == .below }
        records.heads = shown.map { ($0.element.title, Self.classes(of: $0.element)) }
        let author = records.context.author
        let acts = resource.actions.filter { $0.place != .create && author.may($0.right) }
        // If there are more than two buttons, they are on the page of the row.
        let mayAct = !acts.isEmpty && !(resource.hasPage && acts.count > 2)
        if mayAct { records.heads.append((Localized("", ""), "acts")) }
        let heads = records
        records.rows = page.elements.map { row in
            heads.row(
                row.id,
                shown.map { index, column in
                    guard column.place == .main else {
                        guard isFirst(column), resource.hasPage else {
                            return cell.cell(row.values[index], column)
                        }
                        return RecordCell.link(
                            cell.words(row.values[index], column),
                            "\(resource.path)/\(row.id)"
                        )
                    }
                    let sub = below.map { cell.words(row.values[$0.offset], $0.element) }
                    return RecordCell.entity(
                        cell.words(row.values[index], column),
                        sub: sub.filter { !$0.isEmpty }.joined(separator: " · "),
                        href: resource.hasPage ? "\(resource.path)/\(row.id)" : ""
                    )
                } + (mayAct ? [self.acts(row, heads, cell)] : [])
            )
        }
        records.next = page.next
    }

    /// The first column links to the page of the row if no column is its title.
    private func isFirst(_ column: ResourceColumn) -> Bool {
        !resource.columns.contains { $0.place == .main }
            && resource.columns.first { $0.place == .table }?.name == column.name
    }

    static func classes(of column: ResourceColumn) -> String {
        if column.place == .main { return "main" }
        return switch column.kind {
        case .moment: "when fit"
        case .number, .money, .bytes, .change: "r"
        case .rating: "fit"
        case .quote: "main wide"
        case .person: "who"
        case .object(let object):
            switch object.form {
            case .entity: "main"
            case .words: "told"
            case .message: ""
            }
        case .link: "main"
        case .id, .text, .bool, .choice, .author, .choices, .flags: ""
        }
    }
}
