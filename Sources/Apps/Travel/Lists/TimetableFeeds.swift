import Core
import Feeds
import Storage
import Web

/// The feeds that the timetable was imported from (T91).
package enum TimetableFeeds: ResourceDeclaration {
    package static let resource: Resource = .init(
        app: Travel.app,
        name: "feeds",
        title: Localized("Источники", "Feeds"),
        one: Localized("Источник", "Feed"),
        about: Localized("Откуда загружено расписание", "The feeds that the timetable was imported from"),
        path: "/travel/feeds",
        section: .app,
        source: ResourceSource("timetable_feeds a", key: "a.name", .text),
        columns: [
            ResourceColumn("name", .text, Localized("Имя", "Name"), "a.name", place: .main),
            ResourceColumn(
                "publisher",
                .text,
                Localized("Издатель", "Publisher"),
                "a.publisher",
                place: .below
            ),
            ResourceColumn(
                "format",
                .choice(FeedFormat.allCases.map { ResourceChoice($0.rawValue, $0.title) }),
                Localized("Формат", "Format"),
                "a.format"
            ),
            ResourceColumn("version", .text, Localized("Версия", "Version"), "a.version"),
            ResourceColumn("valid_from", .text, Localized("Действует с", "Valid from"), "a.valid_from"),
            ResourceColumn("valid_until", .text, Localized("по", "until"), "a.valid_until"),
            ResourceColumn("stations", .number, Localized("Станций", "Stations"), "a.stations"),
            ResourceColumn("threads", .number, Localized("Рейсов", "Threads"), "a.threads"),
            ResourceColumn("file", .text, Localized("Файл", "File"), "a.file", place: .page),
            ResourceColumn("imported_by", .text, Localized("Кто загрузил", "Imported by"), "a.imported_by"),
            ResourceColumn("imported_at", .moment, Localized("Загружен", "Imported"), "a.imported_at"),
        ],
        actions: [removal],
        links: [
            ResourceLink(
                Localized("Выгрузить GTFS", "Export GTFS"),
                "/admin/api/v1/travel/export",
                icon: "download",
                isFile: true
            ),
            ResourceLink(
                Localized("Загрузить", "Import"),
                FeedImportPage.path,
                icon: "upload",
                right: .writeContent,
                isPrimary: true
            ),
        ],
        empty: (
            title: Localized("Ничего не загружали", "Nothing was imported"),
            text: Localized(
                "Загрузите GTFS, список станций или таблицу рейсов.",
                "Import GTFS, a stations list or a table of runs."
            )
        )
    )

    private static let removal = ResourceAction(
        "remove",
        .remove,
        Localized("Удалить", "Remove"),
        right: .writeContent,
        question: Localized(
            "Рейсы и станции источника исчезнут, кроме изменённых вручную и нужных другим.",
            "Its threads and stations go, except those edited by hand and those that others need."
        )
    ) { call in
        let (name, now) = (call.id, call.signature.at)
        let count = try await call.services.database.write { connection in
            try connection.raiseTimetable()
            let known = try connection.rows("SELECT format FROM timetable_feeds WHERE name = \(name)")
            guard let row = known.first else { throw resource.notFound }
            let format = FeedFormat(rawValue: try row.get("format")) ?? .gtfs
            let options = try FeedOptions(name: name, format: format)
            var merge = try FeedMerge(FeedRows(), options, at: now, on: connection) { _ in }
            try merge.run(carriers: [])
            try connection.send("DELETE FROM timetable_feeds WHERE name = \(name)")
            let count = merge.differences.values.reduce(0) { $0 + $1[.removed].count }
            try call.signature.record(
                .timetableRemoved,
                subject: "feed \(name)",
                detail: ["rows": .integer(Int64(count))],
                on: connection
            )
            return count
        }
        try await call.services.travel.live.refresh()
        return ResourceOutcome(
            Localized(
                "Источник удалён, записей: \(count)",
                "The feed is removed, with \(count) rows"
            )
        )
    }
}
