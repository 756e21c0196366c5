import Backup
import Core
import Storage
import Web

/// The backups: those in their place, the one that is being made, and failures.
package enum BackupList: ResourceDeclaration {
    static let path = "/system/backups"

    package static let resource: Resource = .init(
        app: "backups",
        name: "backups",
        address: ["backups"],
        title: Localized("Резервные копии", "Backups"),
        one: Localized("Копия", "Backup"),
        about: Localized(
            "Копии базы, картинок и ключей: что есть и всё ли в них цело",
            "Copies of the database, the uploads and the keys, and whether they are whole"
        ),
        path: path,
        section: .app,
        right: .manageStaff,
        source: ResourceSource("backups b", key: "b.id"),
        columns: columns,
        tabs: tabs,
        actions: [creation, check],
        refreshSeconds: 5,
        empty: (
            Localized("Копий нет", "No backups"),
            Localized(
                "Задайте место, VITRINA_BACKUP_TO, и копии пойдут по расписанию.",
                "Set a place, VITRINA_BACKUP_TO, and backups are made as planned."
            )
        )
    )

    static let tabs = [
        ResourceTab(Localized("Копии", "Backups"), of: { resource }),
        ResourceTab(Localized("Расписание", "Plan"), of: { BackupPlans.resource }),
    ]

    static let state = ResourceColumn(
        "state",
        .choice(State.allCases.map(\.choice)),
        Localized("Состояние", "State"),
        "b.state"
    )
    private static let columns: [ResourceColumn] = [
        ResourceColumn("started_at", .moment, Localized("Когда", "When"), "b.started_at", place: .main),
        ResourceColumn("place", .text, Localized("Где", "Place"), "b.place", place: .below),
        state,
        ResourceColumn("row_count", .number, Localized("Строк", "Rows"), "b.row_count"),
        ResourceColumn("file_count", .number, Localized("Файлов", "Files"), "b.file_count"),
        ResourceColumn("size", .bytes, Localized("Размер", "Size"), "b.size"),
        ResourceColumn(
            "lost_count",
            .number,
            Localized("Потерянных файлов", "Lost files"),
            "b.lost_count",
            place: .page
        ),
        ResourceColumn("error", .object(.localized), Localized("Ошибка", "Error"), "b.error"),
        ResourceColumn("checked_at", .moment, Localized("Проверена", "Checked"), "b.checked_at"),
        ResourceColumn(
            "check_error",
            .object(.localized),
            Localized("Что не так", "What is wrong"),
            "b.check_error"
        ),
        ResourceColumn(
            "is_planned",
            .bool(yes: Localized("по расписанию", "planned"), no: Localized("вручную", "by hand")),
            Localized("Как", "How"),
            "b.is_planned",
            place: .page
        ),
        ResourceColumn("ended_at", .moment, Localized("Закончена", "Ended"), "b.ended_at", place: .page),
        ResourceColumn("created_by", .text, Localized("Кто", "By"), "b.created_by", place: .page),
        ResourceColumn("id", .id, Localized("Номер", "ID"), "b.id", place: .page),
    ]

    /// The state of a backup in its row.
    package enum State: String, CaseIterable, JSONReadable {
        case running, good, failed

        fileprivate var choice: ResourceChoice {
            switch self {
            case .running: ResourceChoice(rawValue, Localized("создаётся", "being made"), "plan")
            case .good: ResourceChoice(rawValue, Localized("готова", "made"), "pub")
            case .failed: ResourceChoice(rawValue, Localized("не вышла", "failed"), "bad")
            }
        }
    }

    /// The part of a row that the command reads.
    package struct Answer: JSONReadable {
        package let id: String
        package let state: State

        package init(json: JSON) throws(Fault) {
            id = try json.get("id")
            state = try json.get("state")
        }
    }

    private static let creation = ResourceAction(
        "create",
        .create,
        Localized("Создать копию", "Make a backup"),
        right: .manageStaff,
        question: Localized(
            "Сервер сделает её сам, работать можно дальше.",
            "The server makes it in the background. You can go on working."
        ),
        manual:
            "The server makes it in the background: ask for the row until its state is `good` or `failed`.",
        isPrimary: true
    ) { call in
        guard let runner = call.services.backupRunner else { throw BackupFailure.noPlace }
        let id = try await runner.log.begin(at: runner.place, isPlanned: false, by: call.author.name) {
            id,
            connection in
            try call.signature.record(
                .backupMade,
                subject: id,
                detail: ["place": .string(runner.place)],
                on: connection
            )
        }
        if !WriteMode.isDryRun { call.services.backups.ask(.make(id)) }
        return ResourceOutcome(Localized("Копия создаётся", "The backup is being made"), id: id)
    }

    private static let check = ResourceAction(
        "verify",
        Localized("Проверить", "Check"),
        right: .manageStaff,
        isOffered: { resource.value(state, of: $0) == .string(State.good.rawValue) }
    ) { call in
        try await call.services.database.write { connection in
            let row = try connection.rows("SELECT id FROM backups WHERE id = \(call.id)")
            guard !row.isEmpty else { throw resource.notFound }
            try call.signature.record(.backupChecked, subject: call.id, on: connection)
        }
        guard call.services.backupRunner != nil else { throw BackupFailure.noPlace }
        if !WriteMode.isDryRun { call.services.backups.ask(.verify(call.id)) }
        return Localized("Проверяем: каждый файл будет прочитан", "Each file is being read")
    }
}
