import Core
import Storage

extension Checkup {
    /// Reads every row, and looks for every upload; a line for each fault.
    mutating func lookDeep(at database: any Database, _ configuration: Configuration) async throws {
        let media = try configuration.mediaStore(on: database) { .current }
        let check = DeepCheck(database: database) { try await media.size(of: $0) }
        let report = try await check.run()
        for fault in report.damage {
            fail(
                "deep",
                fault,
                Localized(
                    "Сохраните базу и файлы как есть и верните последнюю копию.",
                    "Keep the database and the files as they are, and put back the last copy."
                ),
                .data
            )
        }
        if report.uncheckedIndexes > 0 { skip(report.uncheckedIndexes, report.uncheckedReason) }
        let (tables, rows, uploads) = (report.tables, report.rows, report.uploads)
        let others = report.faults - report.damage.count
        if others > 0 {
            fail(
                "deep",
                Localized("Ещё ошибок: \(others).", "There are \(others) more faults."),
                Localized("Исправьте первые и повторите.", "Fix the first ones, and look again."),
                .data
            )
        } else if report.faults == 0 {
            ok(
                "deep",
                Localized(
                    "Прочитано: таблиц \(tables), строк \(rows), файлов \(uploads).",
                    "Read: \(tables) tables, \(rows) rows, \(uploads) files."
                )
            )
        }
    }

    private mutating func skip(_ indexes: Int, _ reason: String) {
        warn(
            "deep",
            Localized(
                "Не проверено индексов: \(indexes). Первый — \(reason)",
                "Indexes that were not checked: \(indexes). The first is \(reason)"
            ),
            Localized(
                "Разрешите роли базы bt_index_check; большой индекс проверьте сами, в psql.",
                "Let the role of the database use bt_index_check; check a large index yourself, in psql."
            )
        )
    }
}
