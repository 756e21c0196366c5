import Core
import Storage

/// The access log: actions of staff that are not changes of content.
package enum AuditEntries {
    package static let path = "/system/audit"
    package static let title = Localized("Доступ", "Access log")

    /// The list with the titles that the modules declare for their actions.
    package static func resource(of modules: [any Module]) -> Resource {
        let groups = AuditGroup.core + modules.flatMap(\.auditGroups)
        return resource(groups, AuditWords(groups))
    }

    private static func resource(_ groups: [AuditGroup], _ words: AuditWords) -> Resource {
        .init(
            name: "audit",
            title: title,
            one: Localized("Строка журнала", "Entry"),
            about: Localized(
                "Входы, роли, ключи: всё, что не правка записей",
                "Sign-ins, roles, keys: everything but changes of content"
            ),
            path: path,
            section: .system,
            right: .manageStaff,
            source: ResourceSource("audit a", key: "a.id", .number),
            columns: columns(words),
            filters: filters(groups),
            empty: (
                Localized("Журнал пуст", "The log is empty"),
                Localized(
                    "Здесь появятся входы и права сотрудников.",
                    "Sign-ins and rights of staff appear here."
                )
            )
        )
    }

    private static func columns(_ words: AuditWords) -> [ResourceColumn] {
        [
            ResourceColumn("at", .moment, Localized("Когда", "When"), "a.at"),
            ResourceColumn("by", .text, Localized("Кто", "Who"), "a.author"),
            ResourceColumn("action", .object(action(words)), Localized("Что", "What"), "a.action"),
            ResourceColumn(
                "detail",
                .object(detail(words)),
                Localized("Подробно", "Details"),
                "a.detail"
            ),
            ResourceColumn("address", .text, Localized("Адрес", "Address"), "a.address"),
            ResourceColumn("door", .text, Localized("Откуда", "From"), "a.door", place: .answer),
            ResourceColumn(
                "subject",
                .text,
                Localized("О ком или о чём", "Subject"),
                "a.subject",
                place: .answer
            ),
            ResourceColumn(
                "staff_id",
                .id,
                Localized("Id сотрудника", "Staff ID"),
                "a.staff_id",
                place: .answer
            ),
            ResourceColumn("id", .number, Localized("Номер", "Number"), "a.id", place: .answer),
        ]
    }

    private static func filters(_ groups: [AuditGroup]) -> [ResourceFilter] {
        [
            ResourceFilter(
                "q",
                Localized("Кто", "Who"),
                .words(columns: ["a.author"], id: "a.staff_id")
            ),
            ResourceFilter(
                "action",
                Localized("Что", "What"),
                .choice(
                    subjects(groups),
                    all: Localized("Всё", "Everything")
                )
            ),
            ResourceFilter("period", Localized("Когда", "When"), .period("a.at")),
        ]
    }

    /// The subjects without duplicates, in order of first occurrence.
    private static func subjects(_ groups: [AuditGroup]) -> [ResourceOption] {
        var subjects: [AuditGroup.Subject] = []
        for group in groups where !subjects.contains(group.subject) { subjects.append(group.subject) }
        return subjects.map { subject in
            let names = groups.filter { $0.subject == subject }.flatMap(\.actions).map(\.name)
            let list = names.map { "\($0)" as SQL }.joined(separator: ", ")
            return ResourceOption(subject.name, subject.title, "a.action IN (\(list))")
        }
    }

    private static func action(_ words: AuditWords) -> ResourceObject {
        ResourceObject(
            schema: ["type": "string", "description": "The action: `staff.created`."],
            form: .words,
            read: { name, _, _ in .string(name) },
            title: { name, language in words.text(name.string ?? "")[language] }
        )
    }

    private static func detail(_ words: AuditWords) -> ResourceObject {
        ResourceObject(
            schema: ["type": "object"],
            form: .words,
            read: { text, _, _ in try JSON(parsing: text) },
            title: { words.detail($0, $1) }
        )
    }
}
