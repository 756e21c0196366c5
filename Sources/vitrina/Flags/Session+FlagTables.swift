import Core
import Flags

extension Session {
    /// A table with a row for each difference.
    func flagChangeTable(_ changes: [FlagChange]) -> Table {
        let columns = [
            Table.Column(Localized("ЧТО", "WHAT")),
            Table.Column(Localized("ЧАСТЬ", "PART")),
            Table.Column(Localized("БЫЛО", "BEFORE"), isFlexible: true),
            Table.Column(Localized("СТАЛО", "AFTER"), isFlexible: true),
        ]
        let rows = changes.flatMap { change in
            change.lines.map { line in
                var part = line.part.name
                if case .value(let condition?) = line.part { part += " · \(condition)" }
                return [change.name, part, shownPart(line.before), shownPart(line.after)]
            }
        }
        return Table(columns, hasHeader: !rows.isEmpty, rows: rows)
    }

    private func shownPart(_ value: JSON?) -> String {
        value.flatMap { try? FlagValue(json: $0, at: "#") }.map { FlagRow.text($0, self) } ?? shown(value)
    }

    /// A table of scheduled publications, including failed ones.
    func scheduleTable(_ items: [FlagSchedule.Answer]) -> Table {
        let columns = [
            Table.Column(Localized("КОГДА", "AT")), Table.Column("ID"),
            Table.Column(Localized("ЧТО", "WHAT")),
            Table.Column(Localized("КТО", "BY")),
            Table.Column(Localized("ЗАЧЕМ", "WHY"), isReason: true),
            Table.Column(Localized("СОСТОЯНИЕ", "STATE"), isFlexible: true),
        ]
        return Table(
            columns,
            rows: items.map { plan in
                [
                    clock.text(plan.at), plan.id, plan.action, plan.author, plan.description ?? "",
                    text(plan.fault?.detail ?? Localized("ждёт", "waiting")),
                ]
            }
        )
    }
}
