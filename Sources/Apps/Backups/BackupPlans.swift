import Backup
import Core
import Storage
import Web

/// The plan of backups: when they are made, and how many are kept.
package enum BackupPlans: ResourceDeclaration {
    package static let resource: Resource = .init(
        app: "backups",
        name: "plans",
        address: ["backups", "plans"],
        title: Localized("Расписание копий", "Plan of backups"),
        one: Localized("Расписание", "Plan"),
        about: Localized(
            "Когда копии создаются автоматически и сколько их хранить",
            "When backups are made automatically, and how many are kept"
        ),
        path: "/system/backups/plans",
        navigation: BackupList.path,
        section: .app,
        right: .manageStaff,
        source: ResourceSource("backup_plans p", key: "p.id", .text),
        columns: columns,
        tabs: BackupList.tabs,
        actions: [change],
        empty: (Localized("Расписания нет", "No plan"), Localized("Его не нашли.", "It was not found."))
    )

    private static let columns: [ResourceColumn] = [
        ResourceColumn(
            "id",
            .choice([ResourceChoice(BackupPlan.id, Localized("Каждую ночь", "Each night"))]),
            Localized("Расписание", "Plan"),
            "p.id",
            place: .main
        ),
        ResourceColumn(
            "is_on",
            .bool(yes: Localized("включено", "on"), no: Localized("выключено", "off")),
            Localized("Включено", "On"),
            "p.is_on"
        ),
        ResourceColumn("at", .text, Localized("Во сколько", "At"), time),
        ResourceColumn("daily", .number, Localized("Дней", "Days"), "p.daily"),
        ResourceColumn("weekly", .number, Localized("Недель", "Weeks"), "p.weekly"),
        ResourceColumn("monthly", .number, Localized("Месяцев", "Months"), "p.monthly"),
        ResourceColumn("updated_at", .moment, Localized("Изменено", "Changed"), "p.updated_at", place: .page),
        ResourceColumn("updated_by", .text, Localized("Кто", "By"), "p.updated_by", place: .page),
    ]

    /// The minutes as `03:00`, on both databases.
    private static let time: SQL = """
        substr(CAST(100 + p.minute / 60 AS text), 2) || ':' || substr(CAST(100 + p.minute % 60 AS text), 2)
        """

    private static let change = ResourceAction(
        "change",
        .change,
        Localized("Изменить", "Change"),
        command: "edit",
        right: .manageStaff,
        inputs: [
            ResourceInput(
                "is_on",
                Localized("Создавать копии автоматически", "Make backups automatically"),
                .bool,
                option: "on",
                off: ("off", Localized("Не делать копий", "Make no backups"))
            ),
            ResourceInput(
                "at",
                Localized("Во сколько", "At"),
                .text(lengthMax: 5),
                hint: Localized("час и минуты: 03:00", "hour and minutes: 03:00")
            ),
            count("daily", Localized("Хранить дневных копий", "Daily backups to keep")),
            count("weekly", Localized("Хранить недельных копий", "Weekly backups to keep")),
            count("monthly", Localized("Хранить месячных копий", "Monthly backups to keep")),
        ]
    ) { call in
        let minute = try call.values.text("at").map(Self.minute)
        try await call.services.database.write { connection in
            let changed = try connection.execute(
                """
                UPDATE backup_plans SET is_on = coalesce(\(call.values.bool("is_on")), is_on),
                    minute = coalesce(\(minute), minute), daily = coalesce(\(call.values.integer("daily")), daily),
                    weekly = coalesce(\(call.values.integer("weekly")), weekly),
                    monthly = coalesce(\(call.values.integer("monthly")), monthly),
                    updated_at = \(call.signature.at), updated_by = \(call.author.name)
                WHERE id = \(call.id)
                """
            )
            guard changed == 1 else { throw resource.notFound }
            try call.signature.record(.backupPlanChanged, subject: call.id, on: connection)
        }
        return ResourceOutcome(Localized("Расписание записано", "The plan is written"), id: call.id)
    }

    private static func count(_ name: String, _ title: Localized) -> ResourceInput {
        ResourceInput(name, title, .number(BackupPlan.counts))
    }

    /// The minutes after midnight of a time like `03:00`.
    private static func minute(_ text: String) throws(Problem) -> Int64 {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2,
            parts.allSatisfy({ 1...2 ~= $0.utf8.count && $0.utf8.allSatisfy { 48...57 ~= $0 } }),
            let hour = Int64(parts[0]), let minute = Int64(parts[1]), hour < 24, minute < 60
        else {
            throw .invalid([Fault("#/at", "должно быть временем вида 03:00", "must be a time like 03:00")])
        }
        return hour * 60 + minute
    }
}
