import Core

extension Session {
    /// A table with a row for each difference.
    func flagChangeTable(_ changes: [JSON]) -> Table {
        let columns = [
            Table.Column(Localized("ЧТО", "WHAT")),
            Table.Column(Localized("ЧАСТЬ", "PART")),
            Table.Column(Localized("БЫЛО", "BEFORE"), isFlexible: true),
            Table.Column(Localized("СТАЛО", "AFTER"), isFlexible: true),
        ]
        let rows = changes.flatMap { change in
            (change["lines"]?.array ?? []).map { line in
                let condition = line["condition"]?.string.map { " · \($0)" } ?? ""
                return [
                    change["name"]?.string ?? change["subject"]?.string ?? "",
                    (line["part"]?.string ?? "") + condition,
                    shownPart(line["before"]), shownPart(line["after"]),
                ]
            }
        }
        return Table(columns, hasHeader: !rows.isEmpty, rows: rows)
    }

    private func shownPart(_ value: JSON?) -> String {
        value?["value"] != nil || value?["useInAppDefault"] != nil ? FlagRow.text(value, self) : shown(value)
    }

    /// A table of scheduled publications, including failed ones.
    func scheduleTable(_ items: [JSON]) -> Table {
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
                    clock.text(plan["at"]), plan.id ?? "", plan["action"]?.string ?? "",
                    plan["by"]?.string ?? "", plan["description"]?.string ?? "",
                    plan["fault"]?["detail"]?.string ?? text(Localized("ждёт", "waiting")),
                ]
            }
        )
    }
}
